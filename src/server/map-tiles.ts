import type { Context, Hono } from "hono";
import { drawPoster, drawTile } from "#src/features/map/rules/draw-map.ts";
import { mapTiles } from "#src/features/map/queries.server.ts";
import { MEETING_POINTS, pinnedOf } from "#src/features/map/rules/places.ts";
import type { App } from "#src/context/app.ts";
import type { Env } from "#src/server/middleware.ts";

// Tiles change only with a release, and the picture of the merchants has a version in its address.
const A_DAY = "public, max-age=86400";

function answerSvg(c: Context<Env>, svg: string | null): Response | Promise<Response> {
  if (svg === null) return c.notFound();
  return c.body(svg, 200, { "content-type": "image/svg+xml", "cache-control": A_DAY });
}

/**
 * Our schematic map of the beaches: tiles and static maps. Drawn per request, which is cheaper than rendering a page.
 */
export function addMapTiles(server: Hono<Env>, app: App): void {
  server.get("/tiles/:zoom{\\d+}/:column{\\d+}/:file{\\d+\\.svg}", (c) => {
    const { zoom, column, file } = c.req.param();
    return answerSvg(c, drawTile(Number(zoom), Number(column), Number.parseInt(file, 10)));
  });
  server.get("/maps/merchants.svg", (c) => {
    const pinned = pinnedOf(app.config.group.merchants, mapTiles(app).isOwn);
    return answerSvg(c, pinned.length === 0 ? null : drawPoster(pinned));
  });
  const bonfires = drawPoster(MEETING_POINTS);
  server.get("/maps/bonfire.svg", (c) => answerSvg(c, bonfires));
}
