import { type KeyboardEvent, type ReactNode, useId, useRef } from "react";

/** {@link TabStrip} */
export interface TabStripProps<Name extends string> {
  readonly label: string;
  readonly tabs: readonly { readonly name: Name; readonly label: string }[];
  readonly selected: Name;
  readonly onSelect: (name: Name) => void;
  readonly children: ReactNode;
}

/** Tabs by the ARIA pattern: one of them is in the tab order, arrows, Home and End choose among them. */
export function TabStrip<Name extends string>({
  label,
  tabs,
  selected,
  onSelect,
  children,
}: TabStripProps<Name>): ReactNode {
  const id = useId();
  const strip = useRef<HTMLDivElement>(null);

  function choose(index: number): void {
    const tab = tabs.at(index % tabs.length);
    if (tab === undefined) return;
    onSelect(tab.name);
    strip.current?.querySelector<HTMLElement>(`[data-tab="${tab.name}"]`)?.focus();
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const at = tabs.findIndex(({ name }) => name === selected);
    const onward = getComputedStyle(event.currentTarget).direction === "rtl" ? "ArrowLeft" : "ArrowRight";
    const back = onward === "ArrowLeft" ? "ArrowRight" : "ArrowLeft";
    if (event.key === onward) choose(at + 1);
    else if (event.key === back) choose(at - 1);
    else if (event.key === "Home") choose(0);
    else if (event.key === "End") choose(-1);
    else return;
    event.preventDefault();
  }

  return (
    <>
      <div ref={strip} className="hp-devtools__tabs" role="tablist" aria-label={label}>
        {tabs.map((tab) => (
          <button
            key={tab.name}
            type="button"
            role="tab"
            id={`${id}-${tab.name}`}
            data-tab={tab.name}
            aria-selected={tab.name === selected}
            aria-controls={`${id}-panel`}
            tabIndex={tab.name === selected ? 0 : -1}
            onClick={() => onSelect(tab.name)}
            onKeyDown={onKeyDown}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div
        className="hp-devtools__panel"
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${selected}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
        tabIndex={0}
      >
        {children}
      </div>
    </>
  );
}
