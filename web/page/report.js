// The report of result files: the page that `quadrille report` writes, in a frame.

import { saves, say, takeFiles } from "./basics.js";
import { Engine } from "./engine.js";

/** Largest size of all files together, in bytes. A larger one is for the command line, because a report is made in memory. */
const LARGEST = 200_000_000;

/** How long a frame that was loaded may take to say that it is ready, in milliseconds. */
const PATIENCE = 2000;

/**
 * Shows a report in its frame, which `report-frame.html` fills once it has said that it is ready. Writing into the frame loads it once
 * more. Without a network it is never ready: because it is apart from the page, the service worker does not answer for it.
 */
function show(frame, html) {
  frame.setAttribute("aria-busy", "true");
  const loaded = () => new Promise((resolve) => frame.addEventListener("load", resolve, { once: true }));
  return new Promise((resolve, reject) => {
    const ready = async (event) => {
      if (event.source !== frame.contentWindow || event.data !== "ready") return;
      removeEventListener("message", ready);
      const written = loaded();
      frame.contentWindow.postMessage(html, "*");
      await written;
      frame.removeAttribute("aria-busy");
      resolve();
    };
    addEventListener("message", ready);
    loaded().then(() => setTimeout(() => {
      removeEventListener("message", ready);
      reject(new Error("found no network, without which a report is not shown here; save the report and open the file"));
    }, PATIENCE));
    frame.src = "report-frame.html";
  });
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
      saves(part("save"), html, "report.html", "text/html");
      for (const name of ["page", "tools"]) part(name).hidden = false;
      say(part("said"), `Report of ${files.map((file) => file.name).join(", ")}`);
      show(part("page"), html).catch((error) => {
        part("page").hidden = true;
        say(part("said"), error.message, true);
      });
    } catch (error) {
      for (const name of ["page", "tools"]) part(name).hidden = true;
      say(part("said"), error.message, true);
    }
  }

  takeFiles(part("files"), section.querySelector(".drop"), make);
}
