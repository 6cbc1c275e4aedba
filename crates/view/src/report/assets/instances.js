// The table of instances, and the window with the text and the picture of one.

const ROWS = 100; // number of rows of the table that are shown at first

let sorted = { column: 0, down: false }; // column 0 is the instance, the last one the ratio, the others are engines
let rows = ROWS;
let opened = null; // the name of the instance whose window is open

// What the last column divides: forks if these are shown, otherwise times.
const divided = () => (at("shown").value === "forks" ? "forks" : "times");

// The time, or the forks, of the engine on the vertical axis of the scatter plot, divided by that of the engine on the
// horizontal axis.
function ratioOf(chart, i) {
  const cells = divided() === "forks" ? chart.cell_forks : chart.cells;
  const [x, y] = ["across", "up"].map((id) => cells[Number(at(id).value)][i]);
  return isTime(x) && isTime(y) && x > 0 ? y / x : null;
}

const hasRatio = () => at("across").value !== at("up").value;

function valueOf(chart, column, i) {
  if (column === 0) return i;
  if (column > chart.engines.length) return ratioOf(chart, i);
  const shown = at("shown").value;
  if (shown === "forks") return chart.cell_forks[column - 1][i];
  if (shown === "spread") {
    const ends = chart.cell_ends[column - 1]?.[i];
    return ends ? ends[1] / ends[0] : null;
  }
  const cell = chart.cells[column - 1][i];
  return isTime(cell) ? cell : null;
}

function textOf(chart, column, i) {
  const value = valueOf(chart, column, i);
  if (column > chart.engines.length) return value === null ? "" : rounded(value);
  const cell = chart.cells[column - 1][i];
  if (value === null) return isTime(cell) ? "" : verdict(cell);
  return { times: duration, forks: grouped, spread: () => repeated(chart, column - 1, i) }[at("shown").value](value);
}

function heads(chart) {
  const names = ["instance", ...chart.engines.map((engine) => data.engines[engine])];
  if (hasRatio()) names.push(`${named(chart, Number(at("up").value))} / ${named(chart, Number(at("across").value))}, ${divided()}`);
  return names;
}

const filtered = () => at("filter").value.trim().toLowerCase();

function inOrder(chart) {
  const wanted = filtered();
  // Nearly every instance has an `ok`, so a part of that word finds none.
  const has = (word) => (word === "ok" ? wanted === word : word.includes(wanted));
  const isWanted = (i) => chart.instances[i].toLowerCase().includes(wanted) || chart.cells.some((cells) => has(verdict(cells[i])));
  const list = [...chart.instances.keys()].filter(isWanted);
  const sign = sorted.down ? -1 : 1;
  // Instances without a value come last in either order.
  return list.sort((i, j) => {
    const [a, b] = [valueOf(chart, sorted.column, i), valueOf(chart, sorted.column, j)];
    if (a === null || b === null) return (a === null) - (b === null) || i - j;
    return sign * (a - b) || i - j;
  });
}

function drawTable() {
  const chart = chosen();
  const list = inOrder(chart);
  const head = made("tr");
  const names = heads(chart);
  names.forEach((name, column) => {
    const cell = made("th", "", column ? "figure" : "");
    const button = made("button", name);
    button.type = "button";
    button.dataset.column = column;
    cell.append(button);
    if (column === sorted.column) cell.ariaSort = sorted.down ? "descending" : "ascending";
    head.append(cell);
  });
  const body = list.slice(0, rows).map((i) => {
    const row = made("tr");
    row.dataset.instance = i;
    const open = made("button", chart.instances[i]);
    open.type = "button";
    row.append(made("th"));
    row.cells[0].append(open);
    for (let column = 1; column < names.length; column++) {
      row.append(made("td", textOf(chart, column, i), valueOf(chart, column, i) === null ? "word" : "figure"));
    }
    return row;
  });
  at("table").tHead.replaceChildren(head);
  at("table").tBodies[0].replaceChildren(...body);
  at("more").hidden = list.length <= rows;
  const out = chart.cases - chart.instances.length;
  const all = count(chart.instances.length, "row", "rows");
  // On paper, these words alone say what is shown.
  at("count").textContent =
    `Shown: ${at("shown").selectedOptions[0].textContent}; ${grouped(body.length)} of ` +
    (filtered() ? `${count(list.length, "row that matches", "rows that match")} the filter, of ${all} in all.` : `${all}.`) +
    (out > 0 ? ` ${count(out, "instance is", "instances are")} not in this page; the CSV file contains all.` : "");
}

// The table as rows of CSV: what is shown, with all rows and times in nanoseconds.
function tableRows(chart) {
  const names = heads(chart);
  const rows = inOrder(chart).map((i) => [
    chart.instances[i],
    ...names.slice(1).map((_, k) => valueOf(chart, k + 1, i) ?? (k < chart.engines.length ? textOf(chart, k + 1, i) : "")),
  ]);
  return [names, ...rows];
}

// The text of a grid as its digits, 0 for an empty cell.
function digits(text, side) {
  if (side > 25) return text.split(" ").map(Number).map((digit) => digit || 0);
  return [...text].map((c) => (c === "." ? 0 : side < 10 ? Number(c) : c.charCodeAt(0) - 96));
}

// The picture of a puzzle. `data.boards` has that of a board with one digit, in its first cell; the digits of the puzzle
// are copies of this one.
function board(text, side) {
  const picture = new DOMParser().parseFromString(data.boards[side], "image/svg+xml");
  const parts = [picture.querySelector(".tint rect"), picture.querySelector(".given text")];
  const cell = Number(parts[0].getAttribute("width"));
  digits(text, side).forEach((digit, i) => {
    if (digit === 0) return;
    for (const part of parts) {
      const copy = part.cloneNode(true);
      copy.setAttribute("transform", `translate(${(i % side) * cell} ${Math.floor(i / side) * cell})`);
      if (copy.localName === "text") copy.textContent = digit;
      part.parentNode.append(copy);
    }
  });
  parts.forEach((part) => part.remove());
  return new XMLSerializer().serializeToString(picture);
}

const MISSING = {
  "not at hand": "The text of this instance is not at hand: its corpus was not found when this page was made. " +
    "`quadrille report --data DIR` looks for corpora in a folder.",
  "left out": "The text of this instance was left out to keep this page small; it is in the corpus.",
};

// Opens the window of an instance.
function openInstance(i) {
  const chart = chosen();
  const name = chart.instances[i];
  const found = data.texts[chart.texts[i]];
  const parts = [];
  if (found) {
    const { text, side, picture } = found;
    const drawing = side ? board(text, side) : picture;
    if (drawing) {
      const image = made("img");
      image.alt = side ? `The givens of ${name}` : `A solution of ${name}`;
      image.src = `data:image/svg+xml,${encodeURIComponent(drawing)}`;
      parts.push(image);
    }
    if (picture) parts.push(made("p", "The picture shows a solution."));
    parts.push(made("pre", text));
  } else {
    parts.push(made("p", MISSING[chart.texts[i]]));
  }
  const wide = made("div", "", "wide");
  wide.append(results(chart, i));
  at("detail-name").textContent = name;
  at("detail-corpus").textContent = chart.name;
  at("detail-body").replaceChildren(wide, ...parts);
  quiet();
  if (!at("detail").open) at("detail").showModal();
  opened = name;
  keep();
}
