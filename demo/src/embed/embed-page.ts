import "@holdpoint/widgets/define";

/** The conversation of a Request is shown by the page with the agents. */
document.addEventListener("holdpoint-open-run", (event) => {
  const { runId } = (event as CustomEvent<{ readonly runId: string }>).detail;
  location.assign(`./index.html#/runs/${encodeURIComponent(runId)}`);
});
