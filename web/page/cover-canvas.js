// A canvas in a box that scrolls: the canvas has the size of what is seen of the box, and draws that part of a larger plane.

import { h } from "./basics.js";

const NAMES = ["back", "text", "quiet", "line", "raised", "link", "mark", "good", "bad"];
/** Colours of chosen options, by level. */
export const HUES = 8;

/** The colours of the theme as a canvas knows them. */
function colours(element) {
  const probe = h("span", { hidden: true });
  element.append(probe);
  const resolve = (name) => {
    probe.style.color = `var(--${name})`;
    return getComputedStyle(probe).color;
  };
  const found = Object.fromEntries(NAMES.map((name) => [name, resolve(name)]));
  found.fills = Array.from({ length: HUES }, (_, i) => resolve(`cover-fill-${i}`));
  found.strokes = Array.from({ length: HUES }, (_, i) => resolve(`cover-stroke-${i}`));
  probe.remove();
  return found;
}

export class Plane {
  /** `draw(context, view)` is called with the colours and the part of the plane that is seen. */
  constructor(box, draw) {
    this.box = box;
    this.canvas = h("canvas", { role: "img", "aria-label": "The search, before it is drawn" });
    this.sizer = h("div", { class: "cover-sizer" }, this.canvas);
    box.append(this.sizer);
    this.draw = draw;
    this.width = 0;
    this.height = 0;
    this.asked = false;
    const again = () => this.redraw();
    box.addEventListener("scroll", again, { passive: true });
    new ResizeObserver(again).observe(box);
    const changed = () => {
      this.colours = null;
      this.redraw();
    };
    new MutationObserver(changed).observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", changed);
  }

  describe(words) {
    this.canvas.setAttribute("aria-label", words);
  }

  /** Sets the size of the plane. */
  resize(width, height) {
    if (width === this.width && height === this.height) return;
    [this.width, this.height] = [width, height];
    this.sizer.style.width = `${width}px`;
    this.sizer.style.height = `${height}px`;
  }

  /** Scrolls so that a rectangle is seen, with some room around it. */
  reveal(x, y, width, height, room = 40) {
    const { box } = this;
    const along = (from, size, at, seen) => {
      if (from - room < at) return Math.max(0, from - room);
      if (from + size + room > at + seen) return from + size + room - seen;
      return at;
    };
    if (x !== null) box.scrollLeft = along(x, width, box.scrollLeft, box.clientWidth);
    if (y !== null) box.scrollTop = along(y, height, box.scrollTop, box.clientHeight);
  }

  redraw() {
    if (this.asked) return;
    this.asked = true;
    requestAnimationFrame(() => {
      this.asked = false;
      this.#paint();
    });
  }

  #paint() {
    const { box, canvas } = this;
    const [width, height] = [Math.min(box.clientWidth, this.width), Math.min(box.clientHeight, this.height)];
    if (width <= 0 || height <= 0) return;
    const scale = window.devicePixelRatio || 1;
    const [wide, high] = [Math.round(width * scale), Math.round(height * scale)];
    if (canvas.width !== wide || canvas.height !== high) {
      [canvas.width, canvas.height] = [wide, high];
      canvas.style.width = `${width}px`;
      canvas.style.height = `${height}px`;
    }
    this.colours ??= colours(box);
    const context = canvas.getContext("2d");
    context.setTransform(scale, 0, 0, scale, 0, 0);
    context.clearRect(0, 0, width, height);
    this.draw(context, { x: box.scrollLeft, y: box.scrollTop, width, height, colours: this.colours });
  }
}
