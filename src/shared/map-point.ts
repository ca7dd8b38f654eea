/** Degrees north and east (WGS 84). */
export type MapPoint = { readonly latitude: number; readonly longitude: number };

// The projection excludes the poles.
const MOST = { latitude: 85, longitude: 180 } as const;

/** Why a text is no point: latitude, comma, longitude, in decimal degrees. */
export function pointFault(text: string): string | undefined {
  const degrees = readDegrees(text);
  if (!degrees) return `“${text}” is not a latitude and longitude in degrees, such as 30.3238, -81.3972.`;
  for (const axis of ["latitude", "longitude"] as const)
    if (Math.abs(degrees[axis]) > MOST[axis])
      return `The ${axis} ${degrees[axis]} is out of range. It must be from -${MOST[axis]} to ${MOST[axis]}.`;
  return undefined;
}

function readDegrees(text: string): MapPoint | null {
  const [, north, east] = /^\s*(-?\d{1,3}(?:\.\d{1,15})?)\s*,\s*(-?\d{1,3}(?:\.\d{1,15})?)\s*$/.exec(text) ?? [];
  return north === undefined ? null : { latitude: Number(north), longitude: Number(east) };
}

/** Parses a point; null if {@link pointFault} says why it is invalid. */
export function readPoint(text: string): MapPoint | null {
  return pointFault(text) === undefined ? readDegrees(text) : null;
}

/** Five decimals: about one meter. */
export function pointWords({ latitude, longitude }: MapPoint): string {
  return `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`;
}
