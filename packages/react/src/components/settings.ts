import { type ComponentType, createContext, useContext, useMemo } from "react";
import type { LabelOverrides, Labels } from "./labels.ts";
import type { PromptProps } from "./request/prompt-props.ts";
import type { ToolRenderers } from "./tool-renderers.ts";

/** What draws a text of the agent. */
export interface TextProps {
  readonly text: string;
  /** More of it is to come. */
  readonly grows: boolean;
}

/** How components look and what they may do. Everything has a default. */
export interface ComponentSettings {
  /** Words in place of the English ones. */
  readonly labels?: LabelOverrides;
  /** Prompts for kinds of Requests of your own, by kind; one named like ours replaces it. */
  readonly prompts?: Readonly<Record<string, ComponentType<PromptProps>>>;
  /** Cards for the calls of tools, by the tool's name: see `RenderersOf`. One that throws gives way to the default. */
  readonly renderers?: ToolRenderers;
  /**
   * Draws texts of the agent, such as `MarkdownText` of `@holdpoint/react/markdown`.
   * @default plain, as they were written
   */
  readonly text?: ComponentType<TextProps>;
  /**
   * Hosts whose media are loaded without a click: `cdn.example.com`, `*.example.com`.
   * @default none: a part kept elsewhere is loaded when the reader asks for it
   */
  readonly mediaHosts?: readonly string[];
  /** Larger parts are offered to save, not drawn. @default 64,000,000 bytes */
  readonly maxPartBytes?: number;
  /** Images that declare more are not decoded. @default 64,000,000 pixels */
  readonly maxImagePixels?: number;
  /** Pages of a PDF beyond this are not drawn. @default 200 */
  readonly maxPdfPages?: number;
  /**
   * Where the folders `cmaps` and `standard_fonts` of `pdfjs-dist` are served, with a slash at the end. PDFs whose
   * Chinese, Japanese or Korean fonts are not embedded need them.
   */
  readonly pdfAssetsUrl?: string;
  /** Reads stored bytes by their hash. @default the `getBlob` of the provider's runs */
  readonly getBlob?: (hash: string) => Promise<Blob | undefined>;
  /**
   * Whether a click made by script may approve. Only for tests that cannot make real ones.
   * @default false
   */
  readonly acceptScriptedClicks?: boolean;
}

/** The settings around a component; those of an inner `<HoldpointComponents>` go before. */
export const SettingsContext = createContext<ComponentSettings>({});

/** The settings that hold here. */
export function useComponentSettings(): ComponentSettings {
  return useContext(SettingsContext);
}

/**
 * The words of one component: its defaults with what the host replaced. Each component brings only its own, which may be
 * a few of their group.
 */
export function useLabels<Group extends keyof Labels, Defaults extends Partial<Labels[Group]>>(
  group: Group,
  defaults: Defaults,
): Defaults {
  const overrides = useContext(SettingsContext).labels?.[group];
  return useMemo(() => (overrides === undefined ? defaults : { ...defaults, ...overrides }), [overrides, defaults]);
}
