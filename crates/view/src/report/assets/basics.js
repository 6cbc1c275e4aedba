// The data of the page, and what all parts of the script use: numbers, elements, and the tooltip. Names may contain any
// text, so they are added to the page as text only (`textContent`), never as HTML.

const at = (id) => document.getElementById(id);
const data = JSON.parse(at("data").textContent);

const chosen = () => data.charts[Number(at("corpus").value)];
const named = (chart, i) => data.engines[chart.engines[i]];
const isTime = (cell) => typeof cell === "number";
// What a cell says of an answer, in a word.
const verdict = (cell) => (cell === null ? "not run" : isTime(cell) ? "ok" : cell);

const UNITS = [[1e9, "s"], [1e6, "ms"], [1e3, "µs"], [0, "ns"]];

function scaled(nanoseconds) {
  const [size, unit] = UNITS.find(([size]) => nanoseconds >= size);
  return [nanoseconds / (size || 1), unit];
}

// A number with three significant digits, or all digits before its point.
function rounded(value) {
  const power = Math.floor(Math.log10(Number(value.toPrecision(3)) || 1));
  return value.toFixed(Math.min(100, Math.max(0, 2 - power)));
}

function duration(nanoseconds) {
  const [value, unit] = scaled(nanoseconds);
  return `${rounded(value)} ${unit}`;
}

const grouped = (n) => n.toLocaleString("en");
const count = (n, one, more) => `${grouped(n)} ${n === 1 ? one : more}`;

function made(name, text, className) {
  const element = document.createElement(name);
  element.textContent = text ?? "";
  if (className) element.className = className;
  return element;
}

// The times of the repetitions of a search, in words; empty if it was measured once.
function repeated(chart, engine, i) {
  const ends = chart.cell_ends[engine]?.[i];
  return ends ? `${duration(ends[0])} to ${duration(ends[1])}` : "";
}

// A table of what each engine did on an instance.
function results(chart, i) {
  const table = made("table");
  const ends = chart.cells.some((_, engine) => repeated(chart, engine, i));
  chart.cells.forEach((cells, engine) => {
    if (cells[i] === null) return;
    const row = table.insertRow();
    row.append(made("th", named(chart, engine)), made("td", isTime(cells[i]) ? duration(cells[i]) : cells[i]));
    if (ends) row.append(made("td", repeated(chart, engine, i)));
    const forks = chart.cell_forks[engine][i];
    row.append(made("td", forks === null ? "" : count(forks, "fork", "forks")));
  });
  return table;
}

// The tooltip, a single element for all charts and the table.

function tell(nodes, x, y) {
  const tip = at("tooltip");
  tip.replaceChildren(...nodes);
  tip.hidden = false;
  const room = document.documentElement.clientWidth - tip.offsetWidth - 8;
  tip.style.left = `${scrollX + Math.max(0, Math.min(x + 14, room))}px`;
  tip.style.top = `${scrollY + y + 14}px`;
}

function quiet() {
  at("tooltip").hidden = true;
}
