// What is chosen so far, and the solutions that were found: as pictures if items have places, otherwise as text.

import { h, picture } from "./basics.js";
import { HUES } from "./cover-canvas.js";
import { plural } from "./cover-words.js";

/** Chosen options that are listed. */
const MOST_ROWS = 30;
/** Solutions that are kept. */
const MOST = 1000;

export class Found {
  constructor(part, engine) {
    Object.assign(this, { part, engine });
    this.solutions = [];
    this.shown = -1;
    this.drawing = 0;
    part("found-before").addEventListener("click", () => this.#choose(this.shown - 1));
    part("found-after").addEventListener("click", () => this.#choose(this.shown + 1));
    part("found-list").addEventListener("change", () => this.#choose(Number(part("found-list").value)));
  }

  set(problem, about) {
    Object.assign(this, { problem, about });
    this.solutions = [];
    this.shown = -1;
    this.listed = 0;
    this.part("found-list").replaceChildren();
    this.part("found").hidden = true;
    this.part("board").hidden = true;
    this.last = null;
  }

  /** A solution that the search has reached, perhaps once more. */
  add(state) {
    if (state.solutions <= this.solutions.length || this.solutions.length >= MOST) return;
    this.solutions.push(state.path.slice(1).map((node) => node.option).filter((option) => option >= 0));
  }

  /** Shows the options chosen so far and, if there is time, their picture. */
  partial(problem, left, isCalm, state) {
    const { part } = this;
    const hidden = Math.max(0, left.chosen.length - MOST_ROWS);
    const rows = left.chosen.slice(hidden).map((option) =>
      h("li", {}, h("span", { class: `cover-hue cover-hue-${(left.chosenAt[option] - 1) % HUES}` }, String(option + 1)), ` ${problem.optionWords(option)}`),
    );
    if (hidden > 0) rows.unshift(h("li", { class: "quiet" }, `… ${hidden} before these`));
    part("chosen").replaceChildren(...rows);
    part("chosen-none").hidden = rows.length > 0;
    if (isCalm && this.about.has_board) this.#draw(part("board"), left.chosen, "", `The board with ${left.chosen.length} options chosen`);
    if (isCalm || this.solutions.length < 2) this.#list(state);
  }

  #list(state) {
    const { part, solutions } = this;
    part("found").hidden = solutions.length === 0;
    const isNew = this.listed < solutions.length;
    for (; this.listed < solutions.length; this.listed++) part("found-list").append(new Option(`Solution ${this.listed + 1}`, this.listed));
    part("found-note").textContent = solutions.length === MOST ? `The first ${MOST} solutions are kept.` : `${plural(solutions.length, "solution")} so far.`;
    const at = state.top.end === "solution" ? state.solutions - 1 : isNew ? solutions.length - 1 : this.shown;
    if (at !== this.shown && at < solutions.length) this.#choose(at);
    else this.#buttons();
  }

  #buttons() {
    this.part("found-before").disabled = this.shown <= 0;
    this.part("found-after").disabled = this.shown >= this.solutions.length - 1;
  }

  #choose(place) {
    const { part, problem } = this;
    if (!(place >= 0 && place < this.solutions.length)) return;
    this.shown = place;
    part("found-list").value = place;
    this.#buttons();
    const solution = this.solutions[place];
    part("found-text").textContent = solution.slice(0, 200).map((option) => problem.optionWords(option)).join("\n") + (solution.length > 200 ? `\n… ${solution.length - 200} more` : "");
    part("found-picture").hidden = true;
    if (this.about.has_board) this.#draw(part("found-picture"), solution, `Solution ${place + 1}`, `Solution ${place + 1}: ${part("found-text").textContent}`);
  }

  /** Draws options on the board, unless something newer is to be drawn. */
  async #draw(image, options, caption, words) {
    const { problem } = this;
    const mine = (image.drawing = (image.drawing ?? 0) + 1);
    try {
      const svg = await this.engine.call(".drawing", Uint32Array.from(options), caption);
      if (mine !== image.drawing || problem !== this.problem) return;
      image.hidden = !svg;
      if (svg) picture(image, svg, words);
    } catch {
      // The problem was replaced meanwhile.
    }
  }
}
