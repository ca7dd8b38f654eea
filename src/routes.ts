import { type RouteConfig, route } from "@react-router/dev/routes";
import { SITE_MAP } from "#src/shared/site-map.ts";

/** Routes are case-insensitive, so a second spelling of a path needs no route of its own. */
const isFirstSpelling = (path: string, at: number, paths: readonly string[]) =>
  paths.findIndex((other) => other.toLowerCase() === path.toLowerCase()) === at;

export default SITE_MAP.flatMap(({ paths, file }) =>
  paths.filter(isFirstSpelling).map((path) => route(path, file, { id: `${file} as ${path}` })),
) satisfies RouteConfig;
