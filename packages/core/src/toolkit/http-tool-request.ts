import { HoldpointError } from "../contracts/errors.ts";
import type { JsonObject } from "../contracts/json.ts";

/** Where the arguments of an HTTP tool go (contract §7). */
export interface HttpRequestPlan {
  readonly method: string;
  /** `{name}` stands for the argument of that name. */
  readonly url: string;
  /** Arguments that go to the query string. Under GET all that remain do. */
  readonly query?: readonly string[];
  /** How the remaining arguments are written. @default "json" */
  readonly body?: "json" | "form" | "raw";
}

/** A request made of arguments. */
export interface HttpToolRequest {
  readonly method: string;
  readonly url: string;
  readonly body?: string;
  /** The type of the body, unless the host names one. */
  readonly contentType?: string;
}

/**
 * Turns arguments into a request (contract §7). Pure.
 * @throws HoldpointError `invalid-argument` when an argument would lead out of the path it stands in.
 */
export function httpToolRequest(plan: HttpRequestPlan, args: JsonObject): HttpToolRequest {
  const method = plan.method.toUpperCase();
  const left = new Map(Object.entries(args));
  const path = plan.url.replace(/\{([^{}]+)\}/g, (_placeholder, name: string) => {
    const value = Object.hasOwn(args, name) ? args[name] : undefined;
    left.delete(name);
    return value === undefined || value === null ? "" : encodeURIComponent(argumentText(value));
  });
  if (dotSegments(path) > dotSegments(plan.url)) {
    throw new HoldpointError("invalid-argument", "An argument would lead the address out of its path (it is . or ..).");
  }
  const query = new URLSearchParams();
  for (const [name, value] of left) {
    if (method !== "GET" && !plan.query?.includes(name)) continue;
    query.append(name, argumentText(value));
    left.delete(name);
  }
  const search = query.toString();
  const url = search === "" ? path : `${path}${path.includes("?") ? "&" : "?"}${search}`;
  if (left.size === 0 || method === "GET" || method === "HEAD") return { method, url };
  return { method, url, ...bodyOf(plan.body ?? "json", left) };
}

function bodyOf(mode: "json" | "form" | "raw", left: ReadonlyMap<string, unknown>) {
  switch (mode) {
    case "json":
      return { body: JSON.stringify(Object.fromEntries(left)), contentType: "application/json" };
    case "form": {
      const form = new URLSearchParams();
      for (const [name, value] of left) form.append(name, argumentText(value));
      return { body: form.toString(), contentType: "application/x-www-form-urlencoded" };
    }
    case "raw": {
      const body = left.get("body");
      return { body: body === undefined || body === null ? "" : argumentText(body) };
    }
  }
}

/** Text as it is, a list of plain values with commas, anything nested as JSON. */
function argumentText(value: unknown): string {
  const isNested = (item: unknown): boolean => typeof item === "object" && item !== null;
  if (Array.isArray(value) && !value.some(isNested)) return value.join(",");
  return isNested(value) ? JSON.stringify(value) : String(value);
}

/** `.` and `..` between slashes: an address parser climbs by them, also when they are percent-encoded. */
function dotSegments(url: string): number {
  const [path = ""] = url.split(/[?#]/, 1);
  return path.split("/").filter((segment) => /^(?:\.|%2e){1,2}$/i.test(segment)).length;
}
