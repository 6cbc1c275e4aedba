// Runs the WebAssembly module. The first message is the compiled module; each other is a call, as `Engine.call` describes.

import * as quadrille from "./quadrille.js";

let held = null;
let file = null;
/** What the module has written, each piece a Blob of half a megabyte, which the browser may put on the disk. */
let written = [];

self.tellProgress = (json) => self.postMessage({ progress: JSON.parse(json) });
self.keepPiece = (bytes) => written.push(new Blob([bytes]));
self.readPiece = (begin, length) => {
  const reader = new FileReaderSync();
  return new Uint8Array(reader.readAsArrayBuffer(file.slice(begin, begin + length)));
};

function run(name, args) {
  if (name === "file") {
    file = args[0];
    written = [];
    return undefined;
  }
  if (name === "written") return new Blob(written, { type: "application/octet-stream" });
  if (name.startsWith("new ")) {
    held?.free();
    held = null;
    held = new quadrille[name.slice(4)](...args);
    return undefined;
  }
  return name.startsWith(".") ? held[name.slice(1)](...args) : quadrille[name](...args);
}

self.onmessage = ({ data: module }) => {
  quadrille.initSync({ module });
  self.onmessage = ({ data: { id, name, args } }) => {
    try {
      self.postMessage({ id, value: run(name, args) });
    } catch (error) {
      if (error instanceof WebAssembly.RuntimeError) throw new Error("a search failed inside; please report this as a bug");
      self.postMessage({ id, error: String(error?.message ?? error) });
    }
  };
};
