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
