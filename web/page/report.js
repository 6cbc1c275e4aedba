// The report of result files: the page that `quadrille report` writes, in a frame.

import { saves, say, takeFiles } from "./basics.js";
import { Engine } from "./engine.js";

/** Largest size of all files together, in bytes. A larger one is for the command line, because a report is made in memory. */
const LARGEST = 200_000_000;

/** Shows a report in its frame, which `report-frame.html` fills. Writing into the frame loads it once more. */
function show(frame, html) {
  frame.setAttribute("aria-busy", "true");
  const shown = () => frame.removeAttribute("aria-busy");
  const ready = () => {
    frame.addEventListener("load", shown, { once: true });
    frame.contentWindow.postMessage(html, "*");
  };
  frame.addEventListener("load", ready, { once: true });
  frame.src = "report-frame.html";
}

export function start(section) {
  const part = (name) => section.querySelector(`#report-${name}`);
  const engine = new Engine();

  async function make(files) {
    engine.stop();
    const size = files.reduce((sum, file) => sum + file.size, 0);
    if (size > LARGEST) {
      say(part("said"), `found ${Math.round(size / 1e6)} MB; expected at most 200; use the command \`quadrille report\``, true);
      return;
    }
    say(part("said"), "Making the report …");
    try {
      const texts = await Promise.all(files.map((file) => file.text()));
      const html = await engine.call("report", files.map((file) => file.name), texts);
      show(part("page"), html);
      saves(part("save"), html, "report.html", "text/html");
      for (const name of ["page", "tools"]) part(name).hidden = false;
      say(part("said"), `Report of ${files.map((file) => file.name).join(", ")}`);
    } catch (error) {
      for (const name of ["page", "tools"]) part(name).hidden = true;
      say(part("said"), error.message, true);
    }
  }

  takeFiles(part("files"), section.querySelector(".drop"), make);
}
