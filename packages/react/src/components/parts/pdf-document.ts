import type { PDFDocumentProxy, PDFPageProxy, TextLayer } from "pdfjs-dist";
import type { PartProblem } from "./content-labels.ts";
import { createPdfWorker } from "./pdf-worker-url.ts";

/** Opening longer than this is given up, and the worker with it: a hostile file must not keep a core busy. */
const openWithinMs = 30_000;

/** A page longer than this is given up. */
const drawWithinMs = 20_000;

/** Pixels of one page at most: what is larger is drawn coarser. */
const maxCanvasPixels = 16_000_000;

/** How a password is asked for: `wrong` when the last one did not fit. `undefined` gives up. */
export type AskPassword = (wrong: boolean) => Promise<string | undefined>;

/** What opening needs to know. */
export interface OpenPdfOptions {
  readonly askPassword: AskPassword;
  readonly assetsUrl?: string | undefined;
  readonly signal: AbortSignal;
}

/** Why a PDF is not shown. */
export class PdfProblem extends Error {
  override readonly name = "PdfProblem";
  readonly problem: PartProblem;

  constructor(problem: PartProblem, cause?: unknown) {
    super(`The PDF is not shown: ${problem}.`, { cause });
    this.problem = problem;
  }
}

/** A PDF whose pages can be drawn. Made by {@link openPdf}. */
export class OpenPdf {
  readonly pages: number;
  readonly #document: PDFDocumentProxy;
  readonly #makeTextLayer: typeof TextLayer;

  constructor(document: PDFDocumentProxy, makeTextLayer: typeof TextLayer) {
    this.#document = document;
    this.#makeTextLayer = makeTextLayer;
    this.pages = document.numPages;
  }

  /** The size of a page at 100%, in CSS pixels. */
  async pageSize(pageNumber: number): Promise<{ width: number; height: number }> {
    const page = await withinMs(this.#document.getPage(pageNumber), drawWithinMs);
    const { width, height } = page.getViewport({ scale: 96 / 72 });
    return { width: clampSide(width), height: clampSide(height) };
  }

  /** Draws a page `cssWidth` wide, and its text above it so that it can be read out and selected. */
  async drawPage(
    pageNumber: number,
    canvas: HTMLCanvasElement,
    textContainer: HTMLElement,
    cssWidth: number,
    signal: AbortSignal,
  ): Promise<void> {
    const page: PDFPageProxy = await withinMs(this.#document.getPage(pageNumber), drawWithinMs);
    signal.throwIfAborted();
    const natural = page.getViewport({ scale: 1 });
    const scale = cssWidth / clampSide(natural.width);
    const viewport = page.getViewport({ scale });
    const density = Math.min(
      window.devicePixelRatio || 1,
      2,
      Math.sqrt(maxCanvasPixels / Math.max(1, viewport.width * viewport.height)),
    );
    canvas.width = Math.max(1, Math.floor(viewport.width * density));
    canvas.height = Math.max(1, Math.floor(viewport.height * density));
    const drawing = page.render({ canvas, viewport, transform: [density, 0, 0, density, 0, 0] });
    const stopDrawing = (): void => drawing.cancel();
    signal.addEventListener("abort", stopDrawing);
    try {
      await withinMs(drawing.promise, drawWithinMs);
      signal.throwIfAborted();
      textContainer.replaceChildren();
      const text = new this.#makeTextLayer({
        textContentSource: page.streamTextContent(),
        container: textContainer,
        viewport,
      });
      await withinMs(text.render(), drawWithinMs);
    } finally {
      signal.removeEventListener("abort", stopDrawing);
      page.cleanup();
    }
  }
}

/**
 * Opens a PDF in a worker of its own, which dies with `signal`. No script of the file runs, nothing is evaluated, and
 * nothing is fetched for it.
 *
 * @throws PdfProblem when it cannot be shown
 */
export async function openPdf(blob: Blob, options: OpenPdfOptions): Promise<OpenPdf> {
  const { signal } = options;
  const [pdfjs, bytes] = await Promise.all([loadPdfjs(), blob.arrayBuffer()]);
  signal.throwIfAborted();
  const port = createPdfWorker();
  const worker = pdfjs.PDFWorker.create({ port, verbosity: pdfjs.VerbosityLevel.ERRORS });
  signal.addEventListener("abort", () => port.terminate(), { once: true });
  const failed = new Promise<never>((_, reject) => {
    port.addEventListener("error", (event) => reject(new PdfProblem("no-viewer", event.message)), { once: true });
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
  const task = pdfjs.getDocument({
    data: new Uint8Array(bytes),
    worker,
    verbosity: pdfjs.VerbosityLevel.ERRORS,
    // Nothing of a file is ever evaluated (CVE-2024-4367), and no form of its own language is built.
    isEvalSupported: false,
    enableXfa: false,
    // The file is whole: there is no address to fetch more of it from.
    disableAutoFetch: true,
    disableRange: true,
    disableStream: true,
    useWorkerFetch: false,
    maxImageSize: maxCanvasPixels * 4,
    canvasMaxAreaInBytes: maxCanvasPixels * 4,
    BinaryDataFactory: dataFactory(options.assetsUrl),
  });
  const clock = new Countdown(openWithinMs);
  task.onPassword = (update: (password: string | Error) => void, reason: number): void => {
    clock.pause();
    options.askPassword(reason === pdfjs.PasswordResponses.INCORRECT_PASSWORD).then(
      (password) => {
        clock.resume();
        update(password ?? new PdfProblem("unsupported"));
      },
      (error: unknown) => update(error instanceof Error ? error : new PdfProblem("unsupported", error)),
    );
  };
  try {
    const document = await Promise.race([task.promise, failed, clock.over]);
    if (document.numPages < 1) throw new PdfProblem("damaged");
    return new OpenPdf(document, pdfjs.TextLayer);
  } catch (error) {
    port.terminate();
    if (signal.aborted) throw signal.reason;
    throw error instanceof PdfProblem ? error : new PdfProblem("damaged", error);
  } finally {
    clock.stop();
    // A page that is left while a file opens must not report the worker's end as an error nobody handled.
    failed.catch(ignoreLate);
    task.promise.catch(ignoreLate);
  }
}

async function loadPdfjs() {
  try {
    return await import("pdfjs-dist/legacy/build/pdf.mjs");
  } catch (error) {
    throw new PdfProblem("no-viewer", error);
  }
}

/** Says that nobody waits any more: the failure has been told to whoever did. */
function ignoreLate(): undefined {
  return undefined;
}

/** Fonts, character maps and decoders that pdf.js asks for: two decoders come along, the rest where the host put it. */
function dataFactory(assetsUrl: string | undefined) {
  return class {
    async fetch({ kind, filename }: { kind: string; filename: string }): Promise<Uint8Array> {
      const url = this.#addressOf(kind, filename);
      if (url === undefined) throw new Error(`${filename} is not served here.`);
      const response = await fetch(url);
      if (!response.ok) throw new Error(`${filename} was not found.`);
      return new Uint8Array(await response.arrayBuffer());
    }

    #addressOf(kind: string, filename: string): string | URL | undefined {
      if (filename === "openjpeg.wasm") return new URL("pdfjs-dist/wasm/openjpeg.wasm", import.meta.url);
      if (filename === "jbig2.wasm") return new URL("pdfjs-dist/wasm/jbig2.wasm", import.meta.url);
      if (assetsUrl === undefined || !/^[\w.-]+$/.test(filename)) return undefined;
      const folder = { cMapUrl: "cmaps", standardFontDataUrl: "standard_fonts", wasmUrl: "wasm" }[kind];
      return folder === undefined ? undefined : `${assetsUrl}${folder}/${filename}`;
    }
  };
}

/** Counts down while it is not paused: the time a person takes for a password is not the file's. */
class Countdown {
  readonly over: Promise<never>;
  #expire: () => void = () => undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #ms: number;

  constructor(ms: number) {
    this.#ms = ms;
    this.over = new Promise((_, reject) => {
      this.#expire = () => reject(new PdfProblem("too-slow"));
    });
    this.over.catch(ignoreLate);
    this.resume();
  }

  pause(): void {
    clearTimeout(this.#timer);
  }

  resume(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#expire, this.#ms);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}

async function withinMs<Value>(work: Promise<Value>, ms: number): Promise<Value> {
  const clock = new Countdown(ms);
  try {
    return await Promise.race([work, clock.over]);
  } finally {
    clock.stop();
  }
}

/** A page that says it has no size, or an endless one, is drawn at a size that can be. */
function clampSide(side: number): number {
  return Number.isFinite(side) ? Math.min(Math.max(side, 1), 20_000) : 1;
}
