import { mountRequest } from "@holdpoint/widgets/embed";

/** A page that embeds another, which has gone elsewhere in the meantime. */
const place = document.createElement("div");
document.body.append(place);
Object.assign(window, { mounted: mountRequest(place, { src: "/away", requestId: "req_1" }) });
