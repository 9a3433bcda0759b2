/** Elements that load, run or send by being there; those of the page itself stand in its head or are marked. */
const NEVER = "script, iframe, frame, object, embed, base, link, meta, form[action], video, applet, portal, template";

/** Attributes by which an element fetches or leads somewhere, with the schemes that may stand there. */
const ADDRESSES: Readonly<Record<string, readonly string[]>> = {
  src: ["blob:"],
  srcset: [],
  poster: [],
  background: [],
  action: [],
  formaction: [],
  ping: [],
  data: [],
  "xlink:href": [],
  href: ["https:", "http:", "blob:"],
};

/** What stands in a page that should not be there, whoever wrote it. One line each. */
export function auditPage(elements: readonly Element[]): readonly string[] {
  return elements.filter((element) => !isOfThePage(element)).flatMap(problemsOf);
}

function problemsOf(element: Element): readonly string[] {
  const problems: string[] = [];
  const name = element.localName;
  const say = (what: string): void => void problems.push(`<${name}> ${what}`);
  if (element.matches(NEVER)) say("is there");
  for (const { name: attribute, value } of element.attributes) {
    if (attribute.startsWith("on")) say(`has ${attribute}`);
    const schemes = ADDRESSES[attribute];
    if (schemes === undefined || value.startsWith("#")) continue;
    if (!schemes.includes(URL.parse(value, location.href)?.protocol ?? ""))
      say(`has ${attribute} ${value.slice(0, 80)}`);
  }
  if (element instanceof HTMLAnchorElement && element.href !== "" && !element.href.startsWith("blob:")) {
    const link = element.getAttribute("href") ?? "";
    const isHere = link.startsWith("#");
    if (!isHere && !/^https?:\/\//.test(link)) say(`leads to ${link.slice(0, 80)}`);
    if (!isHere && URL.parse(link)?.username !== "") say("hides its host behind a user name");
    if (!isHere && !/\bnoreferrer\b/.test(element.rel)) say("tells where it comes from");
  }
  return problems;
}

/** What the page was served with. */
function isOfThePage(element: Element): boolean {
  return element.closest("head, [data-own]") !== null;
}
