// The charts of the page: of each, what `draw` draws, its caption, and its data as rows of CSV.

const timeLabel = (value) => {
  const [short, unit] = scaled(value);
  return `${Number(short.toPrecision(3))} ${unit}`;
};
const timesLabel = (value) => `${Number(value.toPrecision(3))}×`;
const SMALL = { "font-size": 10 };
const percentLabel = (value) => `${Math.round(100 * value)}%`;

// A logarithmic axis over some values.
function logarithmic(title, values, label) {
  const [min, max] = [Math.min(...values), Math.max(...values)];
  return { title, log: true, label, ...(min < max ? { min, max } : { min: min / 2, max: max * 2 }) };
}

// Curves that rise in steps, with bands. Each is extended to the right end of the longest curve.
function curves(chart, list, reaches, start) {
  const end = Math.max(...list.flatMap((curve) => curve.x.slice(-1)));
  return list.map((curve, i) => {
    const points = curve.x.map((x, k) => ({ x, y: curve.y[k] }));
    if (points.length > 0) {
      points.push({ x: end, y: curve.y.at(-1), still: true });
      if (start !== undefined && points[0].x > start) points.unshift({ x: start, y: 0, still: true });
    }
    return { name: named(chart, i), engine: chart.engines[i], points, form: "steps", reach: reaches[i] };
  });
}

// What the bands mean, if there are any.
const banded = (reaches) => (reaches.some((reach) => reach) ? " A band holds the whole curve of all instances of this kind with 95% confidence." : "");

const rowsOf = (chart, list) => list.flatMap((curve, i) => curve.x.map((x, k) => [named(chart, i), x, curve.y[k]]));
const rights = (list) => list.flatMap((curve) => curve.x);

// Why the engines of a chart must not be ordered, or a sentence that orders them.
const marked = (chart, better) => (chart.not_ranked ? `Not ranked: ${chart.not_ranked}.` : better);

function answered(chart) {
  const most = Math.max(1, ...chart.answered.flatMap((curve) => curve.y.slice(-1)));
  return {
    x: logarithmic(data.clock, rights(chart.answered), timeLabel),
    y: { title: "instances answered", min: 0, max: most, whole: true, label: grouped },
    series: curves(chart, chart.answered, chart.answered_reach.map((reach) => reach && reach * chart.cases)),
    tip: ({ name }, { x, y }) => [
      made("strong", name),
      made("div", `${count(y, "instance", "instances")} of ${grouped(chart.cases)} within ${duration(x)} each`),
    ],
    caption:
      "For each time, the number of instances that an engine answers within that time. " +
      marked(chart, "Farther left and higher is better.") + banded(chart.answered_reach),
    rows: [["engine", "ns", "instances"], ...rowsOf(chart, chart.answered)],
  };
}

// Curves of the share of instances over factors from 1.
function shares(chart, list, reaches, title, words) {
  return {
    x: { ...logarithmic(title, [1, ...rights(list)], timesLabel), min: 1 },
    y: { title: "share of instances", min: 0, max: 1, label: percentLabel },
    series: curves(chart, list, reaches, 1),
    tip: ({ name }, { x, y }) => [made("strong", name), made("div", `${(100 * y).toFixed(1)}% within ${x.toFixed(2)} times the ${words}`)],
    rows: [["engine", "factor", "share"], ...rowsOf(chart, list)],
  };
}

function profile(chart) {
  return {
    ...shares(chart, chart.profile, chart.profile_reach, "times as long as the fastest engine", "fastest"),
    caption:
      "The share of all instances on which an engine takes at most a given multiple of the time of the fastest engine (Dolan and Moré 2002). " +
      marked(chart, "The left end, at 1×, is the share on which it is the fastest; the right end is the share that it answers.") +
      banded(chart.profile_reach),
  };
}

function spread(chart) {
  return {
    ...shares(chart, chart.spread, [], "slowest repetition as a multiple of the fastest", "fastest repetition"),
    caption:
      "The share of the instances measured several times whose slowest repetition takes at most a given multiple of the fastest. " +
      "Farther left is steadier.",
  };
}

function scatter(chart) {
  const [a, b] = [Number(at("across").value), Number(at("up").value)];
  const [A, B] = [named(chart, a), named(chart, b)];
  const points = [];
  chart.instances.forEach((_, i) => {
    const [x, y] = [chart.cells[a][i], chart.cells[b][i]];
    // An instance that one engine answered and the other did not stands on the border; one that was not run is left out.
    const gaveUp = (cell) => cell !== null && cell !== "ok" && !isTime(cell);
    if (isTime(x) && isTime(y)) points.push({ x, y, i });
    else if (isTime(x) && gaveUp(y)) points.push({ x, i, out: { y: true } });
    else if (gaveUp(x) && isTime(y)) points.push({ y, i, out: { x: true } });
  });
  const drawn = points.filter(({ out }) => !out).length;
  const all = points.flatMap(({ x, y }) => [x, y]).filter(isTime);
  // Some room, so that no point stands on an axis.
  const ends = [Math.min(...all) / 1.15, Math.max(...all) * 1.15];
  const axis = (name) => logarithmic(`${name}, ${data.clock}`, ends, timeLabel);
  const both = chart.both[a][b];
  const left = [
    both > drawn && `${grouped(drawn)} of them are drawn, as a sample`,
    chart.timed[a] > both && `${grouped(chart.timed[a] - both)} have a time of ${A} only`,
    chart.timed[b] > both && `${grouped(chart.timed[b] - both)} of ${B} only`,
  ].filter(Boolean);
  const border = points.length > drawn ? " Triangles on the border are instances that one engine did not answer." : "";
  const column = (engine) => (i) => chart.cells[engine][i];
  return {
    square: true,
    x: axis(A),
    y: axis(B),
    series: [{ name: "instances", engine: chart.engines[b], points, form: "dots" }],
    marks: (X, Y) => [
      // Equal times.
      svg("path", {
        d: `M${px(X.low)} ${px(Y.low)}L${px(X.high - X.strip)} ${px(Y.high + Y.strip)}`, stroke: FAINT, class: "faint", "stroke-dasharray": "4 4",
      }),
      ...(border
        ? [
            svg("path", {
              d: `M${px(X.high - X.strip)} ${px(Y.low)}V${px(Y.high + Y.strip)}M${px(X.low)} ${px(Y.high + Y.strip)}H${px(X.high - X.strip)}`,
              stroke: FAINT, class: "faint", fill: "none",
            }),
            label("not answered", (X.low + X.high) / 2, Y.high - 5, "middle", SMALL),
            label("not answered", 0, 0, "middle", {
              ...SMALL, transform: `translate(${px(X.high + 5)} ${px((Y.low + Y.high) / 2)}) rotate(90)`,
            }),
          ]
        : []),
    ],
    tip: (_, { i }) => [made("strong", chart.instances[i]), results(chart, i)],
    pick: ({ i }) => openInstance(i),
    caption:
      `${count(both, "instance has", "instances have")} a time of both${left.map((text) => `; ${text}`).join("")}. ` +
      `Below the line ${B} is faster.${border}`,
    rows: [["instance", A, B], ...chart.instances.map((name, i) => [name, column(a)(i), column(b)(i)])],
  };
}

function forks(chart) {
  const { bins, counts } = chart.forks;
  const known = counts.map((counts) => counts.some((n) => n > 0));
  const most = Math.max(1, ...counts.flat());
  return {
    x: { title: "forks", names: bins },
    y: { title: "instances", min: 0, max: most, whole: true, label: grouped },
    series: counts.map((counts, i) => ({
      name: named(chart, i), engine: chart.engines[i], points: known[i] ? counts.map((y, x) => ({ x, y })) : [], form: "lines",
    })),
    tip: ({ name }, { x, y }) => [made("strong", name), made("div", `${count(y, "instance", "instances")} with ${bins[x]} forks`)],
    caption:
      "The number of answered instances by their number of forks, for engines that count forks. A fork is an arbitrary choice; " +
      "their number is the same on every machine.",
    rows: [["engine", "forks", "instances"], ...counts.flatMap((counts, i) => (known[i] ? counts.map((n, k) => [named(chart, i), bins[k], n]) : []))],
  };
}

const FIGURES = { answered, profile, scatter, spread, forks };
const PAPER = 340; // width of a chart on paper, in pixels: half a page

let printing = false;

function drawFigure(id) {
  const element = at(id);
  const title = element.closest("figure").querySelector("h3").textContent;
  const spec = FIGURES[id](chosen());
  draw(element, { ...spec, title: `${title}: ${chosen().name}`, width: printing ? PAPER : element.clientWidth || PAPER });
  at(`${id}-caption`).textContent = spec.caption;
}

function drawCharts() {
  at("spread").closest("figure").hidden = chosen().spread.every((curve) => curve.x.length === 0);
  Object.keys(FIGURES).forEach(drawFigure);
}
