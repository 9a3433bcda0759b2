/** Events waiting for their reader before the writer is asked to wait. */
const SMALL = 64;

/** What feeds an {@link EventStream}. */
export interface EventSource<Value> {
  /** Adds a value. A promise asks to wait until there is room again. */
  push(value: Value): Promise<void> | undefined;
}

/**
 * An async iterator over what a task pushes. The task starts at the first `next`; `return` (a `break`, an abandoned
 * loop) aborts it at once, also while a `next` waits, and resolves when it has let go of everything.
 */
export class EventStream<Value> implements AsyncIterableIterator<Value, undefined> {
  readonly #task: (source: EventSource<Value>, signal: AbortSignal) => Promise<void>;
  readonly #outer: AbortSignal | undefined;
  readonly #stop = new AbortController();
  readonly #onAbort = (): void => this.#abort(this.#outer?.reason);
  readonly #values: Value[] = [];
  readonly #readers: { resolve(result: IteratorResult<Value, undefined>): void; reject(error: unknown): void }[] = [];
  #running: Promise<void> | undefined;
  #room: { readonly promise: Promise<void>; readonly open: () => void } | undefined;
  #ended = false;
  #failure: { readonly error: unknown } | undefined;

  /**
   * @param task - pushes values until it settles; its signal is aborted by `signal` and by an abandoned reader.
   */
  constructor(task: (source: EventSource<Value>, signal: AbortSignal) => Promise<void>, signal?: AbortSignal) {
    this.#task = task;
    this.#outer = signal;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  next(): Promise<IteratorResult<Value, undefined>> {
    this.#start();
    const value = this.#values.shift();
    if (this.#values.length < SMALL) this.#makeRoom();
    if (value !== undefined) return Promise.resolve({ done: false, value });
    if (this.#failure !== undefined) {
      const { error } = this.#failure;
      this.#failure = undefined;
      return Promise.reject(error);
    }
    if (this.#ended) return Promise.resolve({ done: true, value: undefined });
    return new Promise((resolve, reject) => {
      this.#readers.push({ resolve, reject });
    });
  }

  async return(): Promise<IteratorResult<Value, undefined>> {
    this.#values.length = 0;
    this.#failure = undefined;
    const wasEnded = this.#ended;
    this.#ended = true;
    for (const reader of this.#readers.splice(0)) reader.resolve({ done: true, value: undefined });
    if (!wasEnded) this.#abort(new DOMException("The stream was abandoned by its reader.", "AbortError"));
    await this.#running;
    return { done: true, value: undefined };
  }

  #start(): void {
    if (this.#running !== undefined || this.#ended) return;
    if (this.#outer?.aborted) this.#onAbort();
    else this.#outer?.addEventListener("abort", this.#onAbort, { once: true });
    const source: EventSource<Value> = { push: (value) => this.#push(value) };
    this.#running = this.#task(source, this.#stop.signal)
      .then(
        () => this.#end(undefined),
        (error: unknown) => this.#end({ error }),
      )
      .finally(() => this.#outer?.removeEventListener("abort", this.#onAbort));
  }

  /** Nobody waits for room any more: what is stopped must be able to end. */
  #abort(reason: unknown): void {
    this.#stop.abort(reason);
    this.#makeRoom();
  }

  #push(value: Value): Promise<void> | undefined {
    if (this.#ended) return undefined;
    const reader = this.#readers.shift();
    if (reader !== undefined) {
      reader.resolve({ done: false, value });
      return undefined;
    }
    this.#values.push(value);
    if (this.#values.length < SMALL || this.#stop.signal.aborted) return undefined;
    this.#room ??= openable();
    return this.#room.promise;
  }

  #makeRoom(): void {
    this.#room?.open();
    this.#room = undefined;
  }

  /** Nothing is told to a reader that has gone. */
  #end(failure: { readonly error: unknown } | undefined): void {
    if (this.#ended) return;
    this.#ended = true;
    const reader = this.#readers.shift();
    if (failure === undefined) reader?.resolve({ done: true, value: undefined });
    else if (reader === undefined) this.#failure = failure;
    else reader.reject(failure.error);
    for (const other of this.#readers.splice(0)) other.resolve({ done: true, value: undefined });
  }
}

function openable(): { readonly promise: Promise<void>; readonly open: () => void } {
  let open: () => void = () => undefined;
  const promise = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { promise, open };
}
