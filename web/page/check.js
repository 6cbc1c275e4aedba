// Check a file: verdicts on all of its puzzles, found in a worker that reads the file in pieces.

import { h, saves, say, takeFiles } from "./basics.js";
import { Engine, Stopped } from "./engine.js";

/** Rows of a page of the list. */
const PAGE = 50;

/** Upper bound on the characters of an error that is shown. */
const SHOWN = 600;

const EXAMPLE = `puzzle,solution
530070000600195000098000060800060003400803001700020006060000280000419005000080079,534678912672195348198342567859761423426853791713924856961537284287419635345286179
530070000600195000098000060800060003400803001700020006060000280000419005000080079,534678912672195348198342567859761423426853791713924856961537284287419635345286197
530070000600195000098000060800060003400803001700020006060000280000419005000080070,534678912672195348198342567859761423426853791713924856961537284287419635345286179
030070000600195000098000060800060003000803001700020006060000280000419005000080000,
550070000600195000098000060800060003400803001700020006060000280000419005000080079,
no puzzle,
`;

/** Lets the page answer between two steps that take time. */
const breath = () => new Promise((resolve) => setTimeout(resolve));

const { format: number } = new Intl.NumberFormat("en");
const puzzles = (count) => `${number(count)} ${count === 1 ? "puzzle" : "puzzles"}`;

/** The name of the table with the verdicts: `puzzles.csv` becomes `puzzles-checked.csv`. */
function checkedName(name, isText) {
  const [, stem, ending] = /^(.*?)(\.[a-z0-9]{1,6}(?:\.gz)?)?$/is.exec(name);
  return `${stem || "puzzles"}-checked${isText ? ".csv" : (ending ?? ".csv")}`;
}

export function start(section) {
  const part = (name) => section.querySelector(`#check-${name}`);
  const engine = new Engine();
  let file = null;
  /** The number of the last check. What an earlier one says is no longer shown. */
  let last = 0;
  /** What the file holds by itself, and with the columns that are chosen. */
  let natural = null;
  let contents = null;
  let lists = {};
  let page = 0;

  function complain(message) {
    say(part("said"), message.length > SHOWN ? `${message.slice(0, SHOWN)} …` : message, true);
  }

  async function take(files) {
    const run = ++last;
    engine.stop();
    file = files[0];
    for (const name of ["found", "asked", "work"]) part(name).hidden = true;
    say(part("said"), `Looking into ${file.name} …`);
    try {
      await engine.call("file", file);
      natural = await engine.ask("check_contents", file.size, "{}");
    } catch (error) {
      if (run === last) complain(`${file.name}: ${error.message}`);
      return;
    }
    if (run !== last) return;
    fillColumns();
    await check();
  }

  /** The columns of the file, to choose from. */
  function fillColumns() {
    const { columns, puzzles, answers } = natural;
    const named = [...new Set([...columns, puzzles, answers].filter((name) => name !== null))];
    const option = (name) => h("option", { value: name }, name.length > 40 ? `${name.slice(0, 40)} …` : name);
    part("puzzles").replaceChildren(...named.map(option));
    part("answers").replaceChildren(h("option", { value: "" }, answers === null ? "none found" : "as found"), ...named.map(option));
    part("puzzles").value = puzzles ?? "";
    part("answers").value = answers ?? "";
    const isTable = columns.length > 1;
    for (const name of ["puzzles", "answers"]) part(name).parentElement.hidden = !isTable;
    part("asked").hidden = false;
  }

  /** The rules of the puzzles; a drawing of regions has a line for each row. */
  function rules() {
    const lines = part("rules").value.split("\n").map((line) => line.replace(/\s/g, "")).filter((line) => line !== "");
    if (lines.length === 0) return null;
    return lines.length === 1 ? lines[0] : `regions:${lines.join("/")}`;
  }

  async function make() {
    const run = ++last;
    engine.stop();
    for (const name of ["found", "asked", "work"]) part(name).hidden = true;
    const count = Math.min(Math.max(1, Math.trunc(part("number").valueAsNumber || 1)), 1000);
    say(part("said"), `Making ${puzzles(count)} …`);
    try {
      const [seed] = crypto.getRandomValues(new Uint32Array(1));
      const text = await engine.call("check_make", rules() ?? "9", count, seed);
      if (run === last) await take([new File([text], "made.txt")]);
    } catch (error) {
      if (run === last) complain(error.message);
    }
  }

  function asked() {
    const table = part("table").checked;
    const under = rules();
    if (under !== null) return { rules: under, table };
    if (natural.columns.length < 2) return { table };
    const chosen = (name) => (part(name).value === natural[name] ? null : part(name).value || null);
    return { column: chosen("puzzles"), answers: chosen("answers"), table };
  }

  function about() {
    const under = rules();
    if (under !== null) return `under the rules ${under}`;
    const { kind, is_packed, puzzles, answers, passed_over, more } = contents;
    if (kind === "text") return "text, one puzzle after another";
    const words = [`${kind}${is_packed ? ", compressed by gzip" : ""}; puzzles from the column ${puzzles}`];
    words.push(answers === null ? "no answers" : `answers from ${answers}`);
    if (passed_over.length > 0) words.push(`not from ${passed_over.join(", ")}, which may hold answers too`);
    if (more > 0) words.push(`${number(more)} more columns`);
    const text = words.join(", ");
    return text.length > SHOWN ? `${text.slice(0, SHOWN)} …` : text;
  }

  async function check() {
    const run = ++last;
    engine.stop();
    const [checking, request, began] = [file, asked(), performance.now()];
    part("found").hidden = true;
    part("work").hidden = false;
    part("progress").value = 0;
    part("count").textContent = "";
    say(part("said"), `Checking ${checking.name} …`);
    engine.onprogress = ({ read, rows, faulty }) => {
      part("progress").value = checking.size > 0 ? read / checking.size : 1;
      part("count").textContent = `${puzzles(rows)}, ${number(faulty)} with faults`;
    };
    try {
      await engine.call("file", checking);
      contents = await engine.ask("check_contents", checking.size, JSON.stringify(request));
      const found = await engine.ask("check_file", checking.size, JSON.stringify(request));
      const seconds = (performance.now() - began) / 1000;
      const faults = found.faulty === 0 ? "no faults" : `${number(found.faulty)} with faults`;
      const took = `in ${seconds < 0.1 ? "less than 0.1" : seconds.toFixed(1)} s, with ${Math.ceil(found.memory / 1e6)} MB of memory`;
      say(part("said"), `${checking.name}: ${puzzles(found.rows)}, ${faults}, ${took} (${about()})`);
      if (found.rows === found.invalid && found.broken === null) {
        const none = found.rows === 0 ? "found no puzzle" : `found ${number(found.rows)} rows, none of them a puzzle`;
        complain(`${checking.name}: ${none}; expected a puzzle in each line or row, such as 81 digits (${about()})`);
      }
      if (found.broken !== null) complain(`${checking.name}: ${found.broken}; the counts are of the ${puzzles(found.rows)} before`);
      part("kept").hidden = !request.table;
      if (request.table) {
        saves(part("save"), await engine.call("written"), checkedName(checking.name, request.rules !== undefined || contents.kind === "text"));
      }
      await breath();
      showFound(found);
    } catch (error) {
      if (run !== last) return;
      if (error instanceof Stopped) say(part("said"), "stopped; nothing is kept of what was checked");
      else complain(`${checking.name}: ${error.message}`);
    } finally {
      if (run === last) part("work").hidden = true;
    }
  }

  function showFound(found) {
    const share = (count) => (found.rows > 0 ? `${((100 * count) / found.rows).toFixed(1)} %` : "");
    const counts = [
      ["unique", found.unique, "one solution"],
      ["multiple", found.multiple, "several solutions"],
      ["none", found.none, "no solution"],
      ["invalid", found.invalid, "no puzzle that can be read"],
    ];
    if (found.is_judged) {
      counts.push(
        ["answer right", found.right, "the one solution"],
        ["answer wrong", found.wrong, "no solution of its puzzle"],
        ["answer one of several", found.one_of_several, "a solution of a puzzle with several"],
        ["answer missing", found.missing, "nothing to check"],
      );
    }
    const row = ([name, count, meaning]) =>
      h("tr", {}, h("th", { scope: "row" }, name), h("td", { class: "number" }, number(count)), h("td", { class: "number" }, share(count)), h("td", {}, meaning));
    part("summary").tBodies[0].replaceChildren(...counts.map(row));
    part("summary").caption.textContent = puzzles(found.rows);
    lists = { faults: found.faults, first: found.first };
    const named = (name, list, all) => {
      const count = list.length < all ? `the first ${number(list.length)} of ${number(all)}` : number(all);
      return h("option", { value: name }, `${name === "faults" ? "Rows with faults" : "All rows"}: ${count}`);
    };
    part("list").replaceChildren(named("faults", found.faults, found.faulty), named("first", found.first, found.rows));
    part("list").value = found.faulty > 0 ? "faults" : "first";
    page = 0;
    showPage();
    part("found").dataset.memory = found.memory;
    part("found").hidden = false;
  }

  function showPage() {
    const rows = lists[part("list").value] ?? [];
    const last = Math.max(0, Math.ceil(rows.length / PAGE) - 1);
    page = Math.min(Math.max(page, 0), last);
    const cell = (text, attributes = {}) => h("td", attributes, text);
    const row = ({ line, verdict, given, reason, row }) =>
      h(
        "tr",
        {},
        cell(number(line), { class: "number" }),
        cell(verdict, { class: verdict === "unique" ? "good" : "bad" }),
        cell(given ?? "", { class: given === "right" ? "good" : "bad" }),
        cell(reason, { class: "why" }),
        cell(row, { class: "mono" }),
      );
    part("rows").tBodies[0].replaceChildren(...rows.slice(page * PAGE, (page + 1) * PAGE).map(row));
    part("page").textContent = rows.length === 0 ? "no rows" : `page ${page + 1} of ${last + 1}`;
    part("before").disabled = page === 0;
    part("after").disabled = page === last;
  }

  takeFiles(part("file"), section, take);
  part("stop").addEventListener("click", () => engine.stop());
  part("again").addEventListener("click", check);
  part("make").addEventListener("click", make);
  part("example").addEventListener("click", () => take([new File([EXAMPLE], "example.csv")]));
  part("list").addEventListener("change", () => {
    page = 0;
    showPage();
  });
  for (const [name, by] of [["before", -1], ["after", 1]]) {
    part(name).addEventListener("click", () => {
      page += by;
      showPage();
    });
  }
  document.addEventListener("paste", (event) => {
    if (section.hidden || event.target.closest?.("input, textarea, select")) return;
    event.preventDefault();
    const { files } = event.clipboardData;
    take(files.length > 0 ? [...files] : [new File([event.clipboardData.getData("text")], "pasted.txt")]);
  });
}
