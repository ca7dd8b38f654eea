/** Cruisers on the boardwalk. */
import { lit } from "../body.ts";
import { box, stroke, type Canvas } from "../canvas.ts";
import { points, type Point } from "../geometry.ts";
import { mix, moods, type Mood } from "../palette.ts";
import { beach, castShadow, dune, grass, palm } from "../parts/land.ts";
import { sea } from "../parts/sea.ts";
import { bandedSky, cloud, flock, streak, sunDisc } from "../parts/sky.ts";
import { bicycle } from "../parts/ride.ts";
import { poses } from "../poses.ts";
import { dressed, regulars, type Person } from "../wardrobe.ts";
import { put, type Scenes } from "./stage.ts";

function biking(c: Canvas): void {
  const mood: Mood = {
    ...moods.golden,
    sky: ["#2a7f88", "#4f9c98", "#8fb79f", "#dcc58c", "#f8bd6d", "#fbb05f"],
    shadow: "#22303f",
    sea: ["#4ca5a0", "#116472"],
  };
  bandedSky(c, mood, 500, 29);
  sunDisc(c, mood, { x: 1060, y: 350, r: 90 }, 0.2);
  c.add(cloud(420, 210, 460, 56, "#fff0cc", 0.6), streak(1240, 220, 360, 18, "#fff0cc", 0.6));
  sea(c, mood, { top: 470, bottom: 600, sunX: 1060, seed: 39, spread: 0.1 });
  beach(c, mood, { y: 575, seed: 41, slope: 10, lightX: 1060 });
  dune(c, points("-60 690, 120 650, 330 682, 560 700, 800 690, 1040 704, 1240 664, 1500 690"), "#8f7f52", "#5f5a45");
  for (let i = 0; i < 13; i++)
    c.add(
      grass(
        40 + i * 118,
        715 + (i % 3) * 8,
        96 + (i % 4) * 22,
        18,
        i % 2 ? "#3f6250" : "#2f544b",
        200 + i,
        i % 3 === 0 ? 3 : 0,
        "#e0b070",
      ),
    );
  c.add(palm(180, 740, 600, 0.06, "#1c474c", mood.light), palm(1300, 740, 520, 0.1, "#1c474c", mood.light));
  c.add(
    box(
      0,
      735,
      1440,
      230,
      c.linear(735, 960, [
        [0, "#e2ab78"],
        [1, "#8a5a4c"],
      ]),
    ),
  );
  for (let x = -200; x < 1700; x += 74) c.add(stroke(`M${720 + (x - 720) * 0.86} 738L${x} 960`, "#6a4440", 3, 0.45));
  c.add(stroke("M0 738H1440", "#fff0cc", 4, 0.6));
  rider(c, mood, 1010, 848, 96, "#0f8a94", dressed(regulars.finn, { shoes: "#fff1d6" }));
  rider(
    c,
    mood,
    450,
    900,
    112,
    "#e4572e",
    dressed(regulars.ana, { swing: -62, top: "tank", topColor: "#f6c445", shoes: "#fff1d6" }),
  );
  c.add(flock(650, 130, 30, 5, "#2a6a70"));
}

function rider(c: Canvas, mood: Mood, x: number, y: number, r: number, color: string, who: Person): void {
  const bike = bicycle(x, y, r, mix(color, mood.shadow, 0.12), "#1e2a35", "#e9d9bd");
  const light = lit(mood, [0.6, -0.7], 0.26);
  const pedal = (u: number, v: number): Point => [bike.crank[0] + u * r, bike.crank[1] + v * r];
  const ride = {
    x: bike.seat[0] + r * 0.02,
    y: bike.seat[1] - r * 0.2,
    size: r * 4.15,
    anchor: "hip",
  } as const;
  const pose = {
    ...poses.ride,
    lean: 12,
    turn: 0.22,
    head: 2,
    legNear: [60, -10, 84],
    legFar: [30, -20, 84],
  } as const;
  c.add(castShadow(x + r, y, -r * 3.4, mood.shadow, 0.3));
  const reach = {
    handNear: { to: bike.bars, bend: -1 },
    handFar: { to: bike.bars, bend: -1 },
  } as const;
  c.add(stroke(`M${pedal(-0.1, 0.36).join(" ")}L${pedal(0.12, -0.4).join(" ")}`, "#1e2a35", r * 0.08), bike.svg);
  put(
    c,
    pose,
    { ...ride, ...reach, footNear: { to: pedal(0.05, 0.3) }, footFar: { to: pedal(0.1, -0.5) } },
    who,
    light,
    false,
  );
}

export const cruisers: Scenes = {
  biking: {
    format: "cover",
    alt: "Two friends ride beach cruisers along a boardwalk between dunes and palms",
    draw: biking,
  },
};
