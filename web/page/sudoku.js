// Sudoku. The game is the player of the command line, in one worker; work that may take long is done in another, which can be
// ended without losing the game.

import { h, saves, say, takeFiles } from "./basics.js";
import { Engine, Stopped } from "./engine.js";
import { SudokuGrid } from "./sudoku-grid.js";

/** Largest size of a file, in bytes. A file of puzzles may be longer than one puzzle, of which the first is taken. */
const LARGEST = 5_000_000;

/** Time after which an engine that looks for its next step can be stopped, in milliseconds. */
const PATIENCE = 700;

/** Keys of the browser that the player knows; the others are left to the browser. */
const NAMED = ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Home", "Enter", "Escape", "Backspace", "Delete"];

export function start(section) {
  const part = (name) => section.querySelector(`#sudoku-${name}`);
  const game = new Engine();
  const work = new Engine();
  const seed = crypto.getRandomValues(new Uint32Array(1))[0] % 1_000_000;
  let shown = null;

  const grid = new SudokuGrid(part("grid"), (cell) => act(".go_to", cell));

  /** Calls the game, and shows what it says. */
  async function act(name, ...args) {
    const patience = setTimeout(() => (part("stopping").hidden = false), PATIENCE);
    try {
      await show(await game.ask(name, ...args));
    } catch (error) {
      if (!(error instanceof Stopped)) await begin(error.message);
    } finally {
      clearTimeout(patience);
      part("stopping").hidden = !shown?.waits_for;
    }
  }

  /** Begins the game, or begins it anew after its worker has ended. */
  async function begin(why) {
    const before = shown;
    try {
      await game.call("new Sudoku", seed);
      if (before) {
        await game.ask(".load", "the game", before.text);
        await game.ask(".use_engine", before.engine);
        await game.ask(".use_challenge", before.challenge);
      }
      await show(await game.ask(".shown"));
    } catch (error) {
      why ??= error.message;
    }
    if (why) say(part("said"), why, true);
  }

  async function show(state) {
    shown = state;
    grid.draw(state);
    const isRunning = state.steps === true;
    // Steps that follow each other fast are not read aloud.
    part("said").setAttribute("aria-live", isRunning ? "off" : "polite");
    const said = state.waits_for ? `${state.waits_for} …` : state.said;
    if (part("said").textContent !== said) say(part("said"), said, state.is_bad);
    part("stopping").hidden = !state.waits_for;
    part("stepping").hidden = state.steps === null;
    part("run").textContent = isRunning ? "Pause" : "Run";
    part("pad").hidden = state.steps !== null;
    part("commands").hidden = state.steps !== null;
    part("candidates").setAttribute("aria-pressed", state.candidates);
    part("pencil").setAttribute("aria-pressed", state.pencil);
    part("engine").value = state.engine;
    part("challenge").value = state.challenge;
    part("size").value = Math.sqrt(state.side);
    facts(state.facts);
    pad(state.side);
    run();
    if (state.work) await carryOut(state.work);
  }

  function facts(all) {
    const key = JSON.stringify(all);
    if (part("facts").dataset.shown === key) return;
    part("facts").dataset.shown = key;
    const named = all.filter(([label]) => label !== "");
    part("facts").replaceChildren(...named.map(([label, value]) => h("div", {}, h("dt", {}, label), h("dd", {}, value))));
  }

  function pad(side) {
    if (part("pad").dataset.side === String(side)) return;
    part("pad").dataset.side = side;
    const digits = Array.from({ length: side }, (_, i) => i + 1);
    const button = (digit) => h("button", { type: "button", onclick: () => act(".enter", digit) }, String(digit));
    const erase = h("button", { type: "button", onclick: () => act(".enter", 0) }, "Erase");
    part("pad").replaceChildren(...digits.map(button), erase);
  }

  /** Does what the game asked for, in the other worker. */
  async function carryOut(asked) {
    if (asked.what === "cancel") {
      work.stop();
      return act(".cancelled");
    }
    try {
      const result = await work.call("sudoku_work", JSON.stringify(asked));
      await act(".done", result);
    } catch (error) {
      if (error instanceof Stopped) return;
      await act(".cancelled");
      say(part("said"), error.message, true);
    }
  }

  let isRunning = false;
  /** Lets time pass while a search moves. */
  async function run() {
    if (isRunning) return;
    isRunning = true;
    let last = performance.now();
    while (shown.is_moving && !shown.waits_for) {
      await new Promise(requestAnimationFrame);
      const now = performance.now();
      if (!section.hidden) await act(".tick", now - last);
      last = now;
    }
    isRunning = false;
  }

  async function stop() {
    if (shown.waits_for) return act(".press", "Escape", false, false);
    game.stop();
    return begin("stopped");
  }

  /** Loads a text; `name` stands before errors. */
  async function load(name, text) {
    if (shown?.waits_for) {
      work.stop();
      await act(".cancelled");
    }
    await act(".load", name, text);
  }

  async function loadFile([file]) {
    if (file.size > LARGEST) {
      return say(part("said"), `${file.name}: found ${Math.round(file.size / 1e6)} MB; expected a file with a puzzle, of at most 5 MB`, true);
    }
    return load(file.name, await file.text());
  }

  function save(text, name, type) {
    const link = part("saved");
    saves(link, text, name, type);
    link.click();
  }

  async function saveGame() {
    save(shown.text, "sudoku.txt", "text/plain");
    await act(".saved", "sudoku.txt");
  }

  async function press(key, control = false, alt = false) {
    // Files are those of the browser, and a page is not quitted.
    if (key === "o" || key === "O") return part("file").click();
    if (key === "w" || key === "W") return saveGame();
    return act(".press", key, control, alt);
  }

  part("grid").addEventListener("keydown", (event) => {
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
    let pressed = key;
    if (ctrlKey || metaKey) {
      const undo = { z: shiftKey ? "r" : "u", Z: "r", y: "r" }[key];
      if (!undo || shown.steps !== null) return;
      pressed = undo;
    } else if (altKey || (key.length > 1 && !NAMED.includes(key)) || ["q", "Q", "v", "V", "?"].includes(key)) {
      return;
    }
    event.preventDefault();
    press(pressed);
  });
  for (const button of section.querySelectorAll("[data-key]")) {
    if (button.dataset.key.length === 1 && button.dataset.key !== " ") {
      button.setAttribute("aria-keyshortcuts", button.dataset.key);
      if (/[a-z]/i.test(button.dataset.key)) button.append(" ", h("kbd", { "aria-hidden": "true" }, button.dataset.key));
    }
    button.addEventListener("click", () => press(button.dataset.key));
  }
  part("stop").addEventListener("click", stop);
  part("engine").addEventListener("change", () => act(".use_engine", part("engine").value));
  part("challenge").addEventListener("change", () => act(".use_challenge", Number(part("challenge").value)));
  part("size").addEventListener("change", () => act(".clear", Number(part("size").value)));
  part("save").addEventListener("click", saveGame);
  part("picture").addEventListener("click", async () => save(await game.call(".picture"), "sudoku.svg", "image/svg+xml"));
  part("read").addEventListener("click", () => load("the text", part("text").value));
  part("link").addEventListener("click", async () => {
    const link = new URL(`#sudoku?puzzle=${encodeURIComponent(shown.line)}`, location.href).href;
    try {
      await navigator.clipboard.writeText(link);
      say(part("said"), "the link is in the clipboard");
    } catch {
      say(part("said"), `the browser forbids the clipboard; the link is ${link}`);
    }
  });
  takeFiles(part("file"), section, loadFile);
  document.addEventListener("paste", (event) => {
    if (section.hidden || event.target.closest?.("input, textarea, select")) return;
    event.preventDefault();
    load("the clipboard", event.clipboardData.getData("text"));
  });

  const ready = (async () => {
    await begin();
    const words = await game.ask("sudoku_words");
    const option = (value, text) => h("option", { value }, text);
    part("engine").replaceChildren(...words.engines.map(([name, about]) => h("option", { value: name, title: about }, name)));
    part("challenge").replaceChildren(...words.challenges.map((about, number) => option(number, about)));
    const keys = [["On the board", words.editing], ["In a search", words.stepping]];
    part("keys").replaceChildren(
      ...keys.flatMap(([title, told]) => [
        h("div", { class: "wide-fact" }, h("dt", {}, title), h("dd", {})),
        ...told.map(([key, line]) => h("div", {}, h("dt", {}, h("kbd", {}, key)), h("dd", {}, line))),
      ]),
    );
    [part("engine").value, part("challenge").value] = [shown.engine, shown.challenge];
  })();

  return {
    async open(parameters) {
      await ready;
      const puzzle = parameters.get("puzzle");
      if (puzzle !== null) await load("the link", puzzle);
    },
  };
}
