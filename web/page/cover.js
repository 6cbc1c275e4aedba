// Exact cover, seen: Algorithm X at work on a problem.

import { h, say } from "./basics.js";
import { Found } from "./cover-found.js";
import { Counting } from "./cover-count.js";
import { Matrix } from "./cover-matrix.js";
import { Player } from "./cover-player.js";
import { CoverProblem, cut } from "./cover-problem.js";
import { Tree } from "./cover-tree.js";
import { plural, words } from "./cover-words.js";
import { Engine } from "./engine.js";

/** Knuth's example, TAOCP 4B, 7.2.2.1 (6). */
const KNUTH = "a b c d e f g\nc e\na d g\nb c f\na d f\nb g\nd e g\n";

/** Problems to begin with: a name, and the spec or text. */
const EXAMPLES = [
  ["Knuth's example: 6 options, 7 items", { dlx: KNUTH }],
  ["6 queens", { problem: "queens:6" }],
  ["Dominoes on a board of 4 × 4", { problem: "dominoes:4x4" }],
  ["Dominoes without two corners: no solution", { problem: "dominoes:4x4:mutilated" }],
  ["Pentominoes, 3 × 20", { problem: "pentominoes:3x20" }],
  ["Langford pairs of 7", { problem: "langford:7" }],
  ["A word square (with colours)", { problem: "wordsquare:3:bit,ice,ten" }],
  ["Four copies of a piece (multiplicities)", { problem: "polyominoes:4x##/#.:3x4" }],
  ["The Soma cube", { problem: "soma:reduced" }],
];

/** Longest text that a link contains, in characters. */
const LONGEST_LINK = 4000;
/** Longest text that the page takes, in characters. */
const LONGEST_TEXT = 50_000_000;
/** States are described, and boards drawn, if there are at most this many steps a second. */
const CALM = 6;

export function start(section) {
  const part = (name) => section.querySelector(`#cover-${name}`);
  const engine = new Engine();
  const matrix = new Matrix(part("matrix"));
  const tree = new Tree(part("tree"));
  const found = new Found(part, engine);
  const counting = new Counting(part);
  const player = new Player(part, engine, show);
  let problem = null;
  let families = [];
  let asked = 0;
  let turn = false;

  for (const [name, value] of EXAMPLES) part("example").append(new Option(name, JSON.stringify(value)));

  /** The state of the search, drawn. `isCalm`: whether there is time for words and the board. */
  function show(film, rate) {
    if (!problem) return;
    const isCalm = rate <= CALM;
    const { state } = film;
    const left = problem.left(state.path);
    // While the search runs fast, the two are drawn by turns, so that each picture takes half the time.
    turn = !turn;
    if (isCalm || turn) matrix.show(state, left, isCalm || problem.options > 60);
    if (isCalm || !turn) tree.show(state, left.sizes, true);
    part("at").textContent = film.at.toLocaleString("en");
    part("nodes").textContent = state.nodes.toLocaleString("en");
    part("solutions").textContent = state.solutions.toLocaleString("en");
    part("dead").textContent = state.deadEnds.toLocaleString("en");
    part("depth").textContent = (state.path.length - 1).toLocaleString("en");
    const text = rate > 60 ? "The search runs too fast for words. Pause it, or make it slower, to read what happens." : words(problem, film, left);
    // A screen reader reads each step only if they come slowly.
    part("words").setAttribute("aria-live", rate > 2 ? "off" : "polite");
    const end = state.top.end;
    part("words").className = `cover-words ${end === "dead" ? "bad" : end === "solution" ? "good" : ""}`;
    if (part("words").textContent !== text) part("words").textContent = text;
    if (isCalm) {
      matrix.plane.describe(described(left));
      tree.plane.describe(
        `Search tree of ${plural(state.nodes, "node")} so far, with ${plural(state.solutions, "solution")} and ${plural(state.deadEnds, "dead end")}. The path to here: ${
          left.chosen.length > 0 ? left.chosen.map((o) => `option ${o + 1}`).join(", ") : "the root"
        }.`,
      );
    }
    found.partial(problem, left, isCalm, state);
  }

  function described(left) {
    const active = left.gone.reduce((sum, gone) => sum + 1 - gone, 0);
    const items = left.coveredAt.reduce((sum, level) => sum + (level === 0 ? 1 : 0), 0);
    const chosen = left.chosen.map((o) => `option ${o + 1} (${problem.optionWords(o)})`);
    return `Matrix of ${plural(problem.options, "option")} and ${plural(problem.items, "item")}. ${plural(active, "option")} and ${plural(items, "item")} are left. Chosen: ${chosen.join(", ") || "nothing yet"}.`;
  }

  /** Opens a problem: `{ problem: SPEC }` or `{ dlx: TEXT }`. */
  async function load({ problem: spec, dlx }, isAsked = true) {
    const mine = ++asked;
    player.stop();
    counting.set(null);
    engine.stop();
    say(part("said"), "Reading the problem …");
    try {
      if ((dlx ?? "").length > LONGEST_TEXT) throw new Error("found more than 50 MB of text; use the command `quadrille cover`");
      await engine.call("new Cover", spec, dlx);
      const about = await engine.ask(".about");
      const none = new Uint32Array();
      const arrays = about.too_large ? [none, none, none] : [await engine.call(".starts"), await engine.call(".entries"), await engine.call(".colours")];
      if (mine !== asked) return;
      part("stage").hidden = Boolean(about.too_large);
      part("counting").hidden = false;
      counting.set({ spec, dlx });
      link({ spec, dlx }, isAsked);
      if (about.too_large) {
        problem = null;
        say(part("said"), about.too_large);
        return;
      }
      problem = new CoverProblem(about, ...arrays);
      matrix.set(problem);
      tree.set(problem);
      found.set(problem, about);
      part("left").checked = matrix.onlyLeft;
      say(part("said"), title(spec, about));
      part("note").textContent = note(about);
      await player.begin();
      // Tests measure how soon the first answer is there.
      performance.mark("answer");
    } catch (error) {
      if (mine !== asked) return;
      part("stage").hidden = true;
      part("counting").hidden = true;
      say(part("said"), error.message, true);
    }
  }

  function title(spec, about) {
    const name = spec ?? about.spec ?? "Text in DLX format";
    return `${cut(name, 120)}: ${plural(about.options, "option")}, ${plural(about.items, "item")}, ${plural(about.entries, "mark")} in the matrix.`;
  }

  function note(about) {
    const notes = [];
    if (about.items > about.primary) notes.push("Items to the right of the line are secondary: they may be covered once or not at all.");
    if (about.colours.length > 0) notes.push("A letter is a colour: several options may share the item if they give it the same colour.");
    if (about.bounds) notes.push("Some items are covered several times (Algorithm M): the branches of an item decide which of its options comes first.");
    return notes.join(" ");
  }

  /** Has the address name the problem that was asked for, so that it can be copied and opened again. */
  function link({ spec, dlx }, isAsked) {
    const parameters = new URLSearchParams(spec !== undefined ? { problem: spec } : { dlx });
    const isShort = (spec ?? dlx).length <= LONGEST_LINK;
    if (isAsked && !section.hidden) history.replaceState(null, "", isShort ? `#cover?${parameters}` : "#cover");
    part("link").href = isShort ? `#cover?${parameters}` : "#cover";
    part("link").hidden = !isShort;
  }

  part("example").addEventListener("change", () => {
    const value = part("example").value;
    if (!value) return;
    const chosen = JSON.parse(value);
    fill(chosen);
    load(chosen);
  });

  /** Shows in the fields what is opened. */
  function fill({ problem: spec, dlx }) {
    part("spec").value = spec ?? "";
    if (dlx !== undefined) part("text").value = dlx;
    part("about").hidden = spec === undefined;
    const value = JSON.stringify(spec !== undefined ? { problem: spec } : { dlx });
    part("example").value = [...part("example").options].some((option) => option.value === value) ? value : "";
    about(part("spec").value);
  }

  /** The line that says what parameters the family has. */
  function about(spec) {
    const family = families.find(({ name }) => name === spec.split(":")[0]);
    const parameters = family?.parameters ?? "";
    const form = `${family?.name}${parameters && !parameters.startsWith("[:") ? ":" : ""}${parameters}`;
    part("about").textContent = family ? `${form}. ${family.about}.` : "";
  }

  part("spec").addEventListener("input", () => {
    part("about").hidden = false;
    about(part("spec").value.trim());
  });
  part("by-spec").addEventListener("submit", (event) => {
    event.preventDefault();
    const spec = part("spec").value.trim();
    part("example").value = "";
    load({ problem: spec });
  });
  part("by-text").addEventListener("submit", (event) => {
    event.preventDefault();
    part("example").value = "";
    part("spec").value = "";
    part("about").hidden = true;
    load({ dlx: part("text").value });
  });
  part("left").addEventListener("change", () => {
    matrix.onlyLeft = part("left").checked;
    player.redraw();
  });
  matrix.onpoint = (option) => {
    part("pointed").textContent = option >= 0 ? `Option ${option + 1}: ${problem.optionWords(option, 30)}` : "";
  };
  player.onsolution = (state) => found.add(state);
  player.onerror = (error) => say(part("said"), error.message, true);

  /** Lists the families, after the first problem is shown. */
  async function list() {
    const helper = new Engine();
    families = await helper.ask("families").finally(() => helper.stop());
    const group = h("optgroup", { label: "Families" });
    for (const { name, about: words_, example } of families) {
      group.append(new Option(`${name}: ${words_}`, JSON.stringify({ problem: example })));
    }
    part("example").append(group);
    about(part("spec").value);
  }

  part("example").selectedIndex = 1;
  let isOpened = new URLSearchParams(location.hash.split("?")[1]).size > 0;
  queueMicrotask(() => {
    const first = isOpened ? Promise.resolve() : load(EXAMPLES[0][1], false);
    first.then(list).catch(() => {});
  });
  part("text").value = KNUTH;

  return {
    open(parameters) {
      isOpened = true;
      const [spec, dlx] = [parameters.get("problem"), parameters.get("dlx")];
      if (spec === null && dlx === null) {
        say(part("said"), "The link names no problem; expected `problem=` with a family, or `dlx=` with text, as in #cover?problem=queens:6", true);
        return;
      }
      const chosen = spec !== null ? { problem: spec } : { dlx };
      fill(chosen);
      return load(chosen);
    },
    leave: () => player.pause(),
  };
}
