/** Every secret of a test holds this word, and nothing else does. */
export const MARK = "MARKED";

/** As it is, and at the start of something in base64. */
const MARKED = /MARKED|TUFSS0VE/;

/** All there is to read of a value: of an error its message, stack and causes too, of an object what is not shown. */
export function textOf(value: unknown, inside = new Set<unknown>()): string {
  if (typeof value !== "object" || value === null) return String(value);
  if (inside.has(value)) return "";
  inside.add(value);
  const members = Reflect.ownKeys(value).map((key) => `${String(key)}: ${textOf(Reflect.get(value, key), inside)}`);
  return `${value instanceof Headers ? JSON.stringify([...value]) : ""}{${members.join(", ")}}`;
}

/** The places that hold a secret, one line each with what stands around it. */
export function secretsIn(places: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(places).flatMap(([name, value]) => {
    const text = typeof value === "string" ? value : textOf(value);
    const at = text.search(MARKED);
    return at < 0 ? [] : [`${name}: …${text.slice(Math.max(0, at - 80), at + 60)}`];
  });
}

/** What a worker keeps, by place. */
export async function keptHere(): Promise<Readonly<Record<string, string>>> {
  const databases = (await ifAllowed(() => indexedDB.databases())) ?? [];
  return {
    databases: (await Promise.all(databases.map(({ name = "" }) => readDatabase(name)))).join("\n"),
    caches: JSON.stringify(await ifAllowed(() => caches.keys())),
  };
}

/** What a page keeps and shows, by place: its shadow roots and what stands in fields included. */
export async function shownHere(): Promise<Readonly<Record<string, string>>> {
  const storages = await ifAllowed(() => [{ ...localStorage }, { ...sessionStorage }, document.cookie]);
  return {
    ...(await keptHere()),
    storages: JSON.stringify([storages, history.state]),
    address: `${location.href} ${document.title} ${window.name}`,
    dom: drawn(document.documentElement),
  };
}

function drawn(root: Element | ShadowRoot): string {
  const inner = [...root.querySelectorAll("*")].map((element) => {
    const value = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement ? element.value : "";
    return element.shadowRoot === null ? value : drawn(element.shadowRoot);
  });
  const own = root instanceof Element ? root.outerHTML : root.innerHTML;
  return `${own}\n${root.textContent}\n${inner.join("")}`;
}

/** `undefined` where the browser gives a frame of another site no storage. */
async function ifAllowed<Value>(read: () => Value): Promise<Awaited<Value> | undefined> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof DOMException) return undefined;
    throw error;
  }
}

async function readDatabase(name: string): Promise<string> {
  const settled = <Value>(request: IDBRequest<Value>): Promise<Value> =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  const database = await settled(indexedDB.open(name));
  const found: string[] = [];
  try {
    for (const store of database.objectStoreNames) {
      const source = database.transaction(store).objectStore(store);
      const [keys, values] = await Promise.all([settled(source.getAllKeys()), settled(source.getAll())]);
      found.push(JSON.stringify(keys), ...values.map((value) => textOf(value)));
      for (const { data } of values as { data?: unknown }[]) if (data instanceof Blob) found.push(await data.text());
    }
  } finally {
    database.close();
  }
  return found.join("\n");
}
