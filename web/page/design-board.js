// Layers of cells that are drawn with a pointer or the keyboard.

import { h } from "./basics.js";

export class Board {
  /** `name` is how the board is read aloud. */
  constructor(place, name) {
    Object.assign(this, { place, name });
    /** Called when the user has changed cells. */
    this.onchange = () => {};
    this.at = 0;
    place.classList.add("design-board");
    place.addEventListener("keydown", (event) => this.#key(event));
    place.addEventListener("pointerdown", (event) => this.#down(event));
    place.addEventListener("pointermove", (event) => this.#move(event));
    place.addEventListener("focusin", (event) => {
      const index = this.cells.indexOf(event.target);
      if (index >= 0) this.#focus(index, false);
    });
    for (const kind of ["pointerup", "pointercancel"]) window.addEventListener(kind, () => (this.painting = undefined));
  }

  /** Shows a box of `[layers, rows, columns]` with some cells filled. */
  set(size, filled) {
    this.size = size;
    this.filled = [...filled];
    this.cells = [];
    this.at = Math.min(this.at, this.filled.length - 1);
    const [layers, rows, columns] = size;
    const side = columns > 30 ? 18 : columns > 16 || rows > 16 ? 24 : 32;
    this.place.style.setProperty("--side", `${side}px`);
    const boards = [];
    for (let layer = 0; layer < layers; layer++) {
      const grid = h("div", { role: "grid", "aria-multiselectable": "true", "aria-label": layers > 1 ? `${this.name}, layer ${layer + 1}` : this.name });
      for (let row = 0; row < rows; row++) {
        const line = h("div", { role: "row" });
        for (let column = 0; column < columns; column++) {
          const cell = h("span", { role: "gridcell", tabindex: "-1" });
          this.cells.push(cell);
          line.append(cell);
        }
        grid.append(line);
      }
      boards.push(layers > 1 ? h("figure", {}, h("figcaption", { class: "quiet" }, `Layer ${layer + 1}`), grid) : grid);
    }
    this.place.replaceChildren(...boards);
    for (let i = 0; i < this.cells.length; i++) this.#show(i);
    this.cells[this.at].tabIndex = 0;
  }

  #show(index) {
    const [, rows, columns] = this.size;
    const cell = this.cells[index];
    const isFilled = this.filled[index];
    cell.setAttribute("aria-selected", isFilled);
    cell.setAttribute("aria-label", `Row ${(Math.floor(index / columns) % rows) + 1}, column ${(index % columns) + 1}, ${isFilled ? "filled" : "empty"}`);
  }

  #fill(index, value) {
    if (this.filled[index] === value) return;
    this.filled[index] = value;
    this.#show(index);
    this.onchange();
  }

  #focus(index, isMoved = true) {
    this.cells[this.at].tabIndex = -1;
    this.at = index;
    this.cells[index].tabIndex = 0;
    if (isMoved) this.cells[index].focus();
  }

  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const [layers, rows, columns] = this.size;
    const layer = Math.floor(this.at / (rows * columns));
    const [row, column] = [Math.floor(this.at / columns) % rows, this.at % columns];
    const to = {
      ArrowUp: [layer, row - 1, column],
      ArrowDown: [layer, row + 1, column],
      ArrowLeft: [layer, row, column - 1],
      ArrowRight: [layer, row, column + 1],
      PageUp: [layer - 1, row, column],
      PageDown: [layer + 1, row, column],
      Home: [layer, row, 0],
      End: [layer, row, columns - 1],
    }[event.key];
    if (event.key === " " || event.key === "Enter") {
      this.#fill(this.at, !this.filled[this.at]);
    } else if (to) {
      const isInside = to.every((place, axis) => place >= 0 && place < [layers, rows, columns][axis]);
      if (isInside) {
        const value = this.filled[this.at];
        this.#focus((to[0] * rows + to[1]) * columns + to[2]);
        // With the shift key, the cells on the way become as the one where it began.
        if (event.shiftKey) this.#fill(this.at, value);
      }
    } else {
      return;
    }
    event.preventDefault();
  }

  #down(event) {
    const index = this.cells.indexOf(event.target);
    if (index < 0 || event.button !== 0) return;
    event.preventDefault();
    // Touch would keep all further events at the first cell.
    event.target.releasePointerCapture?.(event.pointerId);
    this.painting = !this.filled[index];
    this.last = index;
    this.#focus(index);
    this.#fill(index, this.painting);
  }

  #move(event) {
    if (this.painting === undefined) return;
    const index = this.cells.indexOf(document.elementFromPoint(event.clientX, event.clientY));
    if (index < 0) return;
    // A quick hand leaves out cells between two events.
    for (const between of this.#line(this.last, index)) this.#fill(between, this.painting);
    this.last = index;
  }

  /** The cells from one after `from` to `to`, in a straight line if both are in one layer. */
  #line(from, to) {
    const [, rows, columns] = this.size;
    const area = rows * columns;
    const base = Math.floor(to / area) * area;
    if (Math.floor(from / area) * area !== base) return [to];
    const [row, column] = [Math.floor((from - base) / columns), (from - base) % columns];
    const [down, right] = [Math.floor((to - base) / columns) - row, ((to - base) % columns) - column];
    const steps = Math.max(Math.abs(down), Math.abs(right));
    return Array.from({ length: steps }, (_, i) => {
      const share = (i + 1) / steps;
      return base + (row + Math.round(down * share)) * columns + column + Math.round(right * share);
    });
  }
}

/** The drawing of cells, as a spec has it: `#` and `.`, `/` before a row, `+` before a layer. Empty margins are left out. */
export function drawing([layers, rows, columns], filled) {
  const range = (count) => Array.from({ length: count }, (_, i) => i);
  const has = (layer, row, column) => filled[(layer * rows + row) * columns + column];
  const used = [
    range(layers).filter((l) => range(rows).some((r) => range(columns).some((c) => has(l, r, c)))),
    range(rows).filter((r) => range(layers).some((l) => range(columns).some((c) => has(l, r, c)))),
    range(columns).filter((c) => range(layers).some((l) => range(rows).some((r) => has(l, r, c)))),
  ];
  if (used[0].length === 0) return "";
  const [ls, rs, cs] = used.map((places) => range(places[places.length - 1] - places[0] + 1).map((i) => places[0] + i));
  return ls.map((l) => rs.map((r) => cs.map((c) => (has(l, r, c) ? "#" : ".")).join("")).join("/")).join("+");
}

/** The number of cells of a drawing. */
export const cellsOf = (text) => text.split("#").length - 1;

/** A small picture of a drawing. */
export function thumbnail(text) {
  const layers = text.split("+").map((layer) => layer.split("/"));
  const boxes = layers.map((rows) => {
    const columns = Math.max(...rows.map((row) => row.length));
    const squares = rows.flatMap((row) => Array.from({ length: columns }, (_, c) => h("i", { class: row[c] === "#" ? "on" : "" })));
    const box = h("span", { class: layers.length > 1 ? "design-thumb" : "design-thumb flat" }, ...squares);
    box.style.gridTemplateColumns = `repeat(${columns}, 1fr)`;
    box.style.width = `${columns * 11}px`;
    return box;
  });
  return h("span", { class: "design-thumbs", "aria-hidden": "true" }, ...boxes);
}
