// Small helpers that all parts use.

/** An element with attributes and children; a property that begins with `on` is a listener. Text is never read as HTML. */
export function h(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (value === true) element.setAttribute(key, "");
    else if (value !== false && value !== undefined && value !== null) element.setAttribute(key, value);
  }
  element.append(...children);
  return element;
}

/** Shows a message in an element with `role="status"`. */
export function say(element, text, bad = false) {
  element.textContent = text;
  element.classList.toggle("bad", bad);
}

const addresses = new WeakMap();

/** The address of a text or file that an element shows or saves, which replaces the address it had. */
function address(element, content, type) {
  const before = addresses.get(element);
  if (before) URL.revokeObjectURL(before);
  const now = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], { type }));
  addresses.set(element, now);
  return now;
}

/**
 * Shows an SVG document as an image, so that none of it can act on the page, and its colours follow the theme. `words` are read
 * aloud.
 */
export function picture(image, svg, words) {
  image.src = address(image, svg, "image/svg+xml");
  image.alt = words;
}

/** Has a link save a text or a `Blob`. */
export function saves(link, content, name, type = "text/plain") {
  link.href = address(link, content, type);
  link.download = name;
}

/** Files that are chosen in an input, or dropped on an element. */
export function takeFiles(input, place, take) {
  const chosen = () => {
    if (input.files.length > 0) take([...input.files]);
  };
  input.addEventListener("change", chosen);
  // The same file can be chosen again.
  input.addEventListener("click", () => (input.value = ""));
  place.addEventListener("dragover", (event) => {
    event.preventDefault();
    place.classList.add("over");
  });
  place.addEventListener("dragleave", () => place.classList.remove("over"));
  place.addEventListener("drop", (event) => {
    event.preventDefault();
    place.classList.remove("over");
    if (event.dataTransfer.files.length > 0) take([...event.dataTransfer.files]);
  });
  // A quick user has chosen before anything listened. What takes the files may not be whole before its part has started.
  queueMicrotask(chosen);
}
