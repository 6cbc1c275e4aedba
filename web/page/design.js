// The designer of packing puzzles: an area, and the pieces that are to fill it. A design is the spec of a family, such as
// `polyominoes:5:6x10`, which is its link as well.

import { saves, say, takeFiles } from "./basics.js";
import { Board, cellsOf, drawing } from "./design-board.js";
import { Pieces } from "./design-pieces.js";
import { Solving } from "./design-solve.js";
import { plural } from "./cover-words.js";
import { Engine } from "./engine.js";

/** Designs to begin with. */
const EXAMPLES = [
  ["Pentominoes in 6 × 10", "polyominoes:5:6x10:reduced"],
  ["Pentominoes around a hole", "pentominoes:8x8-hole:reduced"],
  ["Pieces of 1 to 4 squares in 4 × 7", "polyominoes:1-4:4x7"],
  ["Tetrominoes in 4 × 5: no solution", "polyominoes:4:4x5"],
  ["Dominoes on a chessboard without two corners", "polyominoes:2:.#######/########/########/########/########/########/########/#######.:any"],
  ["One-sided tetrominoes, two sets, in 7 × 8", "polyominoes:2x####,2x##/##,2x###/.#.,2x###/..#,2x###/#..,2x##./.##,2x.##/##.:7x8:one-sided"],
  ["The Soma cube", "soma:reduced"],
  ["Solid pentominoes in 3 × 4 × 5", "polyominoes:5:3x4x5"],
  ["Tetracubes in 2 × 4 × 4", "polycubes:4:2x4x4"],
];
/** Limits of the board, as in `design.rs`. */
const MOST = { layers: 12, rows: 60, columns: 60, cells: 2400 };
/** Largest file that is read, in bytes. */
const LARGEST = 50_000_000;
/** Longest text that a link contains, in characters. */
const LONGEST_LINK = 4000;

export function start(section) {
  const part = (name) => section.querySelector(`#design-${name}`);
  const reader = new Engine();
  const board = new Board(part("board"), "Area");
  const pieces = new Pieces(part, reader, () => changed());
  const solving = new Solving(part);
  let isSolid = false;
  let asked = 0;
  /** The spec of what was loaded, as the page writes it. */
  let example = "";

  for (const [name, spec] of EXAMPLES) part("example").append(new Option(name, spec));

  /** The spec of what is drawn; empty if there is nothing to fill. */
  function spec() {
    const [layers, rows, columns] = board.size;
    const isWhole = board.filled.every((cell) => cell);
    const area = isWhole ? [...(isSolid ? [layers] : []), rows, columns].join("x") : drawing(board.size, board.filled);
    const { family, set } = pieces.spec(isSolid);
    if (!area || !set) return "";
    const flags = [];
    if (part("one-sided").checked && !isSolid) flags.push("one-sided");
    if (part("any").checked) flags.push("any");
    else if (part("reduced").checked) flags.push("reduced");
    return [family, set, area, ...flags].join(":");
  }

  /** What the design is, in words and in its links. */
  function changed() {
    const now = spec();
    if (now !== example) part("example").value = "";
    const noun = isSolid ? "cube" : "square";
    const area = board.filled.filter((cell) => cell).length;
    const all = pieces.list.reduce((sum, { drawing: piece, copies }) => sum + copies * cellsOf(piece), 0);
    const count = pieces.list.reduce((sum, { copies }) => sum + copies, 0);
    const isAny = part("any").checked;
    const balance = [`The area has ${plural(area, noun)}.`];
    let bad = false;
    if (area === 0) [balance[0], bad] = ["Draw an area: nothing is filled yet.", true];
    else if (count === 0) [balance[1], bad] = ["Add a piece.", true];
    else if (isAny) {
      const each = pieces.list.length === 1 ? "The piece" : `Each of the ${pieces.list.length} pieces`;
      balance.push(`${each} may be used any number of times.`);
    }
    else if (all < area) {
      balance.push(`The ${plural(count, "piece")} have ${plural(all, noun)}: too few. Add pieces or copies, or allow any number of each.`);
      bad = true;
    } else if (all === area) balance.push(`The ${plural(count, "piece")} have as many: each is used.`);
    else balance.push(`The ${plural(count, "piece")} have ${plural(all, noun)}: some are left over.`);
    say(part("balance"), balance.join(" "), bad);
    part("pieces").classList.toggle("any", isAny);
    for (const name of ["solve", "count", "save"]) part(name).disabled = bad;
    for (const name of ["link", "watch"]) part(name).hidden = bad || now.length > LONGEST_LINK;
    part("link").href = `#design?${new URLSearchParams({ spec: now })}`;
    part("watch").href = `#cover?${new URLSearchParams({ problem: now })}`;
    part("spec").textContent = now;
    if (location.hash.startsWith("#design?") && !bad && now.length <= LONGEST_LINK) history.replaceState(null, "", part("link").hash);
    if (now !== solving.spec) solving.clear(bad ? "" : now);
  }

  /** Shows a box, which keeps what it has in common with the one before. */
  function resize() {
    const limit = (name) => {
      const value = Math.round(Number(part(name).value));
      return Math.max(1, Math.min(MOST[name], Number.isFinite(value) ? value : 1));
    };
    const size = [isSolid ? limit("layers") : 1, limit("rows"), limit("columns")];
    if (size[0] * size[1] * size[2] > MOST.cells) {
      say(part("said"), `found ${(isSolid ? size : size.slice(1)).join(" × ")} cells; expected at most ${MOST.cells} in all`, true);
      sizes(board.size);
      return;
    }
    const [, oldRows, oldColumns] = board.size;
    const filled = [];
    for (let layer = 0; layer < size[0]; layer++) {
      for (let row = 0; row < size[1]; row++) {
        for (let column = 0; column < size[2]; column++) {
          const isOld = layer < board.size[0] && row < oldRows && column < oldColumns;
          filled.push(isOld ? board.filled[(layer * oldRows + row) * oldColumns + column] : true);
        }
      }
    }
    say(part("said"), "");
    sizes(size);
    board.set(size, filled);
    changed();
  }

  function sizes([layers, rows, columns]) {
    part("layers").value = layers;
    part("rows").value = rows;
    part("columns").value = columns;
  }

  function solid(is) {
    isSolid = is;
    part(is ? "solid" : "flat").checked = true;
    part("layers-field").hidden = !is;
    part("one-sided-field").hidden = is;
    pieces.solid(is);
  }

  /** Shows the design of a spec. */
  async function load(text) {
    const mine = ++asked;
    try {
      const design = await reader.ask("design", text);
      if (mine !== asked) return;
      const [family, set, area, ...flags] = design.spec.split(":");
      solid(family === "polycubes" || design.size[0] > 1 || area.split("x").length === 3);
      part("one-sided").checked = flags.includes("one-sided");
      part("any").checked = flags.includes("any");
      part("reduced").checked = flags.includes("reduced");
      sizes(design.size);
      board.set(design.size, design.cells);
      pieces.set(design.pieces, family, set);
      part("example").value = EXAMPLES.some(([, spec]) => spec === text) ? text : "";
      say(part("said"), "");
      example = spec();
      changed();
    } catch (error) {
      if (mine === asked) say(part("said"), error.message, true);
    }
  }

  async function take([file]) {
    try {
      if (file.size > LARGEST) throw new Error(`found ${Math.round(file.size / 1e6)} MB; expected at most 50`);
      const text = await file.text();
      const found = await reader.call("recordedSpec", text);
      part("other").hidden = true;
      if (found !== undefined && found !== null) {
        await load(found);
        return;
      }
      const isShort = text.length <= LONGEST_LINK;
      say(part("said"), `${file.name}: found no line \`| family …\`, from which a design is read. ${isShort ? "" : "Paste the text under Algorithm X to see its search."}`, true);
      part("other").hidden = !isShort;
      part("other").href = `#cover?${new URLSearchParams({ dlx: text })}`;
    } catch (error) {
      say(part("said"), error.message, true);
    }
  }

  board.onchange = changed;
  part("example").addEventListener("change", () => part("example").value && load(part("example").value));
  for (const name of ["layers", "rows", "columns"]) part(name).addEventListener("change", resize);
  for (const name of ["flat", "solid"]) {
    part(name).addEventListener("change", () => {
      solid(part("solid").checked);
      if (!isSolid) part("layers").value = 1;
      resize();
    });
  }
  for (const name of ["one-sided", "any", "reduced"]) {
    part(name).addEventListener("change", () => {
      if (name === "any" && part("any").checked) part("reduced").checked = false;
      if (name === "reduced" && part("reduced").checked) part("any").checked = false;
      changed();
    });
  }
  const fill = (value) => {
    say(part("said"), "");
    board.set(board.size, board.filled.map(() => value));
    changed();
  };
  part("fill").addEventListener("click", () => fill(true));
  part("empty").addEventListener("click", () => fill(false));
  part("invert").addEventListener("click", () => {
    board.set(board.size, board.filled.map((cell) => !cell));
    changed();
  });
  part("save").addEventListener("click", async () => {
    try {
      const text = await solving.text();
      saves(part("saved"), text, "design.dlx");
      part("saved").click();
    } catch (error) {
      say(part("said"), error.message, true);
    }
  });
  takeFiles(part("file"), part("load"), take);

  solid(false);
  board.set([1, 1, 1], [true]);
  queueMicrotask(() => {
    if (asked === 0) load(EXAMPLES[0][1]);
  });

  return {
    open(parameters) {
      const text = parameters.get("spec");
      if (text === null) {
        say(part("said"), "The link names no design; expected `spec=`, as in #design?spec=polyominoes:5:6x10", true);
        return;
      }
      // The address follows what is drawn, so the part may be asked for what it shows.
      if (text !== spec()) return load(text);
    },
  };
}
