/** On the water: surfing and paddling. */
import { lit } from "../body.ts";
import { fill, group, oval, stroke, type Canvas } from "../canvas.ts";
import { curve, points, type Point } from "../geometry.ts";
import { mix, moods, type Mood } from "../palette.ts";
import { grass, palm } from "../parts/land.ts";
import { breaker, sea } from "../parts/sea.ts";
import { bandedSky, bird, cloud, streak, sunDisc } from "../parts/sky.ts";
import { blades, board, kayak } from "../parts/ride.ts";
import { poses } from "../poses.ts";
import { dressed, regulars } from "../wardrobe.ts";
import { put, type Scenes } from "./stage.ts";

function spray(points: readonly (readonly [number, number, number])[], color: string): string {
  return points.map(([x, y, r]) => oval(x, y, r, r * 0.9, color, 0.9)).join("");
}

function surfing(c: Canvas): void {
  const mood: Mood = {
    ...moods.dusk,
    sea: ["#3d9a9c", "#0b4b5a"],
    sky: ["#145767", "#2f7d83", "#7fa18f", "#e0a377", "#f78d63", "#ffb27c"],
  };
  bandedSky(c, mood, 430, 81);
  sunDisc(c, mood, { x: 300, y: 330, r: 90 }, 0.2);
  c.add(cloud(1000, 190, 520, 58, "#ffd9b0", 0.45), streak(220, 200, 420, 20, "#ffd9b0", 0.5));
  sea(c, mood, { top: 400, bottom: 970, sunX: 300, seed: 83, spread: 0.12 });
  breaker(c, mood);
  const white = "#fdf1dc";
  c.add(fill(curve(points("420 742, 560 700, 700 724, 640 752, 520 764"), true), white, 0.75));
  c.add(board([760, 678], [430, 746], 24, "#f6c445", "#e4572e"));
  put(
    c,
    poses.surf,
    { x: 590, y: 712, size: 410, flip: true },
    dressed(regulars.ana, { swing: -80, bottomColor: "#e4572e" }),
    lit(mood, [-0.7, -0.6], 0.32),
    false,
  );
  c.add(
    spray(
      [
        [770, 670, 10],
        [800, 650, 7],
        [830, 664, 9],
        [860, 630, 6],
        [790, 690, 8],
      ],
      white,
    ),
  );
  c.add(
    fill(
      curve(points("-40 880, 200 850, 480 884, 760 860, 1100 890, 1500 866, 1500 1000, -40 1000"), true),
      mix(mood.sea[1], mood.shadow, 0.25),
    ),
    stroke(curve(points("-40 880, 200 850, 480 884, 760 860, 1100 890, 1500 866")), white, 7, 0.8),
  );
  c.add(bird(250, 150, 60, "#15505f"), bird(350, 120, 44, "#15505f", 0.4));
}

function heron(x: number, y: number, size: number, color: string): string {
  const at = (u: number, v: number): Point => [x + u * size, y - v * size];
  return group([
    fill(
      curve(
        [
          at(-0.34, 0.36),
          at(-0.1, 0.5),
          at(0.1, 0.56),
          at(0.12, 0.7),
          at(0.06, 0.84),
          at(0.14, 0.96),
          at(0.44, 0.9),
          at(0.18, 0.88),
          at(0.13, 0.82),
          at(0.2, 0.66),
          at(0.18, 0.5),
          at(0.05, 0.38),
          at(-0.15, 0.34),
        ],
        true,
      ),
      color,
    ),
    stroke(
      `M${at(0, 0.4).join(" ")}L${at(0.02, 0).join(" ")}M${at(0.06, 0.4).join(" ")}L${at(0.1, 0.18).join(" ")}L${at(0.07, 0).join(" ")}`,
      color,
      size * 0.022,
    ),
  ]);
}

function paddling(c: Canvas): void {
  const mood: Mood = {
    ...moods.dusk,
    sky: ["#1f5a6d", "#4b7f88", "#a99a8a", "#e8977a", "#f98a6b", "#ffb48a"],
    sea: ["#f09a7c", "#155566"],
  };
  bandedSky(c, mood, 400, 91);
  sunDisc(c, mood, { x: 760, y: 330, r: 92 }, 0.22);
  c.add(cloud(330, 190, 420, 50, "#ffd3b5", 0.45), cloud(1160, 150, 380, 44, "#ffd3b5", 0.45));
  c.add(
    fill(curve(points("-40 400, 90 352, 220 372, 360 340, 500 386, 580 404, -40 420"), true), "#2b5f6b"),
    fill(curve(points("960 404, 1060 366, 1180 350, 1290 372, 1400 330, 1500 360, 1500 420"), true), "#2b5f6b"),
  );
  c.add(
    palm(1260, 380, 170, 0.1, "#25545f", mood.light),
    palm(1310, 380, 130, -0.12, "#25545f", mood.light),
    palm(170, 376, 150, 0.12, "#25545f", mood.light),
  );
  sea(c, mood, { top: 395, bottom: 970, sunX: 760, seed: 93, spread: 0.16 });
  const boat = (
    x: number,
    y: number,
    length: number,
    color: string,
    who: (typeof regulars)["ana"],
    flip: boolean,
    dip: number,
  ): void => {
    const way = flip ? -1 : 1;
    const seat: Point = [x - way * length * 0.06, y - length * 0.01];
    const hands: [Point, Point] = [
      [x + way * length * 0.1, y - length * (0.2 - dip)],
      [x + way * length * 0.02, y - length * (0.2 + dip)],
    ];
    const grip = (a: Point, b: Point, t: number): Point => [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t];
    const [low, high] = [grip(hands[1], hands[0], 3.1), grip(hands[0], hands[1], 3.1)];
    put(
      c,
      { ...poses.paddle, legNear: [96, 84, 130], legFar: [100, 84, 130] },
      {
        x: seat[0],
        y: seat[1] + length * 0.02,
        size: length * 0.62,
        anchor: "hip",
        flip,
        handNear: { to: hands[0] },
        handFar: { to: hands[1] },
      },
      dressed(who, { top: "tank", topColor: color === "#e4572e" ? "#f6c445" : "#f4e6cc" }),
      lit(mood, [way * (x < 760 ? 1 : -1) * way * 0.5, -0.8], 0.42),
      false,
    );
    c.add(kayak(c, x, y, length, color, mood), blades(low, high, length * 0.13, "#2a2530", "#fff0d2"));
  };
  boat(1060, 560, 330, "#0f8a94", dressed(regulars.dev, {}), true, 0.05);
  boat(470, 740, 560, "#e4572e", regulars.ana, false, 0.055);
  c.add(heron(1290, 800, 190, "#12303d"), oval(1296, 802, 70, 7, "#12303d", 0.5));
  c.add(
    grass(1380, 985, 330, 44, "#12303d", 95, 4, "#8a4b45"),
    grass(1200, 990, 170, 26, "#12303d", 96),
    grass(60, 990, 250, 36, "#12303d", 97, 3, "#8a4b45"),
  );
}

export const water: Scenes = {
  surf: {
    format: "cover",
    alt: "A surfer low on her board, ahead of a curling wave at dusk",
    draw: surfing,
  },
  kayak: {
    format: "cover",
    alt: "Two kayaks on calm water at dusk, a heron standing in the reeds",
    draw: paddling,
  },
};
