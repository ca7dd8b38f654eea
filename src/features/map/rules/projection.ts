import type { MapPoint } from "#src/shared/map-point.ts";

/** Pixels of the whole world at a zoom (web mercator, 256 pixels a tile), from the upper left. */
export type Pixels = { readonly x: number; readonly y: number };

export const TILE = 256;

/** Degrees north and east → pixels. */
export function toPixels(latitude: number, longitude: number, zoom: number): Pixels {
  const world = TILE * 2 ** zoom;
  const sine = Math.sin((latitude * Math.PI) / 180);
  return {
    x: ((longitude + 180) / 360) * world,
    y: (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * world,
  };
}

/** Pixels per meter at the beaches' latitude. */
export function pixelsPerMeter(zoom: number): number {
  return (TILE * 2 ** zoom) / (40_075_017 * Math.cos((30.3 * Math.PI) / 180));
}

/** The map's bounds, [latitude, longitude]; panning stops there. */
export const REGION_BOUNDS = [
  [30.19, -81.52],
  [30.43, -81.3],
] as const;

/** Whether our own map shows the point. */
export function isInRegion({ latitude, longitude }: MapPoint): boolean {
  const [[south, west], [north, east]] = REGION_BOUNDS;
  return latitude >= south && latitude <= north && longitude >= west && longitude <= east;
}
