// The matrix: a row for each option, a column for each item, and a mark where the option has the item.

import { HUES, Plane } from "./cover-canvas.js";
import { NONE } from "./cover-film.js";
import { cut } from "./cover-problem.js";

/** Options up to which all rows are shown at first; of larger problems only what is left. */
const SMALL = 60;
const MONO = 'ui-monospace, "DejaVu Sans Mono", monospace';
/** Letters of an item's name that the head of a column has room for. */
const HEAD_LETTERS = 12;

export class Matrix {
  constructor(box) {
    this.plane = new Plane(box, (context, view) => this.#draw(context, view));
    box.addEventListener("pointermove", (event) => this.#point(event));
    box.addEventListener("pointerleave", () => this.#pointAt(-1));
    this.pointed = -1;
    /** Called with an option that is pointed at, or -1. */
    this.onpoint = () => {};
  }

  /** Shows another problem. */
  set(problem) {
    this.problem = problem;
    this.onlyLeft = problem.options > SMALL;
    this.scene = null;
    const names = problem.names.map((name) => cut(name, HEAD_LETTERS));
    this.heads = names;
    this.longest = names.reduce((most, name) => Math.max(most, name.length), 1);
  }

  /** Shows a state. `follow`: whether to scroll to where something happens. */
  show(state, left, follow) {
    const { problem } = this;
    const top = state.path[state.path.length - 1];
    const item = top.end === "solution" ? NONE : top.item;
    const rows = [];
    const columns = [];
    const tried = new Set(top.children.map((child) => child.option));
    const isCandidate = new Set(item === NONE ? [] : problem.optionsLeft(left, item));
    if (this.onlyLeft) {
      rows.push(...left.chosen.slice(-1), ...isCandidate);
      const fixed = new Set(rows);
      for (let o = 0; o < problem.options; o++) if (!left.gone[o] && !fixed.has(o)) rows.push(o);
      for (let i = 0; i < problem.items; i++) if (!left.coveredAt[i]) columns.push(i);
      if (left.chosen.length > 0) {
        const own = new Set();
        for (const o of left.chosen.slice(-1)) {
          for (let e = problem.starts[o]; e < problem.starts[o + 1]; e++) own.add(problem.entries[e]);
        }
        columns.unshift(...[...own].filter((i) => left.coveredAt[i]));
      }
    } else {
      for (let o = 0; o < problem.options; o++) rows.push(o);
      for (let i = 0; i < problem.items; i++) columns.push(i);
    }
    const column = new Int32Array(problem.items).fill(-1);
    columns.forEach((i, place) => (column[i] = place));
    const current = state.path.length > 1 ? top.option : NONE;
    this.scene = { state, left, item, rows, columns, column, tried, isCandidate, current, isDead: top.end === "dead" };
    this.#measure();
    if (follow) this.#follow();
    this.plane.redraw();
  }

  /** Sizes of cells and margins, in pixels. */
  #measure() {
    const { rows, columns } = this.scene;
    const upright = this.longest <= 2;
    const room = this.plane.box.clientWidth || 600;
    const gutter = 16 + 8 * String(this.problem.options).length + 8;
    const fitting = (room - gutter - 8) / Math.max(1, columns.length);
    const cell = Math.floor(Math.max(upright ? 20 : 16, Math.min(this.problem.options <= 12 ? 44 : 30, fitting)));
    const head = upright ? 46 : 30 + 7.3 * this.longest;
    Object.assign(this, { cell, gutter, head, upright });
    this.plane.resize(gutter + cell * columns.length + 8, head + cell * rows.length + 8);
  }

  #follow() {
    const { rows, item, column, current, isCandidate } = this.scene;
    const { cell, gutter, head } = this;
    const seen = current !== NONE && !isCandidate.size ? rows.indexOf(current) : rows.findIndex((o) => isCandidate.has(o));
    const row = seen >= 0 ? seen : rows.indexOf(current);
    const x = item !== NONE && column[item] >= 0 ? column[item] * cell : null;
    this.plane.reveal(x, row >= 0 ? row * cell : null, cell + gutter, cell + head, 2 * cell);
  }

  #draw(context, { x, y, width, height, colours }) {
    if (!this.scene) return;
    const { problem, cell, gutter, head } = this;
    const { left, item, rows, columns, column, current, isCandidate, tried, isDead } = this.scene;
    const firstRow = Math.max(0, Math.floor(y / cell));
    const lastRow = Math.min(rows.length, Math.ceil((y + height - head) / cell) + 1);
    const firstColumn = Math.max(0, Math.floor(x / cell));
    const lastColumn = Math.min(columns.length, Math.ceil((x + width - gutter) / cell) + 1);
    const atX = (place) => gutter + place * cell - x;
    const atY = (row) => head + row * cell - y;
    const fill = (level) => colours.fills[(level - 1) % HUES];
    const stroke = (level) => colours.strokes[(level - 1) % HUES];

    context.save();
    context.beginPath();
    context.rect(gutter, head, width - gutter, height - head);
    context.clip();
    // The column of the item that is branched on.
    if (item !== NONE && column[item] >= 0) {
      context.fillStyle = isDead ? colours.bad : colours.mark;
      context.globalAlpha = isDead ? 0.25 : 1;
      context.fillRect(atX(column[item]), head, cell, height);
      context.globalAlpha = 1;
    }
    for (let r = firstRow; r < lastRow; r++) {
      const o = rows[r];
      const level = left.chosenAt[o];
      const isGone = left.gone[o] && !level;
      if (level) {
        context.fillStyle = fill(level);
        context.fillRect(atX(0), atY(r) + 1, cell * columns.length, cell - 2);
      } else if (isCandidate.has(o)) {
        context.fillStyle = colours.mark;
        context.globalAlpha = tried.has(o) ? 0.35 : 1;
        context.fillRect(atX(0), atY(r) + 1, cell * columns.length, cell - 2);
        context.globalAlpha = 1;
      }
      context.strokeStyle = colours.line;
      context.globalAlpha = 0.5;
      context.lineWidth = 1;
      context.beginPath();
      context.moveTo(atX(firstColumn), Math.round(atY(r) + cell) - 0.5);
      context.lineTo(atX(lastColumn), Math.round(atY(r) + cell) - 0.5);
      context.stroke();
      context.globalAlpha = 1;
      const size = Math.max(5, Math.round(cell * 0.52));
      for (let e = problem.starts[o]; e < problem.starts[o + 1]; e++) {
        const i = problem.entries[e];
        const place = column[i];
        if (place < firstColumn || place >= lastColumn) continue;
        const isCovered = left.coveredAt[i] > 0;
        const [cx, cy] = [atX(place) + cell / 2, atY(r) + cell / 2];
        context.globalAlpha = isGone || (!level && isCovered && problem.colours[e] === 0) ? 0.16 : tried.has(o) && !level ? 0.45 : 1;
        context.fillStyle = level ? stroke(level) : colours.text;
        const colour = problem.colours[e];
        if (colour > 0) {
          context.font = `600 ${Math.round(cell * 0.55)}px ${MONO}`;
          context.textAlign = "center";
          context.textBaseline = "middle";
          context.fillText(cut(problem.about.colours[colour - 1], 2), cx, cy + 1);
        } else {
          context.beginPath();
          context.roundRect(cx - size / 2, cy - size / 2, size, size, 3);
          context.fill();
        }
      }
      context.globalAlpha = 1;
      if (o === current) {
        context.strokeStyle = stroke(level || 1);
        context.lineWidth = 2;
        context.strokeRect(atX(0) + 1, atY(r) + 1, cell * columns.length - 2, cell - 2);
      }
    }
    context.restore();
    this.#numbers(context, colours, { firstRow, lastRow, atY, height });
    this.#names(context, colours, { firstColumn, lastColumn, atX, width });
  }

  /** The numbers of the options, at the left. */
  #numbers(context, colours, { firstRow, lastRow, atY, height }) {
    const { cell, gutter, head } = this;
    const { rows, left, isCandidate, tried } = this.scene;
    context.save();
    context.beginPath();
    context.rect(0, head, gutter, height - head);
    context.clip();
    context.textAlign = "right";
    context.textBaseline = "middle";
    for (let r = firstRow; r < lastRow; r++) {
      const o = rows[r];
      const level = left.chosenAt[o];
      const isStrong = level > 0 || (isCandidate.has(o) && !tried.has(o)) || o === this.pointed;
      context.font = `${isStrong ? "700 " : ""}13px ${MONO}`;
      context.globalAlpha = left.gone[o] && !level ? 0.45 : 1;
      context.fillStyle = level ? colours.strokes[(level - 1) % HUES] : isStrong ? colours.text : colours.quiet;
      context.fillText(String(o + 1), gutter - 8, atY(r) + cell / 2 + 1);
    }
    context.restore();
  }

  /** The names of the items and their numbers of options, above. */
  #names(context, colours, { firstColumn, lastColumn, atX, width }) {
    const { problem, cell, gutter, head, upright, heads } = this;
    const { columns, left, item, isDead } = this.scene;
    this.scene.sizes ??= problem.sizes(left);
    const { sizes } = this.scene;
    context.save();
    context.beginPath();
    context.rect(gutter, 0, width - gutter, head);
    context.clip();
    for (let place = firstColumn; place < lastColumn; place++) {
      const i = columns[place];
      const level = left.coveredAt[i];
      const middle = atX(place) + cell / 2;
      const isHere = i === item && !level;
      context.globalAlpha = level ? 0.75 : 1;
      context.fillStyle = level ? colours.strokes[(level - 1) % HUES] : isHere && isDead ? colours.bad : isHere ? colours.link : colours.text;
      context.font = `${isHere || upright ? "700 " : ""}${upright ? 15 : 12}px ${MONO}`;
      context.textBaseline = "middle";
      if (upright) {
        context.textAlign = "center";
        context.fillText(heads[i], middle, 14);
      } else {
        context.save();
        context.translate(middle, head - 24);
        context.rotate(-Math.PI / 2);
        context.textAlign = "left";
        context.fillText(heads[i], 0, 1);
        context.restore();
      }
      if (level) {
        // A covered item is crossed out, so that it can be seen without colours.
        context.strokeStyle = context.fillStyle;
        context.lineWidth = 1.5;
        context.beginPath();
        context.moveTo(middle - 5, head - 12);
        context.lineTo(middle + 5, head - 12);
        context.stroke();
      } else {
        context.textAlign = "center";
        context.font = `${isHere ? "700 " : ""}11px ${MONO}`;
        context.fillStyle = isHere ? (isDead ? colours.bad : colours.link) : colours.quiet;
        context.fillText(sizes[i] > 999 ? "≥1k" : String(sizes[i]), middle, head - 11);
      }
      if (i === problem.primary && place > 0) {
        context.globalAlpha = 1;
        context.strokeStyle = colours.quiet;
        context.lineWidth = 1;
        context.beginPath();
        context.moveTo(atX(place) + 0.5, 4);
        context.lineTo(atX(place) + 0.5, head - 2);
        context.stroke();
      }
    }
    context.restore();
  }

  #point(event) {
    if (!this.scene) return;
    const box = this.plane.canvas.getBoundingClientRect();
    const row = Math.floor((event.clientY - box.top - this.head + this.plane.box.scrollTop) / this.cell);
    const inside = event.clientY - box.top > this.head;
    this.#pointAt(inside ? (this.scene.rows[row] ?? -1) : -1);
  }

  #pointAt(option) {
    if (option === this.pointed) return;
    this.pointed = option;
    this.onpoint(option);
    this.plane.redraw();
  }
}
