import type { Labels } from "../components/labels.ts";
import type { DevtoolsLabels } from "../devtools/devtools-labels.ts";
import { code } from "./de/code.ts";
import { composer } from "./de/composer.ts";
import { content, pdf } from "./de/content.ts";
import { devtools } from "./de/devtools.ts";
import { inbox } from "./de/inbox.ts";
import { authorization, doubt, edit, form, prompt } from "./de/requests.ts";
import { storage } from "./de/storage.ts";
import { timeline } from "./de/timeline.ts";

/**
 * All words in German. A word that is missing here does not compile.
 *
 * @example
 * <HoldpointComponents labels={germanLabels}>
 */
export const germanLabels: Labels = {
  authorization,
  code,
  composer,
  content,
  doubt,
  edit,
  form,
  inbox,
  pdf,
  prompt,
  storage,
  timeline,
};

/**
 * The words of the devtools in German: apart, since no page that people see needs them.
 *
 * @example
 * <HoldpointDevtools labels={germanDevtoolsLabels} />
 */
export const germanDevtoolsLabels: DevtoolsLabels = devtools;

export { germanNotification } from "./de/notification.ts";
