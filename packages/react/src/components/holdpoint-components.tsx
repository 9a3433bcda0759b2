import { type ReactNode, useMemo, useState } from "react";
import { type ComponentSettings, SettingsContext, useComponentSettings } from "./settings.ts";

/** {@link HoldpointComponents} takes every setting as a prop. */
export interface HoldpointComponentsProps extends ComponentSettings {
  readonly children?: ReactNode;
}

/**
 * Sets words, prompts of your own and limits for the components inside. Not needed where the defaults do.
 *
 * @example
 * <HoldpointComponents mediaHosts={["cdn.example.com"]} labels={{ composer: { send: "Senden" } }}>
 *   <RunTimeline run={run} />
 * </HoldpointComponents>
 */
export function HoldpointComponents({ children, ...own }: HoldpointComponentsProps): ReactNode {
  const outer = useComponentSettings();
  // Props make a new object at every render: what counts is whether a setting changed.
  const [kept, setKept] = useState(own);
  const isSame = sameSettings(kept, own);
  if (!isSame) setKept(own);
  const current = isSame ? kept : own;
  const settings = useMemo(() => ({ ...outer, ...current }), [outer, current]);
  return <SettingsContext.Provider value={settings}>{children}</SettingsContext.Provider>;
}

function sameSettings(left: ComponentSettings, right: ComponentSettings): boolean {
  const names = [...Object.keys(left), ...Object.keys(right)] as (keyof ComponentSettings)[];
  return names.every((name) => Object.is(left[name], right[name]));
}
