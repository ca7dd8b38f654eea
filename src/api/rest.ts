import { readEvents } from "#src/features/events/rest.server.ts";
import { join } from "#src/features/join/rest.server.ts";
import type { Endpoint } from "#src/http/endpoint.server.ts";

export type RestCall = {
  readonly method: "get" | "post" | "put" | "patch" | "delete";
  readonly path: string;
  readonly endpoint: Endpoint;
};

/** Every call of the REST API → the feature that answers it. Paths in Hono's form (`/things/:id`). */
export const restMap: readonly RestCall[] = [
  { method: "get", path: "/api/social-events", endpoint: readEvents },
  { method: "post", path: "/api/join", endpoint: join },
];
