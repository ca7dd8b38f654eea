import type { App } from "#src/context/app.ts";
import { ZOOMS } from "#src/features/map/rules/draw-map.ts";

/** Where a map's tiles come from, and what is said of them on the map. */
export type MapTiles = {
  /** With {z}, {x} and {y}. */
  readonly url: string;
  readonly maxZoom: number;
  /** Drawn by the site, in both color schemes. */
  readonly isOwn: boolean;
  readonly attribution: { readonly text: string; readonly url: string | null };
};

const OWN: MapTiles = {
  url: "/tiles/{z}/{x}/{y}.svg",
  maxZoom: ZOOMS.max,
  isOwn: true,
  attribution: { text: "A schematic of the beaches, drawn by us. Not for navigation.", url: null },
};

/** The tile server of the settings, or our own schematic. */
export function mapTiles(app: App): MapTiles {
  const { mapTilesUrl: url, mapAttribution = "" } = app.config;
  if (url === undefined) return OWN;
  // Services ask for a link: the address in the words becomes theirs.
  const [address] = /https?:\/\/\S+/.exec(mapAttribution) ?? [];
  const text = mapAttribution
    .replace(address ?? "", "")
    .replace(/[\s,:(]+$/, "")
    .trim();
  return { url, maxZoom: 19, isOwn: false, attribution: { text: text || new URL(url).host, url: address ?? null } };
}

/** The origin that pages may load tiles from; null with our own. */
export function mapTilesOrigin(app: App): string | null {
  return app.config.mapTilesUrl === undefined ? null : new URL(app.config.mapTilesUrl).origin;
}
