// One script tag: `<script type="module" src="…/holdpoint/define.js"></script>`.
import { defineHoldpointElements } from "./elements/define-elements.ts";

defineHoldpointElements();
