import type { Context, Hono } from "hono";
import { drawPoster, drawTile } from "#src/features/map/rules/draw-map.ts";
import { MAPS } from "#src/features/map/rules/places.ts";
import type { Env } from "#src/server/middleware.ts";

// Tiles change only with a release.
const A_DAY = "public, max-age=86400";

function answerSvg(c: Context<Env>, svg: string | null): Response | Promise<Response> {
  if (svg === null) return c.notFound();
  return c.body(svg, 200, { "content-type": "image/svg+xml", "cache-control": A_DAY });
}

/**
 * Our schematic map of the beaches: tiles and static maps. Drawn per request, which is cheaper than rendering a page.
 */
export function addMapTiles(server: Hono<Env>): void {
  server.get("/tiles/:zoom{\\d+}/:column{\\d+}/:file{\\d+\\.svg}", (c) => {
    const { zoom, column, file } = c.req.param();
    return answerSvg(c, drawTile(Number(zoom), Number(column), Number.parseInt(file, 10)));
  });
  for (const [name, { places }] of Object.entries(MAPS)) {
    const poster = drawPoster(places);
    server.get(`/maps/${name}.svg`, (c) => answerSvg(c, poster));
  }
}
