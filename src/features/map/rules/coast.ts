// The beaches east of Jacksonville, drawn by hand and from memory: accurate to the street, not the house. Not copied
// from any map data. Points are [longitude, latitude], for shorter lines.

export type Point = readonly [longitude: number, latitude: number];
export type Road = { readonly name: string; readonly rank: "main" | "street"; readonly points: readonly Point[] };
export type Label = {
  readonly text: string;
  readonly at: Point;
  readonly kind: "sea" | "water" | "town" | "park" | "road" | "spot";
  /** Degrees clockwise. */
  readonly turn?: number;
  /** Minimum zoom. */
  readonly from?: number;
};

// Far enough inland that no tile shows its edge.
const INLAND = -82.4;

export const SHORE: readonly Point[] = [
  [-81.33, 30.1],
  [-81.366, 30.2],
  [-81.3765, 30.24],
  [-81.38, 30.2528],
  [-81.3832, 30.264],
  [-81.3868, 30.28],
  [-81.3892, 30.2944],
  [-81.392, 30.31],
  [-81.395, 30.324],
  [-81.3978, 30.345],
  [-81.399, 30.37],
  [-81.3975, 30.385],
  [-81.393, 30.398],
];
export const NORTH_SHORE: readonly Point[] = [
  [-81.393, 30.405],
  [-81.402, 30.415],
  [-81.408, 30.44],
  [-81.43, 30.55],
];
export const LAND: readonly (readonly Point[])[] = [
  [...SHORE, [-81.41, 30.3975], [-81.43, 30.396], [-81.436, 30.39], [-81.46, 30.384], [INLAND, 30.383], [INLAND, 30.1]],
  [[INLAND, 30.398], [-81.46, 30.398], [-81.44, 30.402], [-81.42, 30.403], ...NORTH_SHORE, [INLAND, 30.55]],
];

/** The Intracoastal Waterway, 150 meters wide. */
export const WATERWAY: readonly Point[] = [
  [-81.405, 30.1],
  [-81.42, 30.18],
  [-81.43, 30.22],
  [-81.431, 30.253],
  [-81.4235, 30.275],
  [-81.4215, 30.2885],
  [-81.429, 30.305],
  [-81.439, 30.323],
  [-81.446, 30.356],
  [-81.456, 30.388],
];

export const PARKS: readonly (readonly Point[])[] = [
  // Hanna Park
  [
    [-81.412, 30.362],
    [-81.3996, 30.36],
    [-81.4, 30.38],
    [-81.413, 30.381],
  ],
  // South Beach Park
  [
    [-81.3945, 30.2615],
    [-81.3912, 30.2615],
    [-81.3912, 30.267],
    [-81.3945, 30.267],
  ],
];

export const PIER: readonly Point[] = [
  [-81.3896, 30.2946],
  [-81.3848, 30.2946],
];

export const ROADS: readonly Road[] = [
  {
    name: "1st Street",
    rank: "street",
    points: [
      [-81.3846, 30.262],
      [-81.3879, 30.28],
      [-81.3904, 30.2944],
      [-81.3934, 30.31],
      [-81.3968, 30.3262],
    ],
  },
  {
    name: "Penman Road",
    rank: "street",
    points: [
      [-81.402, 30.2795],
      [-81.4035, 30.3],
      [-81.4062, 30.3234],
    ],
  },
  {
    name: "3rd Street (A1A)",
    rank: "main",
    points: [
      [-81.35, 30.1],
      [-81.373, 30.2],
      [-81.3838, 30.24],
      [-81.3888, 30.253],
      [-81.3905, 30.27],
      [-81.3932, 30.2876],
      [-81.3962, 30.305],
      [-81.3998, 30.3238],
      [-81.413, 30.3232],
      [-81.4155, 30.345],
      [-81.42, 30.37],
      [-81.4275, 30.393],
    ],
  },
  {
    name: "Beach Boulevard",
    rank: "main",
    points: [
      [INLAND, 30.287],
      [-81.46, 30.2868],
      [-81.41, 30.2878],
      [-81.389, 30.2877],
    ],
  },
  {
    name: "Atlantic Boulevard",
    rank: "main",
    points: [
      [INLAND, 30.321],
      [-81.46, 30.3215],
      [-81.42, 30.323],
      [-81.3962, 30.324],
    ],
  },
  {
    name: "J. Turner Butler Boulevard",
    rank: "main",
    points: [
      [INLAND, 30.245],
      [-81.46, 30.249],
      [-81.42, 30.253],
      [-81.3888, 30.253],
    ],
  },
];

export const LABELS: readonly Label[] = [
  { text: "Atlantic Ocean", at: [-81.345, 30.305], kind: "sea", turn: 78 },
  { text: "Intracoastal Waterway", at: [-81.434, 30.305], kind: "water", turn: -68, from: 13 },
  { text: "St Johns River", at: [-81.475, 30.391], kind: "water" },
  { text: "Jacksonville Beach", at: [-81.408, 30.2795], kind: "town" },
  { text: "Neptune Beach", at: [-81.4045, 30.314], kind: "town" },
  { text: "Atlantic Beach", at: [-81.4075, 30.336], kind: "town" },
  { text: "Mayport", at: [-81.418, 30.3865], kind: "town" },
  { text: "Ponte Vedra Beach", at: [-81.399, 30.237], kind: "town" },
  { text: "Hanna Park", at: [-81.406, 30.371], kind: "park", from: 13 },
  { text: "South Beach Park", at: [-81.3928, 30.2604], kind: "park", from: 14 },
  { text: "Beach Boulevard", at: [-81.447, 30.2884], kind: "road", from: 12 },
  { text: "Atlantic Boulevard", at: [-81.466, 30.3228], kind: "road", from: 12 },
  { text: "Butler Boulevard", at: [-81.457, 30.2505], kind: "road", turn: -4, from: 12 },
  { text: "3rd Street (A1A)", at: [-81.3952, 30.2995], kind: "road", turn: 74, from: 14 },
  { text: "1st Street", at: [-81.3892, 30.2875], kind: "road", turn: 76, from: 15 },
  { text: "Penman Road", at: [-81.4046, 30.307], kind: "road", turn: 80, from: 14 },
  { text: "Pier", at: [-81.3836, 30.2944], kind: "spot", from: 12 },
];
