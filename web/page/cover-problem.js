// A problem as the page draws it: items, options, and what choosing some of them leaves.

import { NONE } from "./cover-film.js";

/** Letters of a name that are shown. Names may have a thousand. */
const SHOWN = 40;

export const cut = (name, most = SHOWN) => (name.length > most ? `${name.slice(0, most - 1)}…` : name);

export class CoverProblem {
  /** `about` and the arrays are those of the class `Cover` of the module. */
  constructor(about, starts, entries, colours) {
    Object.assign(this, { about, starts, entries, colours });
    this.items = about.items;
    this.primary = about.primary;
    this.options = about.options;
    this.names = about.names;
    this.hasSeveral = about.bounds !== null;
    // The places of each item's entries: those of item i are `byItem[itemStarts[i]]` to before `itemStarts[i + 1]`.
    this.itemStarts = new Uint32Array(this.items + 1);
    for (const item of entries) this.itemStarts[item + 1]++;
    for (let i = 0; i < this.items; i++) this.itemStarts[i + 1] += this.itemStarts[i];
    this.byItem = new Uint32Array(entries.length);
    this.optionOf = new Uint32Array(entries.length);
    const next = this.itemStarts.slice();
    for (let option = 0; option < this.options; option++) {
      for (let e = starts[option]; e < starts[option + 1]; e++) {
        this.byItem[next[entries[e]]++] = e;
        this.optionOf[e] = option;
      }
    }
    this.choosable = new Uint8Array(this.options);
    for (let e = 0; e < entries.length; e++) if (entries[e] < this.primary) this.choosable[this.optionOf[e]] = 1;
  }

  /** The lower and upper bound of a primary item. */
  bounds(item) {
    return this.about.bounds?.[item] ?? [1, 1];
  }

  /** The items of an option, with their colours. */
  optionWords(option, most = 12) {
    const words = [];
    const [from, to] = [this.starts[option], this.starts[option + 1]];
    for (let e = from; e < to && words.length < most; e++) words.push(this.entryWords(e));
    if (to - from > most) words.push(`… ${to - from - most} more`);
    return words.join(" ");
  }

  entryWords(e) {
    const colour = this.colours[e];
    const name = cut(this.names[this.entries[e]]);
    return colour > 0 ? `${name}:${cut(this.about.colours[colour - 1])}` : name;
  }

  /** What is left when the branches of a path of nodes are taken, as Algorithms X, C and M leave it. */
  left(path) {
    const { items, options, primary } = this;
    const gone = new Uint8Array(options);
    for (let option = 0; option < options; option++) gone[option] = 1 - this.choosable[option];
    const left = {
      /** By option, 1 if it cannot be chosen any more. */
      gone,
      /** By item, the level (from 1) of the option that covered it for the last time, or 0. */
      coveredAt: new Uint16Array(items),
      /** By item, the colour that it has, or 0. */
      colour: new Uint32Array(items),
      /** By option, the level at which it was chosen, or 0. */
      chosenAt: new Uint16Array(options),
      /** By primary item, how often it may still be covered. */
      bound: new Int32Array(primary),
      /** By level, the number of options that the item had when the search branched on it. */
      sizes: [],
      chosen: [],
    };
    for (let item = 0; item < primary; item++) left.bound[item] = this.bounds(item)[1];
    for (let level = 1; level < path.length; level++) {
      const { item } = path[level - 1];
      const { option } = path[level];
      left.sizes.push(this.#sizeOf(left, item));
      left.bound[item]--;
      if (option === NONE) {
        left.coveredAt[item] = level;
        this.#hide(left, item, () => true);
        continue;
      }
      left.chosenAt[option] = level;
      left.chosen.push(option);
      if (left.bound[item] === 0) {
        left.coveredAt[item] = level;
        this.#hide(left, item, () => true);
      } else {
        this.#hide(left, item, (e) => this.optionOf[e] <= option);
      }
      for (let e = this.starts[option]; e < this.starts[option + 1]; e++) {
        const other = this.entries[e];
        const colour = this.colours[e];
        if (other === item) continue;
        if (other < primary) {
          if (--left.bound[other] > 0) continue;
        } else if (colour > 0) {
          if (left.colour[other] > 0) continue;
          left.colour[other] = colour;
          left.coveredAt[other] = level;
          this.#hide(left, other, (p) => this.colours[p] !== colour);
          continue;
        }
        left.coveredAt[other] = level;
        this.#hide(left, other, () => true);
      }
    }
    const top = path[path.length - 1];
    if (top.item !== NONE) left.sizes.push(this.#sizeOf(left, top.item));
    return left;
  }

  #hide(left, item, which) {
    for (let i = this.itemStarts[item]; i < this.itemStarts[item + 1]; i++) {
      const e = this.byItem[i];
      if (which(e)) left.gone[this.optionOf[e]] = 1;
    }
  }

  #sizeOf(left, item) {
    let size = 0;
    for (let i = this.itemStarts[item]; i < this.itemStarts[item + 1]; i++) size += 1 - left.gone[this.optionOf[this.byItem[i]]];
    return size;
  }

  /** The number of options left of each item. */
  sizes(left) {
    const sizes = new Uint32Array(this.items);
    for (let e = 0; e < this.entries.length; e++) if (!left.gone[this.optionOf[e]]) sizes[this.entries[e]]++;
    return sizes;
  }

  /** The places of the entries of an item that are left. */
  optionsLeft(left, item) {
    const options = [];
    for (let i = this.itemStarts[item]; i < this.itemStarts[item + 1]; i++) {
      const option = this.optionOf[this.byItem[i]];
      if (!left.gone[option]) options.push(option);
    }
    return options;
  }
}
