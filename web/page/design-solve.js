// Solutions of a design: pictures, their number, and why there is none.

import { picture, say } from "./basics.js";
import { grouped } from "./cover-count.js";
import { Engine, Stopped } from "./engine.js";

/** Options up to which a problem is saved as text. */
const MOST_OPTIONS = 500_000;
/** Lines of a reason that are shown at once. */
const MOST_LINES = 12;
const REDUCED = ":reduced";

export class Solving {
  constructor(part) {
    this.part = part;
    this.engine = new Engine();
    this.spec = null;
    this.engine.onprogress = ({ share, solutions }) => {
      part("bar").value = share;
      say(part("result"), `${grouped(solutions)} solutions so far, ${Math.round(100 * share)} % of the tree`);
    };
    part("solve").addEventListener("click", () => this.#run("Searching …", () => this.#solve()));
    part("count").addEventListener("click", () => this.#run("Counting …", () => this.#count()));
    part("stop").addEventListener("click", () => this.engine.stop());
  }

  /** Another design. */
  clear(spec) {
    this.engine.stop();
    this.spec = spec;
    this.made = null;
    this.classes = null;
    this.shown = 0;
    const { part } = this;
    part("picture").hidden = true;
    part("reason").hidden = true;
    part("reason-whole").hidden = true;
    part("weights").hidden = true;
    part("solve").textContent = "Solve";
    say(part("result"), "");
  }

  /** Does something in the worker, which the user may stop. */
  async #run(words, act) {
    const { part, spec } = this;
    const running = (is) => {
      for (const name of ["solve", "count"]) part(name).disabled = is;
      part("stop").hidden = !is;
      part("bar").hidden = !is;
      // The button that was pressed cannot keep the focus.
      if (is) part("stop").focus({ preventScroll: true });
    };
    const before = document.activeElement;
    running(true);
    part("bar").removeAttribute("value");
    say(part("result"), words);
    try {
      await act();
    } catch (error) {
      if (this.spec !== spec) return;
      if (error instanceof Stopped) this.made = null;
      say(part("result"), error instanceof Stopped ? "Stopped." : error.message, !(error instanceof Stopped));
    } finally {
      const hadFocus = document.activeElement === part("stop");
      running(false);
      if (hadFocus) before?.focus({ preventScroll: true });
    }
  }

  /** Has the worker make the problem. If its family cannot be reduced, solutions are compared instead. */
  async #make() {
    if (this.made === this.spec) return;
    const { spec, engine } = this;
    this.shown = 0;
    this.classes = null;
    this.isCompared = false;
    try {
      await engine.call("new Design", spec);
    } catch (error) {
      if (error instanceof Stopped || !spec.endsWith(REDUCED)) throw error;
      await engine.call("new Design", spec.slice(0, -REDUCED.length));
      this.isCompared = true;
    }
    if (this.spec !== spec) throw new Stopped("stopped");
    this.made = spec;
  }

  async #compare() {
    await this.#make();
    this.classes ??= await this.engine.ask(".classes");
    return this.classes;
  }

  async #solve() {
    const { part, engine } = this;
    await this.#make();
    let svg;
    if (this.isCompared) {
      const { representatives, classes } = await this.#compare();
      const solution = representatives[this.shown];
      svg = solution && (await engine.call(".drawing", Uint32Array.from(solution), `Solution ${this.shown + 1} of ${classes} up to symmetry`));
    } else {
      svg = await engine.call(".nextPicture");
    }
    if (svg) {
      this.shown++;
      picture(part("picture"), svg, `Solution ${this.shown}`);
      part("picture").hidden = false;
      part("solve").textContent = "Next solution";
      const all = this.spec.endsWith(REDUCED) ? " of those that differ by more than a reflection or rotation" : "";
      say(part("result"), `Solution ${this.shown}${all}.`);
      return;
    }
    if (this.shown > 0) {
      say(part("result"), `There is no further solution: ${this.shown} in all.`);
      this.made = null;
      part("solve").textContent = "Solve again";
      return;
    }
    await this.#explain();
  }

  async #count() {
    const { part, engine, spec } = this;
    await this.#make();
    const begin = performance.now();
    if (this.isCompared) {
      const { classes, solutions, symmetries } = await this.#compare();
      if (classes === 0) return this.#explain();
      say(part("result"), `${grouped(String(classes))} solutions up to symmetry, ${grouped(solutions)} in all. The puzzle has ${grouped(symmetries)} symmetries.`);
      return;
    }
    const { solutions, is_whole: isWhole } = await engine.ask(".count");
    const taken = (performance.now() - begin) / 1000;
    if (solutions === "0" && isWhole) return this.#explain();
    const noun = solutions === "1" ? "solution" : "solutions";
    const all = spec.endsWith(REDUCED) ? `${noun} up to reflections and rotations of the area` : noun;
    const text = isWhole
      ? `${grouped(solutions)} ${all}, counted in ${taken.toFixed(taken < 10 ? 2 : 0)} s.`
      : `At least ${grouped(solutions)} ${all}: the tables of the count became larger than 512 MB.`;
    say(part("result"), text, !isWhole);
  }

  /** Says why there is no solution. */
  async #explain() {
    const { part, engine } = this;
    say(part("result"), "There is no solution. Looking for a short reason …");
    const { words, svg } = await engine.ask(".why");
    say(part("result"), "There is no solution.");
    const lines = words.trim().split("\n");
    const isLong = lines.length > MOST_LINES;
    part("reason").textContent = isLong ? `A reason by weights was found, but it has ${lines.length} lines.` : lines.join("\n");
    part("reason").hidden = false;
    part("reason-whole").hidden = !isLong;
    part("reason-text").textContent = isLong ? lines.join("\n") : "";
    part("picture").hidden = true;
    part("weights").hidden = !svg;
    if (svg) picture(part("weights"), svg, "The weights of the reason on the board");
  }

  /** The problem as DLX text. */
  async text() {
    await this.#make();
    const { options } = await this.engine.ask(".about");
    if (options > MOST_OPTIONS) throw new Error(`found ${grouped(String(options))} options; expected at most ${grouped(String(MOST_OPTIONS))} to be saved`);
    return this.engine.call(".text");
  }
}
