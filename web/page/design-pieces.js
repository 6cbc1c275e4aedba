// The pieces of a design: sets of all pieces of a size, and pieces drawn.

import { h, say } from "./basics.js";
import { Board, cellsOf, drawing, thumbnail } from "./design-board.js";
import { plural } from "./cover-words.js";

/** Sets of pieces, as family and set of a spec. */
const FLAT_SETS = [
  ["Monomino", "polyominoes", "1"],
  ["Domino", "polyominoes", "2"],
  ["Trominoes (2)", "polyominoes", "3"],
  ["Tetrominoes (5)", "polyominoes", "4"],
  ["Pentominoes (12)", "polyominoes", "5"],
  ["Hexominoes (35)", "polyominoes", "6"],
];
const SOLID_SETS = [
  ...FLAT_SETS.slice(0, 5),
  ["Tetracubes (8)", "polycubes", "4"],
  ["Pentacubes (29)", "polycubes", "5"],
  ["Soma (7)", "polycubes", "##/#.,###/#..,###/.#.,##./.##,##/#.+../#.,##/#.+.#/..,##/#.+#./.."],
];
/** Size of the board on which pieces are drawn. */
const FLAT = [1, 6, 6];
const SOLID = [3, 3, 4];
/** Copies of a piece, at most. */
const MOST_COPIES = 999;

export class Pieces {
  /** `changed` is called when the user has changed the pieces. */
  constructor(part, reader, changed) {
    Object.assign(this, { part, reader, changed });
    this.list = [];
    this.board = new Board(part("piece"), "Piece");
    part("add-set").addEventListener("click", () => this.#addSet(false));
    part("only-set").addEventListener("click", () => this.#addSet(true));
    part("add-piece").addEventListener("click", () => this.#addDrawn());
    part("no-pieces").addEventListener("click", () => this.#change(() => (this.list = [])));
    this.board.onchange = () => say(part("piece-said"), "");
  }

  /** Offers flat or solid pieces. */
  solid(is) {
    const sets = is ? SOLID_SETS : FLAT_SETS;
    const select = this.part("set");
    select.replaceChildren(...sets.map(([name, ...set]) => new Option(name, set.join(":"))));
    select.selectedIndex = Math.min(4, sets.length - 1);
    const size = is ? SOLID : FLAT;
    this.board.set(size, Array(size[0] * size[1] * size[2]).fill(false));
    if (!is && this.list.some(({ drawing }) => drawing.includes("+"))) {
      this.#change(() => (this.list = this.list.filter(({ drawing }) => !drawing.includes("+"))));
    }
  }

  /** Shows the pieces of a spec, which names them by a set such as `5` or by drawings. */
  set(pieces, family, set) {
    this.list = pieces.map(([drawing, copies]) => ({ drawing, copies }));
    this.known = { family, set };
    this.#show();
  }

  /** The family and the pieces, as a spec has them. */
  spec(isSolid) {
    // A set keeps its short name until it is changed.
    if (this.known && (isSolid || this.known.family === "polyominoes")) return this.known;
    const words = this.list.map(({ drawing, copies }) => (copies > 1 ? `${copies}x${drawing}` : drawing));
    return { family: isSolid ? "polycubes" : "polyominoes", set: words.join(",") };
  }

  #change(change) {
    change();
    this.known = null;
    this.#show();
    this.changed();
  }

  #add(more) {
    for (const { drawing, copies } of more) {
      const same = this.list.find((piece) => piece.drawing === drawing);
      if (same) same.copies = Math.min(MOST_COPIES, same.copies + copies);
      else this.list.push({ drawing, copies });
    }
    this.list.sort((a, b) => cellsOf(a.drawing) - cellsOf(b.drawing));
  }

  async #addSet(isOnly) {
    const [family, set] = this.part("set").value.split(":");
    const { pieces } = await this.reader.ask("design", `${family}:${set}:1x1:any`);
    const more = pieces.map(([drawing, copies]) => ({ drawing, copies }));
    const wasEmpty = isOnly || this.list.length === 0;
    this.#change(() => {
      if (isOnly) this.list = [];
      this.#add(more);
    });
    if (wasEmpty) {
      this.known = { family, set };
      this.changed();
    }
  }

  async #addDrawn() {
    const text = drawing(this.board.size, this.board.filled);
    const { part } = this;
    if (!text) {
      say(part("piece-said"), "Draw a piece first: fill some of its cells.", true);
      return;
    }
    const family = text.includes("+") ? "polycubes" : "polyominoes";
    // The same piece has the same drawing, however it was turned.
    const { pieces } = await this.reader.ask("design", `${family}:${text}:1x1:any`);
    this.#change(() => this.#add(pieces.map(([drawing, copies]) => ({ drawing, copies }))));
    this.board.set(this.board.size, this.board.filled.map(() => false));
    say(part("piece-said"), "Added.");
  }

  #show() {
    const items = this.list.map((piece, place) => {
      const name = `Piece ${place + 1}, ${plural(cellsOf(piece.drawing), "cell")}`;
      const copies = h("input", { type: "number", min: 1, max: MOST_COPIES, value: piece.copies, "aria-label": `Copies of piece ${place + 1}` });
      copies.addEventListener("change", () => {
        const value = Math.round(Number(copies.value));
        this.#change(() => (piece.copies = Math.max(1, Math.min(MOST_COPIES, Number.isFinite(value) ? value : 1))));
        this.part("pieces").querySelectorAll("input")[place]?.focus();
      });
      const remove = h("button", { type: "button", "aria-label": `Remove piece ${place + 1}`, onclick: () => {
        this.#change(() => this.list.splice(place, 1));
        const buttons = this.part("pieces").querySelectorAll("button");
        (buttons[Math.min(place, buttons.length - 1)] ?? this.part("set")).focus();
      } }, "✕");
      return h("li", { "aria-label": name }, thumbnail(piece.drawing), h("span", { class: "design-copies" }, copies, remove));
    });
    this.part("pieces").replaceChildren(...items);
    this.part("no-pieces").disabled = this.list.length === 0;
  }
}
