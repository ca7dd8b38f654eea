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

// The map's six merchants. The names are samples: a group writes its own here, and nothing else needs to change.
const MERCHANTS: readonly Place[] = [
  {
    id: "coffee",
    name: "Pier Coffee Counter",
    kind: "Coffee before a sunrise run",
    address: "1st Street North at 4th Avenue North, Jacksonville Beach",
    way: ["On foot from the pier: across the parking lot, two minutes."],
    at: [30.2938, -81.3905],
  },
  {
    id: "boards",
    name: "Low Tide Boards and Bikes",
    kind: "Rental and repair",
    address: "1st Street South at 8th Avenue South, Jacksonville Beach",
    way: ["A mile south of the pier, on the side of the sea."],
    at: [30.2772, -81.3872],
  },
  {
    id: "tacos",
    name: "Third Street Tacos",
    kind: "Food after volleyball",
    address: "3rd Street South at 1st Avenue South, Jacksonville Beach",
    way: ["Two streets in from the beach, on A1A."],
    at: [30.2858, -81.3934],
  },
  {
    id: "rackets",
    name: "Court Six Rackets",
    kind: "Paddles, balls and grips",
    address: "By South Beach Park, Jacksonville Beach",
    way: ["From the pickleball courts: out by the south gate, left."],
    at: [30.2642, -81.3908],
  },
  {
    id: "scoops",
    name: "Corner Scoops",
    kind: "Ice cream after the art walk",
    address: "Atlantic Boulevard at 1st Street, Neptune Beach",
    way: ["Where Atlantic Boulevard meets the sea."],
    at: [30.3238, -81.3972],
  },
  {
    id: "climbing",
    name: "Driftwood Climbing Hall",
    kind: "Walls for rainy days",
    address: "Beach Boulevard, west of the Intracoastal Waterway",
    way: ["From the beaches: over the bridge, then the first turn to the right."],
    at: [30.2876, -81.4335],
  },
];

const MEETING_POINTS: readonly Place[] = [
  {
    id: "pier",
    name: "South of the pier",
    kind: "Meeting point",
    address: "1st Street North at 4th Avenue North, Jacksonville Beach",
    way: [
      "Park in the lot at the foot of the pier.",
      "Take the boardwalk on its south side, never the one under it.",
      "On the sand turn right, away from the lamps.",
    ],
    at: [30.2936, -81.3893],
  },
  {
    id: "boulevard",
    name: "The end of Beach Boulevard",
    kind: "Meeting point",
    address: "Beach Boulevard at 1st Street, Jacksonville Beach",
    way: [
      "Drive Beach Boulevard until it ends, and park in one of the streets behind it.",
      "The ramp to the sand is straight ahead.",
      "Turn left and walk until you see the string of lights.",
    ],
    at: [30.2878, -81.3884],
  },
  {
    id: "south",
    name: "16th Avenue South",
    kind: "Meeting point",
    address: "16th Avenue South at 1st Street, Jacksonville Beach",
    way: ["Small lot: come by bike or share a car.", "Over the dunes by the boardwalk.", "The fire is right in front."],
    at: [30.273, -81.3854],
  },
  {
    id: "atlantic",
    name: "The end of Atlantic Boulevard",
    kind: "Meeting point",
    address: "Atlantic Boulevard at the sea, between Neptune Beach and Atlantic Beach",
    way: [
      "Park in the town center, not in the streets where people live.",
      "Walk Atlantic Boulevard to its end and down the ramp.",
      "Turn left: the fire is on the Atlantic Beach side.",
    ],
    at: [30.3243, -81.3956],
  },
];

/** All maps: their subject and places, numbered from 1. */
export const MAPS = {
  merchants: { title: "Merchants near the beach", places: MERCHANTS },
  bonfire: { title: "Where our bonfires meet", places: MEETING_POINTS },
} as const;
export type MapName = keyof typeof MAPS;

/** A link to a place in the phone's map app. */
export function directionsUrl({ at: [latitude, longitude] }: Place): string {
  return `https://www.google.com/maps/dir/?api=1&destination=${latitude}%2C${longitude}`;
}
