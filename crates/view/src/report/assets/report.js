// Draws the charts of a report with Chart.js, and its table of instances, from the data in the page. Names may contain
// any text, so the script adds them to the page as text only (`textContent`), never as HTML.
"use strict";

(() => {
  const at = (id) => document.getElementById(id);
  const data = JSON.parse(at("data").textContent);
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const ROWS = 100; // number of rows of the table that are shown at first

  // Colours that colour-blind readers can distinguish (after Okabe and Ito). Further engines repeat them with dashes.
  const LIGHT = {
    text: "#1c2128", grid: "#d8dee4", faint: "#8c959f",
    engines: ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#b07800", "#56b4e9", "#333333"],
  };
  const DARK = {
    text: "#e6edf3", grid: "#30363d", faint: "#8c959f",
    engines: ["#56b4e9", "#ff8c42", "#2fc698", "#e79bc5", "#f0e442", "#4f8fe0", "#e6edf3"],
  };
  const DASHES = [[], [7, 3], [2, 2], [9, 3, 2, 3]];
  const POINTS = ["circle", "triangle", "rect", "rectRot", "star", "crossRot", "rectRounded"];

  let printing = false;
  let drawn = [];
  let sorted = { column: 0, down: false }; // column 0 is the instance, the others are engines
  let rows = ROWS;

  const theme = () => (dark.matches && !printing ? DARK : LIGHT);
  const chosen = () => data.charts[Number(at("corpus").value)];
  const named = (chart, i) => data.engines[chart.engines[i]];
  const isTime = (cell) => typeof cell === "number";

  // Numbers, elements and styles.

  const UNITS = [[1e9, "s"], [1e6, "ms"], [1e3, "µs"], [0, "ns"]];

  function scaled(nanoseconds) {
    const [size, unit] = UNITS.find(([size]) => nanoseconds >= size);
    return [nanoseconds / (size || 1), unit];
  }

  function duration(nanoseconds) {
    const [value, unit] = scaled(nanoseconds);
    return `${value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0)} ${unit}`;
  }

  function count(n, one, more) {
    return `${n.toLocaleString("en")} ${n === 1 ? one : more}`;
  }

  function made(name, text, className) {
    const element = document.createElement(name);
    element.textContent = text ?? "";
    if (className) element.className = className;
    return element;
  }

  function styleOf(engine) {
    const { engines } = theme();
    const color = engines[engine % engines.length];
    return {
      borderColor: color, backgroundColor: color, borderWidth: 2,
      borderDash: DASHES[Math.floor(engine / engines.length) % DASHES.length],
      pointStyle: POINTS[engine % POINTS.length],
    };
  }

  // The tooltip, a single element for all charts and the table.

  function place(x, y) {
    const tip = at("tooltip");
    const room = document.documentElement.clientWidth - tip.offsetWidth - 8;
    tip.style.left = `${scrollX + Math.max(0, Math.min(x + 14, room))}px`;
    tip.style.top = `${scrollY + y + 14}px`;
  }

  function tell(nodes, x, y) {
    at("tooltip").replaceChildren(...nodes);
    at("tooltip").hidden = false;
    place(x, y);
  }

  function quiet() {
    at("tooltip").hidden = true;
  }

  // The content of a tooltip: the name of an instance, and the time and forks of each engine.
  function toldInstance(chart, i) {
    const table = made("table");
    chart.cells.forEach((cells, engine) => {
      if (cells[i] === null) return;
      const row = table.insertRow();
      row.append(made("th", named(chart, engine)), made("td", isTime(cells[i]) ? duration(cells[i]) : cells[i]));
      const forks = chart.cell_forks[engine][i];
      row.append(made("td", forks === null ? "" : count(forks, "fork", "forks")));
    });
    return [made("strong", chart.instances[i]), table];
  }

  function hover(nodes) {
    return {
      enabled: false,
      external: ({ chart, tooltip }) => {
        if (tooltip.opacity === 0 || !tooltip.dataPoints?.length) return quiet();
        const box = chart.canvas.getBoundingClientRect();
        // Points that coincide share a tooltip, which shows at most eight.
        tell(tooltip.dataPoints.slice(0, 8).flatMap(nodes), box.left + tooltip.caretX, box.top + tooltip.caretY);
      },
    };
  }

  // Charts.

  function axis(title, type, label) {
    const { text, grid } = theme();
    const ticks = { color: text, maxRotation: 0 };
    if (label) ticks.callback = label;
    else ticks.precision = 0; // An axis without labels of its own shows whole numbers.
    return { type, title: { display: true, text: title, color: text }, ticks, grid: { color: grid } };
  }

  // Labels of a logarithmic axis: the powers of ten, on short axes also their multiples by 2 and 5, and on axes that
  // span less than a factor of 4 every tick.
  function decades(label) {
    return function (value) {
      const lead = value / 10 ** Math.floor(Math.log10(value) + 1e-9);
      const span = this.max / this.min;
      const leads = span > 300 ? [1] : [1, 2, 5];
      return span < 4 || leads.some((one) => Math.abs(lead - one) < 1e-6) ? label(value) : null;
    };
  }

  const times = decades((value) => {
    const [scaledValue, unit] = scaled(value);
    return `${Number(scaledValue.toPrecision(3))} ${unit}`;
  });

  const logarithmic = (title) => axis(title, "logarithmic", times);

  // The legend: a line for each engine, with the dashes that it has in the chart.
  function lines(chart) {
    const items = Chart.defaults.plugins.legend.labels.generateLabels(chart);
    return items.map((item) => {
      const { borderColor, borderDash } = chart.data.datasets[item.datasetIndex];
      return { ...item, pointStyle: "line", strokeStyle: borderColor, lineDash: borderDash, lineWidth: 2 };
    });
  }

  function draw(id, type, datasets, options, legend = true) {
    const { text } = theme();
    const empty = datasets.every((set) => set.data.length === 0);
    at(id).parentElement.classList.toggle("empty", empty);
    // For printing a chart gets a fixed size, which the style sheet scales.
    if (printing) Object.assign(at(id), { width: 560, height: 380 });
    drawn.push(new Chart(at(id), {
      type,
      data: { datasets, labels: options.labels },
      options: {
        animation: false,
        responsive: !printing,
        devicePixelRatio: printing ? 2 : undefined,
        maintainAspectRatio: false,
        interaction: { mode: "nearest", intersect: options.intersect ?? false },
        scales: options.scales,
        plugins: {
          legend: { display: legend, labels: { color: text, usePointStyle: true, pointStyleWidth: 36, generateLabels: lines } },
          tooltip: options.tooltip,
        },
      },
    }));
  }

  // Curves that rise in steps. Each is extended to the right end of the longest curve.
  function curves(chart, list, start) {
    const end = Math.max(...list.flatMap((curve) => curve.x.slice(-1)));
    return list.map((curve, i) => {
      const points = curve.x.map((x, k) => ({ x, y: curve.y[k], step: true }));
      if (points.length) {
        points.push({ x: end, y: curve.y.at(-1) });
        if (start !== undefined && points[0].x > start) points.unshift({ x: start, y: 0 });
      }
      const style = styleOf(chart.engines[i]);
      // A curve with few steps may have no visible line, so its points are drawn.
      const pointRadius = points.map(({ step }) => (step && curve.x.length <= 10 ? 3 : 0));
      return { label: named(chart, i), data: points, stepped: true, clip: 4, pointRadius, pointHitRadius: 8, ...style };
    });
  }

  function drawAnswered(chart) {
    draw("answered", "line", curves(chart, chart.answered), {
      scales: {
        x: logarithmic(data.clock),
        y: { ...axis("instances answered", "linear"), beginAtZero: true },
      },
      tooltip: hover(({ dataset, raw }) => [
        made("strong", dataset.label),
        made("div", `${count(raw.y, "instance", "instances")} of ${chart.cases.toLocaleString("en")} within ${duration(raw.x)} each`),
      ]),
    });
    at("answered-caption").textContent =
      "For each time, the number of instances that an engine answers within that time. Farther left and higher is better.";
  }

  function drawProfile(chart) {
    const ratio = decades((value) => `${Number(value.toPrecision(3))}×`);
    draw("profile", "line", curves(chart, chart.profile, 1), {
      scales: {
        x: { ...axis("times as long as the fastest engine", "logarithmic", ratio), min: 1 },
        y: { ...axis("share of instances", "linear", (value) => `${Math.round(100 * value)}%`), min: 0, max: 1 },
      },
      tooltip: hover(({ dataset, raw }) => [
        made("strong", dataset.label),
        made("div", `${(100 * raw.y).toFixed(1)}% within ${raw.x.toFixed(2)} times the fastest`),
      ]),
    });
    at("profile-caption").textContent =
      "The share of all instances on which an engine takes at most a given multiple of the time of the fastest engine " +
      "(Dolan and Moré 2002). The left end, at 1×, is the share on which it is the fastest; the right end is the share that it answers.";
  }

  function drawScatter(chart) {
    const [a, b] = [Number(at("across").value), Number(at("up").value)];
    const points = [];
    chart.instances.forEach((_, i) => {
      const [x, y] = [chart.cells[a][i], chart.cells[b][i]];
      if (isTime(x) && isTime(y)) points.push({ x, y, i });
    });
    const all = points.flatMap(({ x, y }) => [x, y]);
    const ends = [Math.min(...all), Math.max(...all)];
    const { faint } = theme();
    const style = { ...styleOf(chart.engines[b]), pointStyle: "circle", borderWidth: 1 };
    const diagonal = all.length ? ends.map((end) => ({ x: end, y: end })) : [];
    draw("scatter", "scatter", [
      { label: "instances", data: points, pointRadius: 3, pointHoverRadius: 6, ...style, backgroundColor: `${style.borderColor}80` },
      { label: "equal", type: "line", data: diagonal, borderColor: faint, borderDash: [4, 4], borderWidth: 1, pointRadius: 0, pointHitRadius: 0 },
    ], {
      intersect: true,
      scales: { x: logarithmic(`${named(chart, a)}, ${data.clock}`), y: logarithmic(`${named(chart, b)}, ${data.clock}`) },
      tooltip: {
        ...hover(({ raw }) => toldInstance(chart, raw.i)),
        filter: ({ datasetIndex }) => datasetIndex === 0,
      },
    }, false);
    const both = chart.both[a][b];
    const left = [
      both > points.length && `${points.length.toLocaleString("en")} of them are drawn, as a sample`,
      chart.timed[a] > both && `${(chart.timed[a] - both).toLocaleString("en")} have a time of ${named(chart, a)} only`,
      chart.timed[b] > both && `${(chart.timed[b] - both).toLocaleString("en")} of ${named(chart, b)} only`,
    ].filter(Boolean);
    at("scatter-caption").textContent =
      `${count(both, "instance has", "instances have")} a time of both${left.map((text) => `; ${text}`).join("")}. ` +
      `Below the line ${named(chart, b)} is faster.`;
  }

  function drawForks(chart) {
    const known = chart.forks.counts.map((counts) => counts.reduce((sum, n) => sum + n, 0));
    const sets = chart.forks.counts.map((counts, i) => ({
      label: named(chart, i), data: known[i] ? counts : [], pointRadius: 3, pointHitRadius: 8, ...styleOf(chart.engines[i]),
    }));
    draw("forks", "line", sets, {
      labels: chart.forks.bins,
      scales: { x: axis("forks", "category"), y: { ...axis("instances", "linear"), beginAtZero: true } },
      tooltip: hover(({ dataset, raw, label }) => [
        made("strong", dataset.label),
        made("div", `${count(raw, "instance", "instances")} with ${label} forks`),
      ]),
    });
    at("forks-caption").textContent =
      "The number of answered instances by their number of forks, for engines that count forks. A fork is an arbitrary choice; their number is the same on every machine.";
  }

  // The table of instances.

  function valueOf(chart, column, i) {
    if (column === 0) return i;
    if (at("shown").value === "forks") return chart.cell_forks[column - 1][i];
    const cell = chart.cells[column - 1][i];
    return isTime(cell) ? cell : null;
  }

  function inOrder(chart) {
    const wanted = at("filter").value.trim().toLowerCase();
    const isWanted = (i) =>
      chart.instances[i].toLowerCase().includes(wanted) ||
      chart.cells.some((cells) => typeof cells[i] === "string" && cells[i].includes(wanted));
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
    const forks = at("shown").value === "forks";
    const list = inOrder(chart);
    const head = made("tr");
    ["instance", ...chart.engines.map((engine) => data.engines[engine])].forEach((name, column) => {
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
      row.append(made("th", chart.instances[i]));
      chart.cells.forEach((cells, engine) => {
        const known = forks ? chart.cell_forks[engine][i] : cells[i];
        const isFigure = typeof known === "number";
        const text = !isFigure ? cells[i] ?? "" : forks ? known.toLocaleString("en") : duration(known);
        row.append(made("td", text, isFigure ? "figure" : "word"));
      });
      return row;
    });
    at("table").tHead.replaceChildren(head);
    at("table").tBodies[0].replaceChildren(...body);
    at("more").hidden = list.length <= rows;
    const out = chart.cases - chart.instances.length;
    at("count").textContent =
      `${body.length.toLocaleString("en")} of ${count(list.length, "row", "rows")}.` +
      (out > 0 ? ` ${count(out, "instance is", "instances are")} not in this page; the CSV file contains all.` : "");
  }

  // The controls.

  function offer(select, chart, fallback) {
    const before = select.selectedOptions[0]?.textContent;
    const options = chart.engines.map((engine, i) => {
      const option = made("option", data.engines[engine]);
      option.value = i;
      return option;
    });
    select.replaceChildren(...options);
    const again = options.findIndex((option) => option.textContent === before);
    select.value = again >= 0 ? again : fallback;
  }

  function drawCharts() {
    const chart = chosen();
    drawn.forEach((one) => one.destroy());
    drawn = [];
    drawAnswered(chart);
    drawProfile(chart);
    drawScatter(chart);
    drawForks(chart);
  }

  function choose() {
    const chart = chosen();
    const most = [...chart.engines.keys()].sort((a, b) => chart.timed[b] - chart.timed[a] || a - b);
    offer(at("across"), chart, most[0]);
    offer(at("up"), chart, most[1] ?? most[0]);
    sorted = { column: 0, down: false };
    rows = ROWS;
    const sample = chart.cases > chart.instances.length;
    at("which").textContent =
      `${chart.name}: ${count(chart.cases, "instance", "instances")}.` +
      (sample ? ` Points and rows are a sample of ${chart.instances.length.toLocaleString("en")}, including the extremes of each pair of engines.` : "");
    drawCharts();
    drawTable();
  }

  at("corpus").addEventListener("change", choose);
  for (const id of ["across", "up"]) at(id).addEventListener("change", drawCharts);
  for (const id of ["filter", "shown"]) {
    at(id).addEventListener("input", () => {
      rows = ROWS;
      drawTable();
    });
  }
  at("more").addEventListener("click", () => {
    rows += 5 * ROWS;
    drawTable();
  });
  at("table").addEventListener("click", ({ target }) => {
    const button = target.closest("button");
    if (!button) return;
    const column = Number(button.dataset.column);
    sorted = { column, down: column === sorted.column && !sorted.down };
    drawTable();
    at("table").querySelector(`button[data-column="${column}"]`).focus();
  });
  at("table").addEventListener("mousemove", ({ target, clientX, clientY }) => {
    const row = target.closest("tr[data-instance]");
    if (row) tell(toldInstance(chosen(), Number(row.dataset.instance)), clientX, clientY);
    else quiet();
  });
  at("table").addEventListener("mouseleave", quiet);
  dark.addEventListener("change", drawCharts);
  for (const [event, is] of [["beforeprint", true], ["afterprint", false]]) {
    addEventListener(event, () => {
      printing = is;
      quiet();
      drawCharts();
    });
  }
  choose();
})();
