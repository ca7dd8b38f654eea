import { linesOf } from "#src/shared/lines.ts";

/** Common event places by kind: name and street address. */
export const PLACES: KnownPlaces = [
  {
    kind: "Beach and pier",
    places: [
      ["Jacksonville Beach Pier", "503 1st St N, Jacksonville Beach"],
      ["SeaWalk Pavilion", "75 1st St N, Jacksonville Beach"],
      ["Oceanfront Park", "6 Oceanfront N, Jacksonville Beach"],
      ["Beach access at Beach Blvd", "Beach Blvd and 1st St S, Jacksonville Beach"],
      ["Beach access at 6th Ave N", "6th Ave N and 1st St N, Jacksonville Beach"],
      ["Beach access at 16th Ave S", "16th Ave S and 1st St S, Jacksonville Beach"],
      ["Beach access at 30th Ave S", "30th Ave S and 1st St S, Jacksonville Beach"],
      ["Beach access at Lemon St", "Lemon St and 1st St, Neptune Beach"],
      ["Beach access at Atlantic Blvd", "Atlantic Blvd and Ocean Blvd, Atlantic Beach"],
      ["Beach access at 7th St", "7th St and Beach Ave, Atlantic Beach"],
      ["Beach access at 18th St", "18th St and Beach Ave, Atlantic Beach"],
      ["Mickler's Landing", "1109 Ponte Vedra Blvd, Ponte Vedra Beach"],
      ["Huguenot Memorial Park", "10980 Heckscher Dr, Jacksonville"],
      ["Little Talbot Island State Park", "12157 Heckscher Dr, Jacksonville"],
    ],
  },
  {
    kind: "Parks and courts",
    places: [
      ["South Beach Park", "2508 South Beach Pkwy, Jacksonville Beach"],
      ["Huguenot Park courts", "200 16th Ave S, Jacksonville Beach"],
      ["Wingate Park", "468 Penman Rd S, Jacksonville Beach"],
      ["Latham Plaza", "1st St N and 1st Ave N, Jacksonville Beach"],
      ["Jarboe Park", "Florida Blvd and 3rd St, Neptune Beach"],
      ["Bull Memorial Park", "716 Ocean Blvd, Atlantic Beach"],
      ["Jack Russell Park", "800 Seminole Rd, Atlantic Beach"],
      ["Donner Park", "2125 George St, Atlantic Beach"],
      ["Davis Park", "210 Davis Park Rd, Ponte Vedra"],
      ["Jacksonville Beach Golf Club", "605 Penman Rd S, Jacksonville Beach"],
    ],
  },
  {
    kind: "Trails and water",
    places: [
      ["Kathryn Abbey Hanna Park", "500 Wonderwood Dr, Jacksonville"],
      ["Dutton Island Preserve", "793 Dutton Island Rd W, Atlantic Beach"],
      ["Tideviews Preserve", "1 Begonia St, Atlantic Beach"],
      ["Castaway Island Preserve", "2885 San Pablo Rd S, Jacksonville"],
      ["Theodore Roosevelt Area", "13165 Mt Pleasant Rd, Jacksonville"],
      ["Fort Caroline National Memorial", "12713 Fort Caroline Rd, Jacksonville"],
      ["GTM Research Reserve", "505 Guana River Rd, Ponte Vedra Beach"],
      ["Beach Marine", "2315 Beach Blvd, Jacksonville Beach"],
      ["Mayport Ferry", "4610 Ocean St, Atlantic Beach"],
    ],
  },
  {
    kind: "Gyms and centers",
    places: [
      ["Adele Grage Cultural Center", "716 Ocean Blvd, Atlantic Beach"],
      ["Beaches Branch Library", "600 3rd St, Neptune Beach"],
      ["Beaches Museum", "381 Beach Blvd, Jacksonville Beach"],
      ["Fletcher High School", "700 Seagate Ave, Neptune Beach"],
      ["Ponte Vedra YMCA", "170 Landrum Ln, Ponte Vedra Beach"],
      ["The Edge Rock Gym", "4909 Sunbeam Rd, Jacksonville"],
      ["Topgolf Jacksonville", "10531 Brightman Blvd, Jacksonville"],
      ["Jacksonville Ice and Sportsplex", "3605 Philips Hwy, Jacksonville"],
      ["Cummer Museum", "829 Riverside Ave, Jacksonville"],
      ["Riverside Arts Market", "715 Riverside Ave, Jacksonville"],
    ],
  },
  {
    kind: "Cafés, food and evenings",
    places: [
      ["Southern Grounds", "200 1st St, Neptune Beach"],
      ["Bold Bean Coffee", "2400 3rd St S, Jacksonville Beach"],
      ["Delicomb", "1131 3rd St N, Jacksonville Beach"],
      ["Maple Street Biscuit Company", "410 3rd St N, Jacksonville Beach"],
      ["Beach Hut Cafe", "1281 3rd St S, Jacksonville Beach"],
      ["Metro Diner", "1534 3rd St N, Jacksonville Beach"],
      ["TacoLu", "1712 Beach Blvd, Jacksonville Beach"],
      ["Engine 15 Brewing", "1500 Beach Blvd, Jacksonville Beach"],
      ["Lynch's Irish Pub", "514 1st St N, Jacksonville Beach"],
      ["Pete's Bar", "117 1st St, Neptune Beach"],
      ["Flying Iguana", "207 Atlantic Blvd, Neptune Beach"],
      ["Poe's Tavern", "363 Atlantic Blvd, Atlantic Beach"],
    ],
  },
];

/** Formats a place as an event's address. */
export function placeWords([name, address]: readonly [string, string]): string {
  return address === "" ? name : `${name}, ${address}`;
}

export type KnownPlaces = readonly { readonly kind: string; readonly places: readonly (readonly [string, string])[] }[];

/** Formats places as organizers edit them: one per line, below a line with their kind. */
export function writePlaces(list: KnownPlaces): string {
  return list.map(({ kind, places }) => [`# ${kind}`, ...places.map(placeWords)].join("\n")).join("\n\n");
}

/** Parses {@link writePlaces}. A name ends at the first comma. Places before the first kind are under "Places". */
export function readPlaces(text: string): KnownPlaces {
  const kinds = new Map<string, (readonly [string, string])[]>();
  let kind = "Places";
  for (const line of linesOf(text)) {
    if (line.startsWith("#")) kind = line.replace(/^#+\s*/, "") || kind;
    else {
      const [, name = line, address = ""] = /^([^,]+),\s*(.*)$/.exec(line) ?? [];
      kinds.set(kind, [...(kinds.get(kind) ?? []), [name, address]]);
    }
  }
  return [...kinds].map(([each, places]) => ({ kind: each, places }));
}
