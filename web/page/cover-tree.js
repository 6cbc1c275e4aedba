// The search tree, from left to right: branches are options, marks are items, dead ends and solutions.

import { HUES, Plane } from "./cover-canvas.js";
import { NONE } from "./cover-film.js";
import { cut } from "./cover-problem.js";

/** Rows that are drawn at most, before searched subtrees are folded. */
const MOST_ROWS = 400;
/** Sizes from which on subtrees are folded, in the order in which they are tried. */
const FOLDS = [Infinity, 300, 100, 40, 15, 5, 1];
/** Branches not tried yet that are drawn one by one. */
const MOST_UNTRIED = 6;
const MONO = 'ui-monospace, "DejaVu Sans Mono", monospace';

export class Tree {
  constructor(box) {
    this.plane = new Plane(box, (context, view) => this.#draw(context, view));
    this.problem = null;
  }

  set(problem) {
    this.problem = problem;
    this.marks = null;
    this.fold = 0;
  }

  /** Shows the tree of a state. `sizes` are the numbers of options of the items of its path. */
  show(state, sizes, follow) {
    const isOnPath = new Map(state.path.map((node, level) => [node, level]));
    // The tree changes little from one picture to the next, so the folding begins near that of the last one.
    let fold = Math.max(0, this.fold - 1);
    while (!this.#lay(state, sizes, isOnPath, FOLDS[fold]) && fold < FOLDS.length - 1) fold++;
    this.fold = fold;
    const deepest = this.marks.reduce((most, mark) => Math.max(most, mark.depth), 1);
    const room = (this.plane.box.clientWidth || 400) - 134;
    this.step = Math.max(26, Math.min(96, room / deepest));
    this.row = this.rows <= 14 ? 32 : this.rows <= 80 ? 24 : 18;
    this.plane.resize(70 + this.step * deepest + 60, this.row * (this.rows + 1));
    if (follow) {
      const here = this.marks.find((mark) => mark.node === state.top && !mark.stub);
      if (here) this.plane.reveal(20 + here.depth * this.step, (here.row + 0.5) * this.row, 70, this.row);
    }
    this.state = state;
    this.plane.redraw();
  }

  /** Gives each mark its depth and row. Returns false if there are too many rows, unless nothing more can be folded. */
  #lay(state, sizes, isOnPath, fold) {
    this.marks = [];
    this.rows = 0;
    const mark = (node, depth, above, more) => {
      const made = { node, depth, above, level: isOnPath.get(node), ...more };
      this.marks.push(made);
      return made;
    };
    // Paths may be deeper than the stack of the browser.
    const open = [{ node: state.path[0], depth: 0, above: null }];
    const most = fold > 1 ? MOST_ROWS : Infinity;
    while (open.length > 0) {
      if (this.rows > most) return false;
      const task = open.pop();
      if (task.close) {
        task.close.row = (task.first.row + task.close.lastChild.row) / 2;
        continue;
      }
      const { node, depth, above, stub } = task;
      const made = mark(node, depth, above, { stub });
      if (above) {
        above.firstChild ??= made;
        above.lastChild = made;
      }
      const level = made.level;
      const folded = !stub && level === undefined && (node.isFolded || node.nodes > fold);
      made.folded = folded && node.nodes > 1;
      const below = [];
      if (!stub && !folded) {
        if (node.earlier) below.push({ node, depth: depth + 1, above: made, stub: `${node.earlier.children} before` });
        for (const child of node.children) below.push({ node: child, depth: depth + 1, above: made });
        if (level !== undefined && node.item !== NONE && node.end === "") {
          const left = (sizes[level] ?? 0) - node.children.length - (node.earlier?.children ?? 0);
          if (left > MOST_UNTRIED) below.push({ node, depth: depth + 1, above: made, stub: `${left} more` });
          else for (let i = 0; i < left; i++) below.push({ node, depth: depth + 1, above: made, stub: "untried" });
        }
      }
      if (below.length === 0) {
        made.row = this.rows++;
      } else {
        open.push({ close: made, get first() { return made.firstChild; } });
        for (let i = below.length - 1; i >= 0; i--) open.push(below[i]);
      }
    }
    return true;
  }

  #draw(context, { x, y, width, height, colours }) {
    if (!this.marks) return;
    const { step, row, problem } = this;
    const atX = (mark) => 18 + mark.depth * step - x;
    const atY = (mark) => (mark.row + 0.8) * row - y;
    const isSeen = (mark) => atX(mark) > -step - 80 && atX(mark) < width + step;
    const top = this.state.top;
    context.lineJoin = "round";
    for (const mark of this.marks) {
      if (!mark.above || !isSeen(mark)) continue;
      const [x0, y0, x1, y1] = [atX(mark.above), atY(mark.above), atX(mark), atY(mark)];
      if (Math.max(y0, y1) < 0 || Math.min(y0, y1) > height) continue;
      const onPath = mark.level !== undefined && !mark.stub;
      context.strokeStyle = onPath ? colours.strokes[(mark.level - 1) % HUES] : colours.line;
      context.lineWidth = onPath ? 3 : 1.5;
      context.setLineDash(mark.stub ? [3, 3] : []);
      context.beginPath();
      context.moveTo(x0, y0);
      const bend = Math.min(step * 0.5, 34);
      context.bezierCurveTo(x0 + bend, y0, x1 - bend, y1, x1, y1);
      context.stroke();
      context.setLineDash([]);
      const roomy = step >= 40 && row >= 18;
      if (roomy && !mark.stub) {
        context.font = `12px ${MONO}`;
        context.fillStyle = onPath ? colours.strokes[(mark.level - 1) % HUES] : colours.quiet;
        context.textAlign = "right";
        context.textBaseline = "bottom";
        const label = mark.node.option === NONE ? "none" : String(mark.node.option + 1);
        context.fillText(label, x1 - 9, y1 - 1);
      }
    }
    for (const mark of this.marks) {
      if (!isSeen(mark)) continue;
      const [cx, cy] = [atX(mark), atY(mark)];
      if (cy < -row || cy > height + row) continue;
      this.#mark(context, colours, mark, cx, cy, mark.node === top && !mark.stub, problem);
    }
  }

  #mark(context, colours, mark, cx, cy, isHere, problem) {
    const { node } = mark;
    const small = this.row < 20;
    context.textBaseline = "middle";
    context.textAlign = "left";
    context.font = `12px ${MONO}`;
    if (isHere) {
      context.fillStyle = colours.mark;
      context.beginPath();
      context.arc(cx, cy, small ? 9 : 12, 0, 7);
      context.fill();
    }
    context.beginPath();
    if (mark.stub) {
      context.strokeStyle = colours.line;
      context.lineWidth = 1.5;
      context.arc(cx, cy, 3, 0, 7);
      context.fillStyle = colours.back;
      context.fill();
      context.stroke();
      if (mark.stub !== "untried") {
        context.fillStyle = colours.quiet;
        context.fillText(mark.stub, cx + 8, cy);
      }
      return;
    }
    if (mark.folded) {
      context.fillStyle = node.solutions > 0 ? colours.good : colours.quiet;
      context.moveTo(cx - 4, cy);
      context.lineTo(cx + 8, cy - 6);
      context.lineTo(cx + 8, cy + 6);
      context.fill();
      context.fillStyle = colours.quiet;
      const found = node.solutions > 0 ? `, ${node.solutions.toLocaleString("en")} ✓` : "";
      context.fillText(`${node.nodes.toLocaleString("en")} nodes${found}`, cx + 14, cy);
      return;
    }
    if (node.end === "solution") {
      context.fillStyle = colours.good;
      context.arc(cx, cy, small ? 5 : 7, 0, 7);
      context.fill();
      context.font = `700 13px ${MONO}`;
      context.fillText("✓", cx + 11, cy);
      return;
    }
    const item = node.item === NONE ? "" : cut(problem.names[node.item], 8);
    if (node.end === "dead") {
      context.strokeStyle = colours.bad;
      context.lineWidth = 2.5;
      const arm = small ? 4 : 5;
      context.moveTo(cx - arm, cy - arm);
      context.lineTo(cx + arm, cy + arm);
      context.moveTo(cx + arm, cy - arm);
      context.lineTo(cx - arm, cy + arm);
      context.stroke();
      context.fillStyle = colours.bad;
      context.fillText(item, cx + 10, cy);
      return;
    }
    const onPath = mark.level !== undefined;
    context.fillStyle = onPath ? colours.text : colours.quiet;
    context.arc(cx, cy, small ? 3.5 : 5, 0, 7);
    context.fill();
    if (item && (isHere || (this.step >= 40 && (onPath || !small)))) {
      context.textAlign = "center";
      context.font = `${onPath ? "700 " : ""}12px ${MONO}`;
      context.fillText(item, cx, cy + (small ? 9 : 13));
    }
  }
}
