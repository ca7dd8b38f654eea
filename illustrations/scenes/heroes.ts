/** The three landing heroes, each composed once for a wide and once for a tall screen; the side of the headline stays dark and calm. */
import type { Scenes } from "./stage.ts";
import { bonfireTall, bonfireWide } from "./hero-fire.ts";
import { runTall, runWide, volleyballTall, volleyballWide } from "./hero-play.ts";

export const heroes: Scenes = {
  "hero-volleyball": {
    format: "wide",
    alt: "A beach volleyball player at the top of a spike, a blocker across the net, and the sun low over the sea",
    draw: volleyballWide,
  },
  "hero-volleyball-tall": {
    format: "tall",
    alt: "A beach volleyball player at the top of a spike, a blocker across the net, and the sun low over the sea",
    draw: volleyballTall,
  },
  "hero-bonfire": {
    format: "wide",
    alt: "Friends around a bonfire on the beach at night, one playing the guitar, the lamps of the pier behind",
    draw: bonfireWide,
  },
  "hero-bonfire-tall": {
    format: "tall",
    alt: "Friends around a bonfire on the beach at night, one playing the guitar, the lamps of the pier behind",
    draw: bonfireTall,
  },
  "hero-run": {
    format: "wide",
    alt: "Three runners at the water's edge at sunrise, the pier running out behind them",
    draw: runWide,
  },
  "hero-run-tall": {
    format: "tall",
    alt: "Three runners at the water's edge at sunrise, the pier running out behind them",
    draw: runTall,
  },
};
