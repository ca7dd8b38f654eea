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

/** Degrees north and east (WGS 84). */
export type MapPoint = { readonly latitude: number; readonly longitude: number };

/** Parses a point: latitude, comma, longitude, in decimal degrees. Null if invalid. */
export function readPoint(text: string): MapPoint | null {
  const [, north, east] = /^\s*(-?\d{1,2}(?:\.\d{1,15})?)\s*,\s*(-?\d{1,3}(?:\.\d{1,15})?)\s*$/.exec(text) ?? [];
  const [latitude, longitude] = [Number(north), Number(east)];
  // The projection excludes the poles.
  return Math.abs(latitude) <= 85 && Math.abs(longitude) <= 180 ? { latitude, longitude } : null;
}

/** Five decimals: about one meter. */
export function pointWords({ latitude, longitude }: MapPoint): string {
  return `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`;
}

/** Whether our own map shows the point. */
export function isInRegion({ latitude, longitude }: MapPoint): boolean {
  const [[south, west], [north, east]] = REGION_BOUNDS;
  return latitude >= south && latitude <= north && longitude >= west && longitude <= east;
}
