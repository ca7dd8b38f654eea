import type { TownEvent } from "#seeds/town-event.ts";

/** The walks of one series. */
export const ART_WALK = "art-walk";

/** What has been, with photos. */
export const PAST: readonly TownEvent[] = [
  {
    in: -1,
    title: "Sand Sixes",
    going: 14,
    imgKey: "volleyball",
    imgList: ["photo-volleyball-huddle", "photo-volleyball-sunset"],
  },
  {
    in: -4,
    title: "Dune Fire",
    startTime: "18:30:00",
    going: 21,
    chat: "Other Events",
    imgKey: "bonfire",
    host: "Kelsey Nguyen",
    imgList: ["photo-bonfire-loop.mp4", "photo-bonfire-circle", "photo-bonfire-sparks"],
  },
  {
    in: -8,
    title: "Doubles and Donuts",
    startTime: "09:00:00",
    going: 12,
    chat: "Pickleball",
    imgKey: "pickleball",
    host: "Dana Whitfield",
    imgList: ["photo-pickleball-doubles"],
  },
  {
    in: -15,
    title: "Turkey Trot Warm-Up",
    startTime: "07:00:00",
    going: 17,
    chat: "Yoga Runs Workouts",
    imgKey: "running",
    host: "Marcus Bell",
    imgList: ["photo-run-finish"],
  },
  {
    in: -22,
    title: "Top Rope Session",
    startTime: "19:00:00",
    going: 9,
    chat: "Rock Climbing",
    imgKey: "climbing",
    host: "Priya Natarajan",
    imgList: ["photo-climb-top"],
  },
  {
    in: -29,
    title: "Salsa Social",
    startTime: "20:00:00",
    going: 23,
    chat: "Dance",
    imgKey: "dance",
    host: "Luis Ortega",
    imgList: ["photo-salsa-night"],
  },
  {
    in: -36,
    title: "Gallery Art Walk",
    startTime: "18:00:00",
    going: 13,
    came: 12,
    chat: "Other Events",
    imgKey: "art-walk",
    host: "Theo Lambert",
    imgList: ["photo-art-walk-mural", "photo-pier-group"],
  },
  // Without photos: they say how many usually come to the next one.
  ...[8, 14, 11].map((came, weeks) => ({
    in: -7 * (weeks + 1),
    title: "Art Walk Wander",
    going: came + 2,
    came,
    seriesId: ART_WALK,
    chat: "Other Events",
    imgKey: "art-walk",
    host: "Theo Lambert",
    imgList: [],
  })),
];
