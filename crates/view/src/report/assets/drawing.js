// Draws charts as SVG. The colours of light pages and of paper are attributes of the elements, so that a downloaded file
// needs no style sheet; that of the page has the colours of dark pages (classes `s0` to `s6` for strokes, `f0` to `f6` for
// areas).

// Colours that colour-blind readers can distinguish (after Okabe and Ito). Dashes differ as well, for paper without colours.
const COLOURS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#b07800", "#56b4e9", "#333333"];
const DASHES = ["", "7 3", "2 2", "9 3 2 3"];
const INK = "#1c2128";
const GRID = "#d8dee4";
const FAINT = "#8c959f";
const FONT = 12; // pixels
const HEIGHT = 250; // of the area between the axes, in pixels
const NEAR = 14; // largest distance at which the pointer is on a point of a scatter plot, in pixels

function svg(name, attributes, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

const ruler = document.createElement("canvas").getContext("2d");
ruler.font = `${FONT}px "Liberation Sans", Arial, sans-serif`;
const widthOf = (text) => ruler.measureText(text).width;

const px = (value) => Math.round(10 * value) / 10;

function label(text, x, y, anchor, more) {
  return svg("text", { x: px(x), y: px(y), "text-anchor": anchor, fill: INK, class: "ink", ...more }, text);
}

// The places of an engine's colour and of its dashes. Of files side by side, an engine has one colour, and a file its dashes.
function style(engine) {
  const [colour, dashes] = data.styles?.[engine] ?? [engine, engine];
  return [colour % COLOURS.length, dashes % DASHES.length];
}
function stroke(engine) {
  const [colour, dashes] = style(engine);
  return { stroke: COLOURS[colour], class: `s${colour}`, "stroke-width": 2, fill: "none", "stroke-dasharray": DASHES[dashes] };
}
function area(engine) {
  const [colour] = style(engine);
  return { fill: COLOURS[colour], class: `f${colour}` };
}

// Axes. Each is `{ title, min, max, label }` with a function `label` from values to text; `log` for a logarithmic axis;
// `whole` if only whole numbers make sense; or `names`, one for each of the values 0, 1, 2 and so on.

function linearTicks({ min, max, whole }) {
  const rough = (max - min) / 6 || 1;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(whole ? 1 : 0, [1, 2, 5, 10].map((n) => n * power).find((step) => step > rough * (1 - 1e-9)));
  const ticks = [];
  for (let k = Math.ceil(min / step - 1e-9) || 0; k * step <= max + step * 1e-9; k++) ticks.push(k * step);
  return ticks;
}

// The powers of ten, on short axes also their multiples by 2 and 5; linear ticks on axes that span less than a factor of 4.
function logTicks({ min, max }) {
  if (max / min < 4) return linearTicks({ min, max });
  const leads = max / min > 300 ? [1] : [1, 2, 5];
  const ticks = [];
  for (let power = Math.floor(Math.log10(min)); 10 ** power <= max; power++) {
    ticks.push(...leads.map((lead) => lead * 10 ** power).filter((tick) => tick > min * (1 - 1e-9) && tick < max * (1 + 1e-9)));
  }
  return ticks;
}

// The ticks of an axis, and the function from values to places between `from` and `to`.
function scale(axis, from, to) {
  const { min, max, log, names } = axis;
  const raw = log ? Math.log : (value) => value;
  const [low, high] = names ? [-0.5, names.length - 0.5] : [raw(min), raw(max)];
  const ticks = names ? [...names.keys()] : log ? logTicks(axis) : linearTicks(axis);
  const place = (value) => from + ((raw(value) - low) / (high - low || 1)) * (to - from);
  return { place, ticks: ticks.map((value) => [place(value), names ? names[value] : axis.label(value)]) };
}

// Entries of the legend in lines: `[x, y, series]` for each, and the height of all.
function legend(series, width) {
  let [x, y] = [0, 0];
  const entries = series.map((one) => {
    const name = one.name.length > 32 ? `${one.name.slice(0, 31)}…` : one.name;
    const wide = 34 + widthOf(name) + 14;
    if (x > 0 && x + wide > width) [x, y] = [0, y + 18];
    const entry = [x, y, name, one];
    x += wide;
    return entry;
  });
  return [entries, y + 24];
}

// A curve that rises in steps, or straight lines between points.
function path(points, stepped) {
  return points.map(([x, y], i) => (i === 0 ? `M${px(x)} ${px(y)}` : stepped ? `H${px(x)}V${px(y)}` : `L${px(x)} ${px(y)}`)).join("");
}

// The corners of a curve that rises in steps at its points.
const corners = (points) => points.flatMap(([x, y], i) => (i === 0 ? [[x, y]] : [[x, points[i - 1][1]], [x, y]]));

// Draws a chart in an element. `spec` is `{ title, width, x, y, series, square, marks, tip, pick }`. A series is `{ name,
// engine, points, form, reach }` of points `{ x, y, still, out }` and a form `steps`, `lines` or `dots`. `reach` is that of a band around steps. A point that is `still`
// has no dot and no tooltip; `out.x` or `out.y` puts it on the border of an axis instead of at a value. `marks(X, Y)`
// makes elements to lie under the series; `tip(series, point)` the contents of a tooltip; `pick(point)` acts on a click.
function draw(element, spec) {
  const { x, y, series, width } = spec;
  const filled = series.filter((one) => one.points.length > 0);
  element.classList.toggle("empty", filled.length === 0);
  if (filled.length === 0) return element.replaceChildren();
  const [entries, top] = spec.square ? [[], 20] : legend(filled, width - 8);
  const labels = scale(y, 0, 1).ticks.map(([, text]) => widthOf(text));
  const left = 26 + Math.max(0, ...labels);
  const room = width - left - 14;
  const square = Math.min(room, 400);
  const [w, h] = spec.square ? [square, square] : [room, HEIGHT];
  const [right, bottom] = [left + w, top + h];
  // Points on the border stand in a strip, outside of all values.
  const strip = spec.square ? 24 : 0;
  const X = scale(x, left, right - strip);
  const Y = scale(y, bottom, top + strip);
  const root = svg("svg", {
    viewBox: `0 0 ${px(width)} ${px(bottom + 42)}`, width: px(width), height: px(bottom + 42), role: "img", "font-size": FONT,
    "font-family": '"Liberation Sans", Arial, Helvetica, sans-serif',
  }, svg("title", {}, spec.title), svg("rect", { width: "100%", height: "100%", fill: "#ffffff", class: "paper" }));

  const grid = svg("g", { stroke: GRID, class: "grid" });
  const texts = svg("g", { class: "ticks" });
  let end = -Infinity;
  for (const [tick, text] of X.ticks) {
    grid.append(svg("path", { d: `M${px(tick)} ${px(top)}V${px(bottom)}` }));
    // A label that would touch the one before it is left out.
    const half = widthOf(text) / 2;
    const middle = Math.min(tick, width - half);
    if (middle - half < end + 6) continue;
    end = middle + half;
    texts.append(label(text, middle, bottom + 16, "middle"));
  }
  for (const [tick, text] of Y.ticks) {
    grid.append(svg("path", { d: `M${px(left)} ${px(tick)}H${px(right)}` }));
    texts.append(label(text, left - 6, tick + 4, "end"));
  }
  texts.append(
    label(x.title, left + w / 2, bottom + 36, "middle", { class: "ink title" }),
    label(y.title, 0, 0, "middle", { class: "ink title", transform: `translate(12 ${px(top + h / 2)}) rotate(-90)` }),
  );
  root.append(grid, texts, ...(spec.marks?.({ ...X, low: left, high: right, strip }, { ...Y, low: bottom, high: top, strip }) ?? []));

  for (const [x, y, name, one] of entries) {
    root.append(
      svg("path", { d: `M${px(left / 3 + x)} ${y + 9}h28`, ...stroke(one.engine) }),
      label(name, left / 3 + x + 34, y + 13, "start"),
    );
  }
  const hits = [];
  for (const one of filled) {
    if (one.reach) {
      const edge = (shift) => corners(one.points.map((point) => [X.place(point.x), Y.place(Math.min(y.max, Math.max(y.min, point.y + shift)))]));
      root.append(svg("path", { d: `${path([...edge(one.reach), ...edge(-one.reach).reverse()])}Z`, "fill-opacity": 0.15, ...area(one.engine) }));
    }
    const places = one.points.map((point) => [
      point.out?.x ? right - strip / 2 : X.place(point.x), point.out?.y ? top + strip / 2 : Y.place(point.y),
    ]);
    if (one.form !== "dots") root.append(svg("path", { d: path(places, one.form === "steps"), ...stroke(one.engine) }));
    // A curve with few steps may have no visible line, so its points are drawn.
    const dotted = one.form !== "steps" || one.points.length <= 12;
    const dots = svg("g", { "fill-opacity": one.form === "dots" ? 0.5 : 1, ...area(one.engine) });
    one.points.forEach((point, i) => {
      if (point.still) return;
      const [x, y] = places[i];
      hits.push({ x, y, one, point });
      if (!dotted) return;
      // Triangles on the border show by their form that the place is no value.
      const out = point.out?.x || point.out?.y;
      const dot = out ? svg("path", { d: `M${px(x)} ${px(y - 4)}l4 7h-8z` }) : svg("circle", { cx: px(x), cy: px(y), r: 3 });
      if (point.i !== undefined) dot.dataset.i = point.i;
      dots.append(dot);
    });
    root.append(dots);
  }
  const ring = svg("circle", { r: 7, fill: "none", stroke: INK, "stroke-width": 1.5, class: "ring", visibility: "hidden" });
  root.append(ring);
  follow(root, hits, ring, spec);
  element.replaceChildren(root);
}

// Shows the tooltip of the point next to the pointer, and acts on clicks.
function follow(root, hits, ring, { square, tip, pick }) {
  const nearest = ({ clientX, clientY }) => {
    const box = root.getBoundingClientRect();
    const factor = root.viewBox.baseVal.width / box.width;
    const [x, y] = [(clientX - box.left) * factor, (clientY - box.top) * factor];
    let [least, found] = [Infinity, []];
    for (const hit of hits) {
      const distance = Math.hypot(hit.x - x, hit.y - y);
      if (distance < least - 0.5) [least, found] = [distance, [hit]];
      else if (distance < least + 0.5) found.push(hit);
    }
    return square && least > NEAR ? [] : found;
  };
  const leave = () => {
    ring.setAttribute("visibility", "hidden");
    quiet();
  };
  root.addEventListener("pointermove", (event) => {
    const found = nearest(event);
    if (found.length === 0) return leave();
    const [{ x, y }] = found;
    for (const [key, value] of Object.entries({ cx: px(x), cy: px(y), visibility: "visible" })) ring.setAttribute(key, value);
    // Points that coincide share a tooltip, which shows at most eight.
    tell(found.slice(0, 8).flatMap(({ one, point }) => tip(one, point)), event.clientX, event.clientY);
  });
  root.addEventListener("pointerleave", leave);
  root.addEventListener("click", (event) => {
    const [hit] = nearest(event);
    if (hit && pick) pick(hit.point);
  });
}
