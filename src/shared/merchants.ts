import { linesOf, numberedLines } from "#src/shared/lines.ts";
import { pointFault, readPoint } from "#src/shared/map-point.ts";

/** A place on the map, with its list entry. */
export type Place = {
  readonly id: string;
  readonly name: string;
  /** A short description. */
  readonly kind: string;
  readonly address: string;
  /** Directions, one step per line. */
  readonly way: readonly string[];
  /** Degrees north and east (WGS 84). */
  readonly at: readonly [latitude: number, longitude: number];
};

/** Sample merchants of a new site, one per line as organizers edit them. */
export const MERCHANTS = [
  "Pier Coffee Counter | Coffee before a sunrise run | 1st Street North at 4th Avenue North, Jacksonville Beach | 30.2938, -81.3905 | On foot from the pier: across the parking lot, two minutes.",
  "Low Tide Boards and Bikes | Rental and repair | 1st Street South at 8th Avenue South, Jacksonville Beach | 30.2772, -81.3872 | A mile south of the pier, on the ocean side.",
  "Third Street Tacos | Food after volleyball | 3rd Street South at 1st Avenue South, Jacksonville Beach | 30.2858, -81.3934 | Two streets in from the beach, on A1A.",
  "Court Six Rackets | Paddles, balls and grips | By South Beach Park, Jacksonville Beach | 30.2642, -81.3908 | From the pickleball courts: out by the south gate, left.",
  "Corner Scoops | Ice cream after the art walk | Atlantic Boulevard at 1st Street, Neptune Beach | 30.3238, -81.3972 | Where Atlantic Boulevard meets the ocean.",
  "Driftwood Climbing Hall | Walls for rainy days | Beach Boulevard, west of the Intracoastal Waterway | 30.2876, -81.4335 | From the beaches: over the bridge, then the first right.",
].join("\n");

function partsOf(line: string) {
  const [name = "", kind = "", address = "", point = "", ...way] = line.split("|").map((part) => part.trim());
  return { name, kind, address, point, way: way.filter((step) => step !== "") };
}

function lineFault(line: string): string | undefined {
  const { name, kind, address, point } = partsOf(line);
  const parts = { name, "what for": kind, address, "latitude, longitude": point };
  const missing = Object.entries(parts).find(([, part]) => part === "");
  if (missing) return `“${missing[0]}” is missing. Write ${Object.keys(parts).join(" | ")}. The line reads: ${line}`;
  const fault = pointFault(point);
  return fault && `${name}. ${fault}`;
}

function readLine(line: string, index: number): Place | null {
  const { point, ...parts } = partsOf(line);
  const place = lineFault(line) === undefined ? readPoint(point) : null;
  return place && { id: String(index + 1), ...parts, at: [place.latitude, place.longitude] };
}

/** Parses the valid lines. */
export function readMerchants(text: string): Place[] {
  return linesOf(text)
    .map(readLine)
    .filter((place) => place !== null);
}

/** Why a list of merchants is invalid. */
export function merchantsFault(text: string): string | undefined {
  const lines = numberedLines(text);
  if (lines.length === 0) return "List at least one merchant, or hide the map of merchants under Pages.";
  const faults = lines.map(({ number, line }) => [number, lineFault(line)] as const);
  const first = faults.find(([, fault]) => fault !== undefined);
  return first && `Line ${first[0]}: ${first[1]}`;
}
