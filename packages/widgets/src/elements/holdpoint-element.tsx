import type { Runs } from "@holdpoint/core";
import type { RequestSource } from "@holdpoint/core/request-source";
import type { LabelOverrides } from "@holdpoint/react/components";
import type { ReactNode } from "react";
import { createRoot, type Root } from "react-dom/client";
import type { Words } from "../labels/use-language.ts";
import { useLanguage } from "../labels/use-language.ts";
import { openPlace, type Place } from "../place/place.ts";
import { runsOverSource } from "../place/runs-over-source.ts";
import { type AnswerDetail, type AnsweredDetail, toldSource } from "../place/told-source.ts";
import { exposeParts } from "../theme/expose-parts.ts";
import { dress } from "../theme/shadow-theme.ts";
import { Note } from "../views/request-view.tsx";
import { WidgetFrame } from "../views/widget-frame.tsx";

/** Servers have no elements: there the classes exist and are never made. */
const Base: typeof HTMLElement = globalThis.HTMLElement ?? (class {} as typeof HTMLElement);

/** A place that was opened, with what the components take. */
export interface OpenedPlace extends Place {
  readonly runs: Runs;
}

/** The events of every widget. They bubble, and cross the shadow root. */
export interface HoldpointElementEvents {
  /** Somebody answered. `preventDefault()` holds the Answer back: nothing is posted. */
  "holdpoint-answer": CustomEvent<AnswerDetail>;
  /** The Answer was posted, and this is how it fared. */
  "holdpoint-answered": CustomEvent<AnsweredDetail>;
}

/**
 * What is the same of all widgets: attributes in, events out, a shadow root between the page and the prompts.
 *
 * - `src`: a request source over HTTP. Without it: the database of this origin.
 * - `credentials`: whether cookies go along to `src`: `include`, `omit`. @default same-origin
 * - `database`: the name of the database. @default that of `createIdbStore`
 * - `theme`: `light` or `dark`. @default as the system
 * - `lang`: `de` for German. @default that of the nearest element with one
 */
export abstract class HoldpointElement extends Base {
  static readonly observedAttributes: readonly string[] = ["src", "credentials", "database", "theme", "lang"];

  #root: Root | undefined;
  #container: HTMLElement | undefined;
  #stopParts: (() => void) | undefined;
  #given: RequestSource | undefined;
  #labels: LabelOverrides | undefined;
  #words: Words | undefined;
  #opened: OpenedPlace | undefined;
  #problem: string | undefined;
  /** What `#opened` was opened for. */
  #openedFor: unknown;
  #isScheduled = false;

  /** Where the Requests are, in place of `src` and `database`. */
  get source(): RequestSource | undefined {
    return this.#given;
  }

  /** Where the Requests are, in place of `src` and `database`. */
  set source(source: RequestSource | undefined) {
    this.#given = source;
    this.#schedule();
  }

  /** Words in place of ours. */
  get labels(): LabelOverrides | undefined {
    return this.#labels;
  }

  /** Words in place of ours. */
  set labels(labels: LabelOverrides | undefined) {
    this.#labels = labels;
    this.#schedule();
  }

  /** Draws what is inside the frame. */
  protected abstract draw(place: OpenedPlace, words: Words): ReactNode;

  /** @internal */
  connectedCallback(): void {
    // What was set before the script had come lies on the element and hides the accessors.
    for (const name of ["source", "labels"] as const) {
      if (!Object.hasOwn(this, name)) continue;
      const value: unknown = Reflect.get(this, name);
      Reflect.deleteProperty(this, name);
      Reflect.set(this, name, value);
    }
    this.#schedule();
  }

  /** @internal */
  disconnectedCallback(): void {
    // Moved elements leave and come back at once: what is being typed stays.
    queueMicrotask(() => {
      if (this.isConnected) return;
      this.#root?.unmount();
      this.#root = undefined;
      this.#stopParts?.();
      this.#opened = undefined;
      this.#openedFor = undefined;
    });
  }

  /** @internal */
  attributeChangedCallback(): void {
    this.#schedule();
  }

  /** Several attributes that change in one go are one drawing. */
  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    queueMicrotask(() => {
      this.#isScheduled = false;
      if (this.isConnected) this.#render();
    });
  }

  #render(): void {
    void this.#open();
    const container = this.#mount();
    const theme = this.getAttribute("theme");
    if (theme === "light" || theme === "dark") container.dataset.holdpointTheme = theme;
    else delete container.dataset.holdpointTheme;
    const language = this.closest("[lang]")?.getAttribute("lang") ?? "";
    container.lang = /^de\b/i.test(language) ? "de" : "en";
    this.#root?.render(
      <Contents
        language={language}
        draw={(words) => {
          this.#words = words;
          return this.#contents(words);
        }}
      />,
    );
  }

  #contents(words: Words): ReactNode {
    if (this.#problem !== undefined) return <Note>{`${words.widget.noPlace} ${this.#problem}`}</Note>;
    const opened = this.#opened;
    if (opened === undefined) return <Note>{words.widget.loading}</Note>;
    return (
      <WidgetFrame words={words} labels={this.#labels} runs={opened.runs} source={opened.source}>
        {this.draw(opened, words)}
      </WidgetFrame>
    );
  }

  #mount(): HTMLElement {
    const root = this.shadowRoot ?? this.attachShadow({ mode: "open" });
    if (this.#container === undefined) {
      dress(root);
      this.#container = document.createElement("div");
      this.#container.className = "hp-widget";
      root.append(this.#container);
    }
    if (this.#root === undefined) {
      this.#stopParts = exposeParts(root);
      this.#root = createRoot(this.#container);
    }
    return this.#container;
  }

  async #open(): Promise<void> {
    const read = (name: string): string | undefined => this.getAttribute(name) ?? undefined;
    const attributes = { src: read("src"), credentials: read("credentials"), database: read("database") };
    const wanted = this.#given ?? JSON.stringify(attributes);
    if (this.#openedFor === wanted) return;
    this.#openedFor = wanted;
    let place: Place | undefined;
    let problem: string | undefined;
    try {
      place = this.#given === undefined ? await openPlace(attributes) : { source: this.#given };
    } catch (error) {
      problem = error instanceof Error ? error.message : String(error);
    }
    // Asked for something else meanwhile.
    if (this.#openedFor !== wanted) return;
    this.#problem = problem;
    this.#opened = place && this.#told(place);
    this.#schedule();
  }

  #told(place: Place): OpenedPlace {
    const source = toldSource(place.source, {
      before: (detail) =>
        this.dispatchEvent(
          new CustomEvent("holdpoint-answer", { detail, bubbles: true, composed: true, cancelable: true }),
        ),
      after: (detail) =>
        void this.dispatchEvent(new CustomEvent("holdpoint-answered", { detail, bubbles: true, composed: true })),
      heldWords: () => this.#words?.widget.held ?? "",
    });
    return { ...place, source, runs: runsOverSource(source) };
  }
}

interface ContentsProps {
  readonly language: string;
  readonly draw: (words: Words) => ReactNode;
}

function Contents({ language, draw }: ContentsProps): ReactNode {
  const words = useLanguage(language);
  return words && draw(words);
}
