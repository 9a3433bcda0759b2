import type { Labels } from "../components/labels.ts";
import { composer } from "./de/composer.ts";
import { content, pdf } from "./de/content.ts";
import { inbox } from "./de/inbox.ts";
import { authorization, doubt, form, prompt } from "./de/requests.ts";
import { timeline } from "./de/timeline.ts";

/**
 * All words in German. A word that is missing here does not compile.
 *
 * @example
 * <HoldpointComponents labels={germanLabels}>
 */
export const germanLabels: Labels = { authorization, composer, content, doubt, form, inbox, pdf, prompt, timeline };
