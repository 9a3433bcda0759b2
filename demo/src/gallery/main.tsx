import { createMemoryStore, createRuns } from "@holdpoint/core";
import { HoldpointProvider } from "@holdpoint/react";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { GalleryPage } from "./gallery-page.tsx";
import { readSections } from "./sections.tsx";
import "../styles/gallery.css";
import "../styles/components.css";

const root = document.getElementById("root");
if (root === null) throw new Error('The page has no element with the id "root".');
// Nothing runs here: what is shown is given to the components, not read from a store.
const runs = createRuns({ store: createMemoryStore(), agents: [] });
createRoot(root).render(
  <StrictMode>
    <HoldpointProvider runs={runs}>
      <GalleryPage sections={await readSections()} />
    </HoldpointProvider>
  </StrictMode>,
);
