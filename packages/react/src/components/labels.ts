import type { CodeLabels } from "./code-labels.ts";
import type { ComposerLabels } from "./composer-labels.ts";
import type { InboxLabels } from "./inbox-labels.ts";
import type { ContentLabels, PdfLabels } from "./parts/content-labels.ts";
import type { AuthorizationLabels } from "./request/authorization-labels.ts";
import type { DoubtLabels } from "./request/doubt-labels.ts";
import type { EditLabels } from "./request/edit-labels.ts";
import type { FormLabels } from "./request/form-labels.ts";
import type { PromptLabels } from "./request/prompt-labels.ts";
import type { StorageLabels } from "./storage/storage-labels.ts";
import type { TimelineLabels } from "./timeline/timeline-labels.ts";

/** Every word on the screen, by the component that shows it. The defaults are English and lie beside each component. */
export interface Labels {
  readonly authorization: AuthorizationLabels;
  readonly code: CodeLabels;
  readonly composer: ComposerLabels;
  readonly content: ContentLabels;
  readonly doubt: DoubtLabels;
  readonly edit: EditLabels;
  readonly form: FormLabels;
  readonly inbox: InboxLabels;
  readonly pdf: PdfLabels;
  readonly prompt: PromptLabels;
  readonly storage: StorageLabels;
  readonly timeline: TimelineLabels;
}

/**
 * Words in place of the defaults: as many as you like.
 *
 * @example
 * <HoldpointComponents labels={{ prompt: { approve: "Genehmigen" } }}>
 */
export type LabelOverrides = { readonly [Group in keyof Labels]?: Partial<Labels[Group]> };
