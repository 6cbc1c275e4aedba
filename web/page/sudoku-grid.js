// The grid of the part Sudoku: an accessible grid, of which only cells that have changed are drawn again.

import { h } from "./basics.js";

const SIGNS = { "!": "wrong or twice", "×": "a candidate is struck out", "*": "part of the reason" };

/** A cell in words, as a screen reader says it. */
function words(cell, row, column) {
  const parts = [cell.digit > 0 ? `${cell.digit}, ${cell.origin}` : "empty"];
  if (cell.small) parts.push(`${cell.pencilled ? "pencil marks" : "candidates"} ${cell.small.join(" ")}`);
  if (cell.struck) parts.push(`struck out ${cell.struck.join(" ")}`);
  if (cell.sign) parts.push(SIGNS[cell.sign]);
  return `row ${row} column ${column}: ${parts.join(", ")}`;
}

/** Small digits, each in a place of its own, as text with elements for those that are struck out. */
function small(cell, side, n) {
  const width = String(side).length;
  const pieces = [];
  let text = "";
  for (let digit = 1; digit <= side; digit++) {
    const shown = (cell.small.includes(digit) ? String(digit) : "").padStart(width);
    if (cell.struck?.includes(digit)) {
      pieces.push(text, h("s", {}, shown));
      text = "";
    } else text += shown;
    if (digit < side) text += digit % n === 0 ? "\n" : " ";
  }
  return h("span", { class: "small", "aria-hidden": "true" }, ...pieces, text);
}

export class SudokuGrid {
  #place;
  #side = 0;
  #cells = [];
  #drawn = [];
  #cursor = -1;

  /** `choose` is called with the number of a cell that is clicked. */
  constructor(place, choose) {
    this.#place = place;
    place.addEventListener("pointerdown", (event) => {
      const cell = event.target.closest("[role=gridcell]");
      if (cell) choose(Number(cell.dataset.cell));
    });
    // A screen reader may click without a pointer, and may move the focus by itself.
    place.addEventListener("focusin", (event) => {
      const cell = Number(event.target.dataset.cell);
      if (cell !== this.#cursor) choose(cell);
    });
  }

  get hasFocus() {
    return this.#place.contains(document.activeElement);
  }

  focus() {
    this.#cells[this.#cursor]?.focus();
  }

  /** Draws a state; the focus follows the cursor unless a search moves it. */
  draw({ side, cells, cursor, steps }) {
    if (side !== this.#side) this.#make(side);
    const hasFocus = this.hasFocus;
    const n = Math.sqrt(side);
    const hasSmall = cells.some((cell) => cell.small);
    this.#place.classList.toggle("with-small", hasSmall);
    cells.forEach((cell, i) => {
      const key = JSON.stringify(cell);
      if (this.#drawn[i] === key) return;
      this.#drawn[i] = key;
      const element = this.#cells[i];
      const sign = { "!": "clash", "×": "striking", "*": "reason" }[cell.sign] ?? "";
      element.className = `cell ${element.dataset.edges} ${cell.origin ?? ""} ${sign}`;
      element.setAttribute("aria-label", words(cell, Math.floor(i / side) + 1, (i % side) + 1));
      const shown = cell.small ? small(cell, side, n) : h("span", { "aria-hidden": "true" }, cell.digit > 0 ? String(cell.digit) : "");
      element.replaceChildren(...(cell.sign ? [h("span", { class: "sign", "aria-hidden": "true" }, cell.sign)] : []), shown);
    });
    if (cursor !== this.#cursor) {
      const before = this.#cells[this.#cursor];
      before?.setAttribute("tabindex", "-1");
      before?.setAttribute("aria-selected", "false");
      this.#cursor = cursor;
      this.#cells[cursor].setAttribute("tabindex", "0");
      this.#cells[cursor].setAttribute("aria-selected", "true");
      if (hasFocus && steps === null) this.focus();
    }
  }

  #make(side) {
    const n = Math.sqrt(side);
    const hadFocus = this.hasFocus;
    this.#side = side;
    this.#drawn = [];
    this.#cells = Array.from({ length: side * side }, (_, i) => {
      const column = i % side;
      const edges = `${column % n === n - 1 && column < side - 1 ? "thick" : ""}`;
      return h("div", { role: "gridcell", class: "cell", tabindex: "-1", "aria-selected": "false", "data-cell": i, "data-edges": edges });
    });
    const rows = Array.from({ length: side }, (_, row) => {
      const thick = row % n === n - 1 && row < side - 1 ? "thick" : "";
      return h("div", { role: "row", class: thick }, ...this.#cells.slice(row * side, (row + 1) * side));
    });
    this.#place.style.setProperty("--side", side);
    this.#place.dataset.side = side;
    this.#place.replaceChildren(...rows);
    this.#cursor = -1;
    if (hadFocus) requestAnimationFrame(() => this.focus());
  }
}
