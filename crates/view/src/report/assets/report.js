// The controls of the page, downloads, and what is chosen, which the fragment of the URL keeps.

// Downloads.

function download(name, type, text) {
  const link = made("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name.replace(/[^\p{L}\p{N}.]+/gu, "-");
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}

function csv(rows) {
  const field = (value) => {
    const text = `${value ?? ""}`;
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return rows.map((row) => `${row.map(field).join(",")}\n`).join("");
}

// A chart as a file: without what belongs to the pointer, and with its caption.
function file(id) {
  const copy = at(id).firstChild.cloneNode(true);
  copy.querySelector(".ring").remove();
  for (const name of ["class", "data-i"]) copy.querySelectorAll(`[${name}]`).forEach((element) => element.removeAttribute(name));
  copy.firstChild.after(svg("desc", {}, at(`${id}-caption`).textContent));
  return new XMLSerializer().serializeToString(copy);
}

function downloadFigure(id, type) {
  const name = `${document.title}-${chosen().name}-${id}.${type}`;
  if (type === "csv") download(name, "text/csv", csv(FIGURES[id]?.(chosen()).rows ?? tableRows(chosen())));
  else if (at(id).firstChild) download(name, "image/svg+xml", file(id));
}

// What is chosen.

let usual = {}; // the engines of the scatter plot unless others are chosen

// Writes what differs from the usual into the fragment of the URL, by name, so that another page of the same engines can
// take it over.
function keep() {
  const chart = chosen();
  const kept = new URLSearchParams();
  if (at("corpus").value !== "0") kept.set("corpus", chart.name);
  for (const id of ["across", "up"]) {
    if (Number(at(id).value) !== usual[id]) kept.set(id, named(chart, Number(at(id).value)));
  }
  if (at("shown").value !== "times") kept.set("shown", at("shown").value);
  if (at("filter").value) kept.set("filter", at("filter").value);
  if (sorted.column > 0) kept.set("sort", heads(chart)[sorted.column]);
  if (sorted.down) kept.set("order", "down");
  if (at("changed")?.checked) kept.set("changed", "only");
  if (opened !== null) kept.set("instance", opened);
  const fragment = `${kept}`;
  // A link to a section stays until something is chosen.
  if (!fragment && !location.hash.includes("=")) return;
  history.replaceState(null, "", location.href.split("#")[0] + (fragment && `#${fragment}`));
}

function restore() {
  if (!location.hash.includes("=")) return;
  const kept = new URLSearchParams(location.hash.slice(1));
  const place = data.charts.findIndex(({ name }) => name === kept.get("corpus"));
  at("corpus").value = Math.max(0, place);
  at("shown").value = kept.get("shown") ?? "times";
  if (at("shown").selectedIndex < 0) at("shown").value = "times";
  at("filter").value = kept.get("filter") ?? "";
  if (at("changed")) at("changed").checked = kept.get("changed") === "only";
  choose(["across", "up"].map((id) => kept.get(id)));
  sorted = { column: Math.max(0, heads(chosen()).indexOf(kept.get("sort"))), down: kept.get("order") === "down" };
  drawTable();
  const instance = chosen().instances.indexOf(kept.get("instance"));
  if (instance >= 0) openInstance(instance);
  else at("detail").close();
}

function offer(id, chart, wanted) {
  const options = chart.engines.map((engine, i) => {
    const option = made("option", data.engines[engine]);
    option.value = i;
    return option;
  });
  at(id).replaceChildren(...options);
  const found = options.findIndex((option) => option.textContent === wanted);
  at(id).value = found >= 0 ? found : usual[id];
}

// Shows the chosen corpus, with engines of these names on the axes of the scatter plot if it has them.
function choose(engines) {
  const chart = chosen();
  const most = [...chart.engines.keys()].sort((a, b) => chart.timed[b] - chart.timed[a] || a - b);
  const [across, up] = chart.pair ?? [most[0], most[1] ?? most[0]];
  usual = { across, up };
  ["across", "up"].forEach((id, i) => offer(id, chart, engines[i]));
  sorted = { column: 0, down: false };
  rows = ROWS;
  const sample = chart.cases > chart.instances.length;
  at("which").textContent =
    `${chart.name}: ${count(chart.cases, "instance", "instances")}` +
    (chart.not_ranked ? `, not ranked: ${chart.not_ranked}.` : ".") +
    (sample ? ` Points and rows are a sample of ${grouped(chart.instances.length)}, including the extremes of each pair of engines.` : "");
  const spreads = at("shown").querySelector("[value=spread]");
  spreads.hidden = chart.cell_ends.length === 0;
  if (spreads.hidden && at("shown").value === "spread") at("shown").value = "times";
  drawCharts();
  drawTable();
}

const namesOnAxes = () => ["across", "up"].map((id) => at(id).selectedOptions[0]?.textContent);

at("corpus").addEventListener("change", () => {
  choose(namesOnAxes());
  keep();
});
for (const id of ["across", "up"]) {
  at(id).addEventListener("change", () => {
    if (sorted.column > chosen().engines.length) sorted = { column: 0, down: false };
    drawFigure("scatter");
    drawTable();
    keep();
  });
}
for (const [id, event] of [["filter", "input"], ["shown", "change"]]) {
  at(id).addEventListener(event, () => {
    rows = ROWS;
    drawTable();
    keep();
  });
}
at("changed")?.addEventListener("change", keep);
at("more").addEventListener("click", () => {
  rows += 5 * ROWS;
  drawTable();
});
at("table").addEventListener("click", ({ target }) => {
  const head = target.closest("button[data-column]");
  const row = target.closest("tr[data-instance]");
  if (row) openInstance(Number(row.dataset.instance));
  if (!head) return;
  const column = Number(head.dataset.column);
  sorted = { column, down: column === sorted.column && !sorted.down };
  drawTable();
  at("table").querySelector(`button[data-column="${column}"]`).focus();
  keep();
});
at("table").addEventListener("mousemove", ({ target, clientX, clientY }) => {
  const row = target.closest("tr[data-instance]");
  if (!row) return quiet();
  const i = Number(row.dataset.instance);
  tell([made("strong", chosen().instances[i]), results(chosen(), i)], clientX, clientY);
});
at("table").addEventListener("mouseleave", quiet);
at("detail").addEventListener("close", () => {
  opened = null;
  keep();
});
// A click beside the window closes it.
at("detail").addEventListener("click", ({ target }) => target === at("detail") && at("detail").close());
document.addEventListener("click", (event) => {
  const button = event.target.closest("button[data-download]");
  if (button) downloadFigure(button.dataset.of, button.dataset.download);
  // A link to a section scrolls there, and keeps what is chosen.
  const link = event.target.closest("nav a");
  if (!link || !location.hash.includes("=")) return;
  event.preventDefault();
  document.querySelector(link.hash).scrollIntoView();
});

// Charts are drawn in the width of their place.
let width = 0;
new ResizeObserver(([{ contentRect }]) => {
  if (printing || contentRect.width === width) return;
  width = contentRect.width;
  drawCharts();
}).observe(at("answered"));
for (const [event, is] of [["beforeprint", true], ["afterprint", false]]) {
  addEventListener(event, () => {
    printing = is;
    quiet();
    drawCharts();
  });
}

// A table that is wider than its place says that it scrolls, and can be scrolled with the keyboard.
const watched = new ResizeObserver((entries) => {
  for (const table of new Set(entries.map(({ target }) => target.closest(".wide")))) {
    const scrolls = table.scrollWidth > table.clientWidth + 1;
    table.previousElementSibling.hidden = !scrolls;
    if (scrolls) table.tabIndex = 0;
    else table.removeAttribute("tabindex");
  }
});
for (const wide of document.querySelectorAll("main .wide")) {
  watched.observe(wide);
  watched.observe(wide.firstElementChild);
}

addEventListener("hashchange", restore);
choose([]);
restore();
