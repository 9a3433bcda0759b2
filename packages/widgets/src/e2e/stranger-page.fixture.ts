/** What a frame becomes that was led elsewhere: it keeps all it hears, and speaks the protocol as well as it can. */
const received: unknown[] = [];
Reflect.set(window, "received", received);
addEventListener("message", ({ data, ports }) => {
  received.push(data);
  for (const port of ports) port.onmessage = (event) => received.push(event.data);
});
for (let count = 0; count < 3; count += 1) {
  window.parent.postMessage({ holdpoint: "embed", v: 1, type: "ready" }, "*");
}
