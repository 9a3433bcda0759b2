import { mountRequest } from "@holdpoint/widgets/embed";

/** A page of another site that embeds what a hosted page shows. */
const query = new URLSearchParams(location.search);
const element = document.querySelector("#embedded");
const requestId = query.get("request");
if (element !== null) {
  const mounted = mountRequest(element, {
    src: query.get("src") ?? "",
    ...(requestId !== null && { requestId }),
    theme: "dark",
    onMode: (mode) => document.documentElement.setAttribute("data-mode", mode),
    onAnswered: ({ accepted }) => document.documentElement.setAttribute("data-answered", String(accepted)),
  });
  Reflect.set(window, "mounted", mounted);
}
