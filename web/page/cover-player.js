// Plays the film of a search: forwards, back, by steps, and as fast as it goes.

import { Stopped } from "./engine.js";
import { Film, KIND, isEnd, kindOf, numberOf } from "./cover-film.js";

/** Steps a second, by the place of the slider. */
const RATES = [0.5, 1, 2, 4, 10, 30, 100, 1000, 10_000, 100_000, Infinity];
/** Time that following steps may take between two pictures, in milliseconds. */
const SLICE = 8;
/** Steps that are followed between two looks at the clock. */
const BLOCK = 2000;
/** Time between two pictures when the film runs fast, in milliseconds: drawing must not hold up the search. */
const PICTURE = 80;
/** Steps that are known ahead. */
const AHEAD = 300_000;
/** The buttons that go back. */
const [BACK, BEGIN] = ["back", "begin"];
/** Time that the worker should take for a piece, in milliseconds. */
const PIECE = 25;

export class Player {
  /** `show(film, rate)` draws the state. */
  constructor(part, engine, show) {
    Object.assign(this, { part, engine, show });
    this.film = new Film();
    /** Called with the state at each solution that is reached. */
    this.onsolution = () => {};
    /** Called with an error of the search. */
    this.onerror = () => {};
    /** Goes up whenever something else is to be played. */
    this.run = 0;
    /** Steps forwards that were asked for and are still to be made. */
    this.left = 0;
    this.isPlaying = false;
    this.nodes = 64;
    this.asked = null;
    /** The step to which the search goes back from its beginning, while it does. */
    this.goal = null;
    this.#listen();
  }

  get rate() {
    return RATES[Number(this.part("speed").value)];
  }

  /** Shows the beginning of the search of another problem. */
  async begin() {
    this.stop();
    this.film.clear();
    this.asked = null;
    this.nodes = 64;
    await this.#more();
    this.#draw(0);
  }

  stop() {
    this.#take();
    this.goal = null;
    this.isPlaying = false;
    this.#buttons();
  }

  /** Has whatever runs end, for something else. Returns the number of that. */
  #take() {
    this.left = 0;
    return ++this.run;
  }

  /** Stops what runs, unless it goes back to a step. */
  pause() {
    if (this.goal !== null) return;
    const isRunning = this.isPlaying || this.isSeeking;
    this.stop();
    if (isRunning) this.#draw(0);
  }

  redraw() {
    this.#draw(this.isPlaying ? this.rate : 0);
  }

  /** Asks the worker for further steps. */
  #more() {
    const { film } = this;
    if (film.isWhole) return Promise.resolve();
    this.asked ??= (async () => {
      const begin = performance.now();
      try {
        const steps = await this.engine.call(".steps", this.nodes);
        film.add(steps);
      } finally {
        this.asked = null;
      }
      const taken = performance.now() - begin;
      if (taken < PIECE / 2) this.nodes = Math.min(60_000, this.nodes * 2);
      else if (taken > PIECE * 2) this.nodes = Math.max(16, this.nodes >> 1);
    })();
    return this.asked;
  }

  /**
   * Goes forward by some steps, or to where `until` is true of a step; draws at the end and, if it takes long, meanwhile. Returns
   * whether it came to its end, and not to something else that was begun meanwhile.
   */
  async #forward(count, until) {
    // Keys may come faster than steps: they add up.
    if (!until && this.left > 0 && this.left < Infinity) {
      this.left += count;
      return;
    }
    const run = this.#take();
    const { film } = this;
    this.left = count;
    let pictured = performance.now();
    for (;;) {
      const isThere = this.#follow(Math.min(this.left, BLOCK * 50), until, (made) => (this.left -= made));
      if (isThere || this.left <= 0 || (film.at === film.end && film.isWhole)) break;
      if (film.at === film.end) await this.#more();
      else await nextFrame();
      if (run !== this.run) return false;
      if (performance.now() - pictured > PICTURE) {
        this.#draw(Infinity);
        pictured = performance.now();
        await nextFrame();
        if (run !== this.run) return false;
      }
    }
    this.left = 0;
    this.isPlaying = false;
    this.#draw(0);
    return true;
  }

  /** Follows steps for a slice of time, but at least one block of them: a machine may be busy for as long as a slice. */
  #follow(count, until, made = () => {}) {
    const { film } = this;
    const end = performance.now() + SLICE;
    let left = count;
    let isThere = false;
    const seen = (step) => {
      if (kindOf(step) === KIND.SOLUTION && numberOf(step) === 0) this.onsolution(film.state);
      isThere = until?.(step) || false;
      return isThere;
    };
    do {
      const before = film.at;
      film.forward(Math.min(left, BLOCK), seen);
      left -= film.at - before;
      made(film.at - before);
    } while (left > 0 && film.at < film.end && !isThere && performance.now() < end);
    if (film.end - film.at < AHEAD) this.#more().catch(() => {});
    return isThere;
  }

  /** Plays forwards (1) or back (-1) at the speed of the slider. */
  async #play(way) {
    const run = this.#take();
    const { film } = this;
    this.isPlaying = true;
    this.way = way;
    this.#buttons();
    let due = 0.999;
    let before = performance.now();
    let pictured = 0;
    for (;;) {
      const now = await nextFrame();
      if (run !== this.run) return;
      const rate = this.rate;
      due = Math.min(due + (rate === Infinity ? 1e7 : (rate * Math.max(0, now - before)) / 1000), 1e7);
      before = now;
      const count = Math.floor(due);
      if (count < 1) continue;
      due -= count;
      if (way > 0) this.#follow(count);
      else if (film.at > film.first) film.seek(film.at - Math.min(count, 20_000));
      const isOver = way > 0 ? film.at === film.end && film.isWhole : film.at === film.first;
      if (isOver) break;
      if (rate <= 30 || now - pictured > PICTURE) {
        this.#draw(rate);
        pictured = now;
      }
    }
    this.isPlaying = false;
    this.#draw(0);
  }

  async #back(count) {
    // While the search is made again, a step back only changes where it goes.
    if (this.goal !== null) {
      this.goal = Math.max(0, this.goal - count);
      return;
    }
    this.stop();
    const { film } = this;
    const to = Math.max(0, film.at - count);
    if (to < film.first) return this.#again(to);
    film.seek(to);
    this.#draw(0);
  }

  /** Goes to a step that is no longer kept: the search is made again from its beginning. */
  async #again(to) {
    const { film } = this;
    this.goal = to;
    try {
      while (film.at !== this.goal) {
        if (film.at > this.goal && film.first <= this.goal) {
          film.seek(this.goal);
          break;
        }
        const run = this.#take();
        await this.asked?.catch(() => {});
        if (run !== this.run) return;
        await this.engine.call(".restart");
        if (run !== this.run) return;
        film.clear();
        this.nodes = 64;
        await this.#more();
        if (run !== this.run) return;
        const isThere = await this.#forward(Infinity, () => film.at >= this.goal);
        if (!isThere || film.at < this.goal) return;
      }
      this.goal = null;
      this.#draw(0);
    } finally {
      this.goal = null;
    }
  }

  #toggle(way) {
    if (this.isPlaying && this.way === way) {
      this.stop();
      this.#draw(0);
    } else {
      this.#watch(this.#play(way));
    }
  }

  /** Tells of an error of something that was begun, unless another problem was opened meanwhile. */
  #watch(begun) {
    begun?.catch?.((error) => {
      if (error instanceof Stopped) return;
      this.stop();
      this.onerror(error);
    });
  }

  #draw(rate) {
    this.show(this.film, rate);
    this.#buttons();
  }

  #buttons() {
    const { part, film } = this;
    const held = document.activeElement;
    const isAtEnd = film.at === film.end && film.isWhole;
    const label = (name, words) => part(name).setAttribute("aria-label", words);
    part("play").textContent = this.isPlaying && this.way > 0 ? "❚❚ Pause" : "▶ Play";
    part("rewind").textContent = this.isPlaying && this.way < 0 ? "❚❚" : "◀◀";
    label("rewind", this.isPlaying && this.way < 0 ? "Pause" : "Play back");
    for (const name of ["begin", "back", "rewind"]) part(name).disabled = film.at === 0 && !this.isPlaying;
    for (const name of ["step", "next"]) part(name).disabled = isAtEnd;
    part("play").disabled = isAtEnd && !this.isPlaying;
    // A button that can no longer be pressed passes the focus on.
    if (held.disabled && part("stage").contains(held)) part(isAtEnd ? "back" : "step").focus({ preventScroll: true });
    const place = part("place");
    [place.min, place.max] = [film.first, film.isWhole ? film.end : Math.max(film.end, film.at)];
    place.value = film.at;
    place.setAttribute("aria-valuetext", `Step ${film.at}`);
  }

  #listen() {
    const { part } = this;
    const on = (name, act) => part(name).addEventListener("click", () => this.#begin(act, name));
    on("play", () => this.#toggle(1));
    on("rewind", () => this.#toggle(-1));
    on("step", () => this.#forward(1));
    on(BACK, () => this.#back(1));
    on(BEGIN, () => this.#back(Infinity));
    on("next", () => this.#next());
    const speed = () => {
      const { rate } = this;
      const words = rate === Infinity ? "as fast as it goes" : rate === 1 ? "1 step a second" : `${rate.toLocaleString("en")} steps a second`;
      part("speed-words").textContent = words;
      part("speed").setAttribute("aria-valuetext", words);
    };
    part("speed").addEventListener("input", speed);
    speed();
    part("place").addEventListener("input", () => {
      const place = Number(part("place").value);
      if (this.goal !== null) return;
      this.stop();
      this.film.seek(place);
      this.#draw(0);
    });
    const section = part("stage").parentElement;
    document.addEventListener("keydown", (event) => {
      const { target } = event;
      if (section.hidden || part("stage").hidden || event.ctrlKey || event.metaKey || event.altKey) return;
      if (!section.contains(target) && target !== document.body) return;
      // Boxes that scroll, fields and lists have uses of their own for these keys.
      if (target.matches("input, textarea, select, .cover-box") && !(target.matches(".cover-box") && event.key.toLowerCase() === "p")) return;
      const [act, name] =
        {
          ArrowRight: [() => this.#forward(1)],
          ArrowLeft: [() => this.#back(1), BACK],
          Home: [() => this.#back(Infinity), BEGIN],
          End: [() => this.#next()],
          p: [() => this.#toggle(1)],
          P: [() => this.#toggle(1)],
        }[event.key] ?? [];
      if (!act) return;
      event.preventDefault();
      this.#begin(act, name);
    });
  }

  /** Begins something. While the search is made again, to go back further is all that can be begun. */
  #begin(act, name) {
    if (this.goal === null || name === BACK || name === BEGIN) this.#watch(act());
  }

  /** Goes to the next solution; a button stops it on the way. */
  #next() {
    if (this.isSeeking) {
      this.stop();
      this.#draw(0);
      return;
    }
    return this.#seek();
  }

  async #seek() {
    const { part } = this;
    this.isSeeking = true;
    part("next").textContent = "Stop";
    try {
      await this.#forward(Infinity, (step) => kindOf(step) === KIND.SOLUTION && !isEnd(step));
    } finally {
      this.isSeeking = false;
      part("next").textContent = "Next solution";
    }
  }
}

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
