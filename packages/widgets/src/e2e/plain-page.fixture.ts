/** What a page without a framework does with the events of a widget. */
const heard: string[] = [];
Reflect.set(window, "heard", heard);
const mode = new URLSearchParams(location.search).get("hold");

for (const type of ["holdpoint-answer", "holdpoint-answered", "holdpoint-open-run"] as const) {
  document.addEventListener(type, (event) => {
    const { detail } = event as CustomEvent<Record<string, unknown>>;
    heard.push(`${type} ${JSON.stringify(detail.answer ?? detail.runId)}`);
    // A listener that changes what it hears of changes a copy.
    Reflect.set(detail, "answer", { ok: false, reason: "declined" });
    if (mode !== null && type === "holdpoint-answer") event.preventDefault();
  });
}
