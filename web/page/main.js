// The frame of the page: its parts, links to them, and the theme. Each part has a module of its own, which is loaded when the
// part is first shown.

import { Engine } from "./engine.js";

/** The parts of the page, to which the links at the top lead. */
const PARTS = [...document.querySelectorAll("nav a")].map((link) => link.hash.slice(1));

/** The modules of the parts that were shown. */
const started = new Map();

/** The part and the parameters that the address names, as in `#cover?problem=queens:6`. */
function wanted() {
  const [part, query = ""] = location.hash.slice(1).split(/\?(.*)/s);
  return { part: PARTS.includes(part) ? part : PARTS[0], parameters: new URLSearchParams(query) };
}

/** Loads the module of a part and starts it. Until then the part is busy: it does not hear the user yet. */
async function begin(part, section) {
  section.setAttribute("aria-busy", "true");
  const module = await import(`./${part}.js`);
  const begun = await module.start(section);
  section.removeAttribute("aria-busy");
  return begun;
}

async function show(isFirst) {
  const { part, parameters } = wanted();
  // What would go on unseen is stopped.
  for (const [name, begun] of started) if (name !== part) begun.then((other) => other?.leave?.(), () => {});
  for (const name of PARTS) document.getElementById(`part-${name}`).hidden = name !== part;
  for (const link of document.querySelectorAll("nav a")) {
    if (link.hash === `#${part}`) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  const title = document.getElementById(`${part}-title`);
  document.title = `${title.textContent} – Quadrille`;
  if (!isFirst) title.focus();
  if (!started.has(part)) started.set(part, begin(part, document.getElementById(`part-${part}`)));
  // A part without parameters stays as it is.
  const begun = await started.get(part);
  if (parameters.size > 0) await begun?.open?.(parameters);
}

const THEMES = { system: ["◐", "as the system"], light: ["☀", "light"], dark: ["☾", "dark"] };

function theme(name) {
  const button = document.getElementById("theme");
  const [sign, words] = THEMES[name];
  document.documentElement.dataset.theme = name;
  button.textContent = sign;
  button.setAttribute("aria-label", `Theme: ${words}`);
}

/** Reads or keeps a setting. A browser may forbid it, and then the setting lasts as long as the page. */
function setting(name, value) {
  try {
    return value === undefined ? localStorage.getItem(name) : localStorage.setItem(name, value);
  } catch {
    return null;
  }
}

const kept = setting("theme");
theme(kept in THEMES ? kept : "system");
document.getElementById("theme").addEventListener("click", () => {
  // The first press changes what is seen.
  const isDark = matchMedia("(prefers-color-scheme: dark)").matches;
  const names = isDark ? ["system", "light", "dark"] : ["system", "dark", "light"];
  const next = names[(names.indexOf(document.documentElement.dataset.theme) + 1) % names.length];
  theme(next);
  setting("theme", next);
});

window.addEventListener("hashchange", () => show(false));
// A link to the content is no part.
document.querySelector(".skip").addEventListener("click", (event) => {
  event.preventDefault();
  document.getElementById("main").focus();
});
// A file that is dropped beside its place would replace the page.
for (const kind of ["dragover", "drop"]) window.addEventListener(kind, (event) => event.preventDefault());

// `quadrille web` serves 127.0.0.1 at another port each time: there is nothing to keep for another visit.
if (location.hostname !== "127.0.0.1") navigator.serviceWorker?.register(new URL("offline.js", import.meta.url)).catch(() => {});

show(true);
new Engine().call("version").then((text) => (document.getElementById("version").textContent = text));
