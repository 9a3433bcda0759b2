import { createLocalSource, type RequestSource } from "@holdpoint/core/request-source";
import { createIdbRequests } from "@holdpoint/idb/requests";

/** Where the Requests of a widget are. */
export interface Place {
  readonly source: RequestSource;
  /** The name of their database, where they are in one of this origin: then conversations can be shown too. */
  readonly database?: string;
}

/** What an element's attributes say of its place. */
export interface PlaceAttributes {
  /** The address of a request source over HTTP. */
  readonly src?: string | undefined;
  /** Whether cookies go along to `src`: `include`, `omit`, `same-origin`. */
  readonly credentials?: string | undefined;
  /** The name of the database of this origin. @default that of `createIdbStore` */
  readonly database?: string | undefined;
}

/** Widgets on one page that read one database share its connection. */
const places = new Map<string, Place>();

/** The place attributes name. The part that speaks HTTP is loaded where it is needed. */
export async function openPlace({ src, credentials, database = "holdpoint" }: PlaceAttributes): Promise<Place> {
  if (src !== undefined) {
    const { createHttpSource } = await import("./http-place.ts");
    const cookies = credentials === "include" || credentials === "omit" ? credentials : "same-origin";
    return { source: createHttpSource({ url: src, credentials: cookies }) };
  }
  const place = places.get(database) ?? { database, source: createLocalSource(createIdbRequests({ name: database })) };
  places.set(database, place);
  return place;
}
