// Counts all solutions with the fast engines, in a worker of its own: an estimate first, then the count with its progress.

import { h, say } from "./basics.js";
import { Engine, Stopped } from "./engine.js";

/** A number in words: exact up to a million, then with two digits. */
export function about(number) {
  if (number < 1e6) return Math.round(number).toLocaleString("en");
  const [digits, power] = number.toExponential(1).split("e+");
  return `${digits} × 10${[...power].map((digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[digit]).join("")}`;
}

/** A time in words. */
export function time(seconds) {
  const units = [[31_557_600, "years"], [86_400, "days"], [3600, "hours"], [60, "minutes"], [1, "seconds"]];
  const [unit, name] = units.find(([unit]) => seconds >= 2 * unit) ?? [1, "seconds"];
  return seconds < 1 ? "less than a second" : `${about(seconds / unit)} ${name}`;
}

/** Digits in groups of three, for numbers of any length. */
export const grouped = (digits) => digits.replace(/\B(?=(\d{3})+$)/g, ",");

export class Counting {
  constructor(part) {
    this.part = part;
    this.engine = new Engine();
    this.engine.onprogress = ({ share, solutions }) => {
      part("count-bar").value = share;
      say(part("counted"), `${grouped(solutions)} solutions so far, ${Math.round(100 * share)} % of the tree`);
    };
    part("count").addEventListener("click", () => this.#count());
    part("count-stop").addEventListener("click", () => this.engine.stop());
  }

  /** Counts another problem from now on. */
  set(problem) {
    this.engine.stop();
    this.problem = problem;
    this.part("estimated").textContent = "";
    this.part("counted").textContent = "";
  }

  async #count() {
    const { part, engine } = this;
    const { spec, dlx } = this.problem;
    const running = (is) => {
      part("count").disabled = is;
      part("count-stop").hidden = !is;
      part("count-bar").hidden = !is;
    };
    engine.stop();
    running(true);
    part("count-bar").removeAttribute("value");
    part("estimated").textContent = "";
    say(part("counted"), "Estimating how long it takes …");
    try {
      try {
        this.#estimated(await engine.ask("estimate", spec, dlx));
      } catch (error) {
        if (error instanceof Stopped) throw error;
        part("estimated").textContent = "There is no estimate for problems of this kind.";
      }
      say(part("counted"), "Counting …");
      const begin = performance.now();
      const { solutions, is_whole: isWhole } = await engine.ask("count", spec, dlx);
      const taken = (performance.now() - begin) / 1000;
      const took = `${taken < 10 ? taken.toFixed(2) : taken.toFixed(0)} s`;
      const text = isWhole
        ? `${grouped(solutions)} ${solutions === "1" ? "solution" : "solutions"}, counted in ${took}.`
        : `At least ${grouped(solutions)} solutions: the count was given up after ${took}, because its tables became larger than 512 MB. Use the command \`quadrille count\`.`;
      say(part("counted"), text, !isWhole);
    } catch (error) {
      say(part("counted"), error instanceof Stopped ? "Stopped." : error.message, !(error instanceof Stopped));
    } finally {
      running(false);
    }
  }

  #estimated({ is_exact: isExact, nodes, solutions, seconds }) {
    const between = ({ estimate, low, high }, word) => {
      const number = isExact
        ? about(estimate)
        : high === null
          ? `at least ${about(low)}`
          : about(low) === about(high)
            ? `about ${about(estimate)}`
            : `about ${about(estimate)} (${about(low)} to ${about(high)})`;
      return `${number} ${word}${number === "1" ? "" : "s"}`;
    };
    const takes = seconds < 1 ? "less than a second" : `${isExact ? "" : "about "}${time(seconds)}`;
    const text = `The tree has ${between(nodes, "node")} and ${between(solutions, "solution")}. A search of it takes ${takes}; a count with a memo may be faster.`;
    this.part("estimated").replaceChildren(h("span", {}, text));
  }
}
