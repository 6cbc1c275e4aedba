// The service worker: keeps the files of the page, so that the page opens without a network once it was opened with one.
//
// `web/build` puts two constants before this text: `FILES`, the SHA-256 of each file by its name, and `VERSION`, the SHA-256 of that
// list. So another version of the page is another worker, which keeps all of its files before it takes the place of the one before.

/** The name of the store of this version. */
const STORE = `quadrille ${VERSION}`;

/** Fetches a file from the host, and refuses one of another version, such as a page that is being replaced just now. */
async function fetched(name) {
  const answer = await fetch(name, { cache: "no-cache" });
  const bytes = await answer.arrayBuffer();
  const sum = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  const hex = Array.from(sum, (byte) => byte.toString(16).padStart(2, "0")).join("");
  if (!answer.ok || hex !== FILES[name]) throw new Error(`${name}: found another file than this version of the page has`);
  // A new answer, because a browser refuses to open the page from one that was redirected.
  return new Response(bytes, { headers: { "Content-Type": answer.headers.get("Content-Type") ?? "" } });
}

async function keepAll() {
  const store = await caches.open(STORE);
  await Promise.all(Object.keys(FILES).map(async (name) => store.put(name, await fetched(name))));
}

async function forgetOthers() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith("quadrille ") && name !== STORE).map((name) => caches.delete(name)));
}

/** What the host answers, or the file that was kept if the host cannot be reached or has an error. */
async function answered(request, name) {
  const kept = async () => (await caches.open(STORE)).match(name);
  try {
    const answer = await fetch(request);
    return answer.ok ? answer : ((await kept()) ?? answer);
  } catch (error) {
    const file = await kept();
    if (file === undefined) throw error;
    return file;
  }
}

self.addEventListener("install", (event) => event.waitUntil(keepAll()));
self.addEventListener("activate", (event) => event.waitUntil(forgetOthers().then(() => self.clients.claim())));
self.addEventListener("fetch", (event) => {
  const folder = self.registration.scope;
  const [address] = event.request.url.split(/[?#]/);
  const name = address === folder ? "index.html" : address.slice(folder.length);
  if (event.request.method === "GET" && address.startsWith(folder) && Object.hasOwn(FILES, name)) event.respondWith(answered(event.request, name));
});
