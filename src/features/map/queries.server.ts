import { createHash } from "node:crypto";
import type { App } from "#src/context/app.ts";
import { isHiddenPage } from "#src/features/site/rules.ts";
import { ZOOMS } from "#src/features/map/rules/draw-map.ts";

/** A tile source with its attribution. */
export type MapTiles = {
  /** URL template with {z}, {x} and {y}. */
  readonly url: string;
  readonly maxZoom: number;
  /** Rendered by the site, in both color schemes. */
  readonly isOwn: boolean;
  readonly attribution: { readonly text: string; readonly url: string | null };
};

const OWN: MapTiles = {
  url: "/tiles/{z}/{x}/{y}.svg",
  maxZoom: ZOOMS.max,
  isOwn: true,
  attribution: { text: "A schematic of the beaches, drawn by us. Not for navigation.", url: null },
};

/** The configured tile server, or our own schematic map. */
export function mapTiles(app: App): MapTiles {
  const { mapTilesUrl: url, mapAttribution = "" } = app.config;
  if (url === undefined) return OWN;
  // Services require a link: the URL in the attribution becomes it.
  const [address] = /https?:\/\/\S+/.exec(mapAttribution) ?? [];
  const text = mapAttribution
    .replace(address ?? "", "")
    .replace(/[\s,:(]+$/, "")
    .trim();
  return { url, maxZoom: 19, isOwn: false, attribution: { text: text || new URL(url).host, url: address ?? null } };
}

/** The origin of tiles, for the content security policy; null for our own. */
export function mapTilesOrigin(app: App): string | null {
  return app.config.mapTilesUrl === undefined ? null : new URL(app.config.mapTilesUrl).origin;
}

/**
 * The merchants and their static map, unless their page is hidden. The picture's URL changes with them, because
 * browsers cache it for a day.
 */
export function merchantsMap({ config }: App) {
  const merchants = isHiddenPage(config.group, "/map") ? [] : config.group.merchants;
  const version = createHash("sha256").update(JSON.stringify(merchants)).digest("base64url").slice(0, 16);
  return { places: merchants, poster: `/maps/merchants.svg?${new URLSearchParams({ v: version })}` };
}
