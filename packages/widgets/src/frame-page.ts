// The page that is embedded, by one script tag: `<meta name="holdpoint:origins" content="https://shop.example.com">` and
// `<script type="module" src="…/holdpoint/frame-page.js"></script>`. `holdpoint:src` and `holdpoint:database` are optional.
import { startRequestFrame } from "./embed/start-request-frame.tsx";

const read = (name: string): string | undefined =>
  document.head.querySelector<HTMLMetaElement>(`meta[name="holdpoint:${name}"]`)?.content;

const [origins = "", src, database] = ["origins", "src", "database"].map(read);
startRequestFrame({
  origins: origins.split(/\s+/).filter((origin) => origin !== ""),
  ...(src !== undefined && { src }),
  ...(database !== undefined && { database }),
});
