import type { Endpoint } from "#src/http/endpoint.server.ts";

export type RestCall = {
  readonly method: "get" | "post" | "put" | "patch" | "delete";
  readonly path: string;
  readonly endpoint: Endpoint;
};

type PathParams<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | PathParams<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

/** Type-checks that the path has the parameters its endpoint reads. */
export const call = <Path extends string>(
  method: RestCall["method"],
  path: Path,
  endpoint: Endpoint<PathParams<Path>>,
): RestCall => ({ method, path, endpoint });
