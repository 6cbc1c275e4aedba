// A worker that runs the WebAssembly module, for one part of the page. Parts do not wait for each other.

let compiled;

/** The module, fetched and compiled once for all workers. */
function module() {
  compiled ??= fetch(new URL("quadrille_bg.wasm", import.meta.url)).then((answer) => {
    if (!answer.ok) throw new Error(`found no quadrille_bg.wasm (${answer.status}); expected it beside the page`);
    // Not every static host states the type that `compileStreaming` demands.
    return answer.arrayBuffer().then((bytes) => WebAssembly.compile(bytes));
  });
  return compiled;
}

/** Why a call has no answer: the user has stopped it. */
export class Stopped extends Error {}

export class Engine {
  #worker = null;
  #calls = new Map();
  #next = 0;

  /** Called with what the running call says of its progress. */
  onprogress = () => {};

  /**
   * Calls an exported function of the module by its name, with values that can be cloned. `"new Name"` makes the object of this
   * worker, in place of an earlier one, and `".method"` calls a method of it. `"file"` gives the worker a `File` or `Blob` to
   * read, and `"written"` answers with a `Blob` of what was written since then. The promise is rejected with the error of the
   * module, or with `Stopped`.
   */
  async call(name, ...args) {
    const worker = (this.#worker ??= this.#start());
    const begun = await worker;
    if (this.#worker !== worker) throw new Stopped("stopped");
    const id = this.#next++;
    return new Promise((resolve, reject) => {
      this.#calls.set(id, { resolve, reject });
      begun.postMessage({ id, name, args });
    });
  }

  /** As `call`, for functions whose answer is JSON. */
  async ask(name, ...args) {
    return JSON.parse(await this.call(name, ...args));
  }

  /** Ends what runs. The object of the worker is lost. */
  stop() {
    this.#end(new Stopped("stopped"));
  }

  #end(why) {
    const worker = this.#worker;
    this.#worker = null;
    worker?.then((begun) => begun.terminate(), () => {});
    for (const call of this.#calls.values()) call.reject(why);
    this.#calls.clear();
  }

  async #start() {
    const ready = module();
    ready.catch(() => (compiled = undefined));
    const worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
    worker.onmessage = ({ data: { id, value, error, progress } }) => {
      if (progress !== undefined) return this.onprogress(progress);
      const call = this.#calls.get(id);
      this.#calls.delete(id);
      if (error === undefined) call?.resolve(value);
      else call?.reject(new Error(error));
    };
    // A module that has panicked cannot go on.
    worker.onerror = (event) => {
      event.preventDefault?.();
      this.#end(new Error(event.message || "the worker could not be started"));
    };
    worker.postMessage(await ready);
    return worker;
  }
}
