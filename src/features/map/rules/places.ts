import { isInRegion } from "#src/features/map/rules/projection.ts";
import type { Place } from "#src/shared/merchants.ts";

/** Where the bonfires meet. */
export const MEETING_POINTS: readonly Place[] = [
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

/** Whether our own map shows the place. */
export const isOnOurMap = ({ at: [latitude, longitude] }: Place): boolean => isInRegion({ latitude, longitude });

/** The places with a pin: all on a map service's tiles, else those that our own map shows. */
export const pinnedOf = (places: readonly Place[], isOwnMap: boolean): readonly Place[] =>
  isOwnMap ? places.filter(isOnOurMap) : places;

/** A link to a place in the phone's map app. */
export function directionsUrl({ at: [latitude, longitude] }: Place): string {
  return `https://www.google.com/maps/dir/?api=1&destination=${latitude}%2C${longitude}`;
}
