import { type RouteConfig, route } from "@react-router/dev/routes";
import { SITE_MAP } from "#src/shared/site-map.ts";

export default SITE_MAP.flatMap(({ paths, file }) =>
  paths.map((path) => route(path, file, { id: `${file} as ${path}` })),
) satisfies RouteConfig;
