/** Evenings under strings of lights: dancing and games. */
import { lit } from "../body.ts";
import { box, disc, group, oval, polygonOf, stroke, type Canvas } from "../canvas.ts";
import { points, type Point } from "../geometry.ts";
import { moods, type Mood } from "../palette.ts";
import { cup } from "../parts/evening.ts";
import { castShadow, palm } from "../parts/land.ts";
import { sea } from "../parts/sea.ts";
import { bandedSky, haloSky, moon, stars, stringLights } from "../parts/sky.ts";
import { poses } from "../poses.ts";
import { dressed, regulars, type Person } from "../wardrobe.ts";
import { put, type Scenes } from "./stage.ts";

export const glow = "#ffce7a";

/** A wooden deck in perspective, its boards running to the horizon. */
export function deck(c: Canvas, top: number, near: string, far: string, seam: string): void {
  c.add(
    box(
      0,
      top,
      c.width,
      c.height - top,
      c.linear(top, c.height, [
        [0, far],
        [1, near],
      ]),
    ),
  );
  for (let i = -14; i <= 14; i++)
    c.add(
      stroke(
        `M${c.width / 2 + i * c.width * 0.045} ${top}L${c.width / 2 + i * c.width * 0.16} ${c.height}`,
        seam,
        2.4,
        0.5,
      ),
    );
}

function post(c: Canvas, x: number, top: number, bottom: number, color: string): void {
  c.add(box(x - 7, top, 14, bottom - top, color));
}

const night: Mood = {
  ...moods.ember,
  sky: ["#10293a", "#1a4250", "#47525a", "#9a5a50", "#da6d4c", "#f7975a"],
  sea: ["#a8614f", "#12313f"],
};

/** The pair mid-turn: her arm in his, under the lights. */
export function salsaPair(
  c: Canvas,
  x: number,
  y: number,
  size: number,
  mood: Mood,
  who: { lead: Person; follow: Person },
): void {
  const light = lit(mood, [0.25, -0.9], 0.34, 1);
  const top: Point = [x + size * 0.01, y - size * 1.06];
  const low: Point = [x + size * 0.02, y - size * 0.66];
  c.add(castShadow(x - size * 0.3, y, size * 0.9, mood.shadow, 0.45));
  put(
    c,
    poses.lead,
    { x: x - size * 0.21, y, size, handFar: { to: top, bend: 1 }, handNear: { to: low, bend: -1 } },
    who.lead,
    light,
    false,
  );
  put(
    c,
    { ...poses.follow, armNear: [-60, -70], legNear: [-4, -8, 50], legFar: [42, -22, 40] },
    { x: x + size * 0.22, y, size: size * 0.95, flip: true, handFar: { to: top, bend: -1 } },
    who.follow,
    light,
    false,
  );
}

function dance(c: Canvas): void {
  haloSky(c, night, { x: 720, y: 560, r: 1 }, [1050, 800, 590, 420, 250], 0.75);
  stars(c, 260, 40, 3);
  sea(c, night, { top: 530, bottom: 640, sunX: 720, seed: 5, spread: 0.12 });
  c.add(palm(110, 700, 560, 0.08, "#18223a", "#ffb070"), palm(1340, 700, 500, -0.06, "#18223a", "#ffb070"));
  deck(c, 640, "#3a2230", "#a8553f", "#2a1a2c");
  c.add(box(0, 560, 1440, 12, "#241a30"), box(0, 600, 1440, 6, "#241a30"));
  for (let x = 30; x < 1440; x += 86) c.add(box(x, 560, 8, 84, "#241a30"));
  for (const [x, t] of points("40 190, 1400 180")) post(c, x, t, 800, "#1d1628");
  c.add(
    stringLights(c, [40, 196], [1480, 40], 70, 15, 9, glow),
    stringLights(c, [-40, 60], [1400, 186], 70, 15, 9, glow),
  );
  const light = lit(night, [0.1, -0.95], 0.46, 1);
  put(c, { ...poses.sway }, { x: 260, y: 790, size: 360 }, dressed(regulars.jon, { top: "tee" }), light, false);
  put(
    c,
    { ...poses.sway, armNear: [-30, -130], armFar: [70, 150] },
    { x: 1180, y: 790, size: 350, flip: true },
    dressed(regulars.gia, {}),
    light,
    false,
  );
  c.add(oval(720, 872, 330, 30, "#ffb36a", 0.16));
  salsaPair(c, 720, 880, 520, night, {
    lead: dressed(regulars.dev, { bottom: "trousers", bottomColor: "#22384a", shoes: "#2a1a1c" }),
    follow: dressed(regulars.iris, { swing: -60, shoes: "#2a1a1c" }),
  });
}

/** Two stand behind the table and two sit at it, lit by the lamp on it. */
function players(c: Canvas, mood: Mood): void {
  const light = (x: number) => lit(mood, [x, -0.55], 0.34, 1);
  put(
    c,
    { ...poses.lean, lean: 10, turn: 0.7, armNear: [30, 100], armFar: [160, 190] },
    { x: 560, y: 790, size: 430 },
    dressed(regulars.ella, { bottom: "leggings", bottomColor: "#22384a" }),
    light(0.4),
    false,
  );
  put(
    c,
    { ...poses.stand, lean: 6, turn: 0.7, armNear: [20, 80], armFar: [40, 84] },
    { x: 900, y: 790, size: 440, flip: true },
    dressed(regulars.hugo, { bottom: "trousers" }),
    light(-0.4),
    false,
  );
  const stool = (x: number): string =>
    group([
      box(x - 52, 742, 104, 16, "#3a2430", 6),
      stroke(`M${x - 36} 758L${x - 48} 890M${x + 36} 758L${x + 48} 890M${x - 42} 830H${x + 42}`, "#3a2430", 9),
    ]);
  c.add(stool(300), stool(1140));
  put(
    c,
    {
      ...poses.sit,
      legNear: [92, 4, 92],
      legFar: [98, 16, 100],
      lean: 14,
      armNear: [44, 96],
      armFar: [60, 92],
    },
    { x: 300, y: 712, size: 480, anchor: "hip" },
    dressed(regulars.dev, { shoes: "#f4e6cc" }),
    light(0.8),
    false,
  );
  put(
    c,
    {
      ...poses.sit,
      legNear: [92, 6, 92],
      legFar: [98, 18, 100],
      lean: 6,
      head: -10,
      armNear: [50, 84],
      armFar: [120, 168],
    },
    { x: 1140, y: 712, size: 470, anchor: "hip", flip: true },
    dressed(regulars.cleo, { shoes: "#f4e6cc" }),
    light(-0.8),
    false,
  );
  table(c);
}

function gameNight(c: Canvas): void {
  const mood: Mood = {
    ...moods.night,
    sky: ["#0c2233", "#12344a", "#1d4d5c", "#356a6c", "#8a7d66", "#d18f5e"],
  };
  bandedSky(c, mood, 520, 9);
  stars(c, 300, 60, 5);
  c.add(moon(250, 150, 42, "#f3ead2"));
  sea(c, mood, { top: 470, bottom: 600, sunX: 250, seed: 19, spread: 0.08, light: 0.5 });
  c.add(palm(1330, 640, 520, -0.1, "#0c2030", mood.light));
  deck(c, 600, "#2a1c28", "#6d4439", "#1c141f");
  post(c, 60, 150, 760, "#1d1420");
  post(c, 1385, 150, 760, "#1d1420");
  c.add(
    stringLights(c, [60, 160], [1385, 160], 120, 15, 10, glow),
    stringLights(c, [60, 160], [1500, 20], 60, 13, 9, glow),
  );
  c.add(oval(720, 800, 560, 80, "#ffb060", 0.16));
  players(c, mood);
}

/** A round table seen a little from above, mid-game. */
function table(c: Canvas): void {
  c.add(
    stroke("M720 700L690 905M720 700L752 905", "#2b1a24", 18),
    oval(720, 680, 300, 62, "#3d2530"),
    oval(
      720,
      666,
      300,
      62,
      c.radial(720, 650, 320, [
        [0, "#e8a565"],
        [0.6, "#b8704a"],
        [1, "#7a4638"],
      ]),
    ),
  );
  c.add(
    polygonOf(points("620 664, 716 634, 826 660, 728 696"), "#f4e6cc"),
    polygonOf(points("640 664, 716 641, 802 661, 728 688"), "#0f8a94"),
  );
  for (const [x, y, color] of [
    [690, 660, "#e4572e"],
    [730, 652, "#f6c445"],
    [752, 668, "#e4572e"],
    [712, 674, "#f4e6cc"],
  ] as const)
    c.add(oval(x, y + 4, 10, 5, "#14212b", 0.4), disc(x, y - 2, 9, color));
  for (const [x, y, t] of [
    [520, 662, -8],
    [545, 676, 6],
    [880, 654, 10],
    [905, 672, -6],
  ] as const)
    c.add(
      `<g transform="translate(${x} ${y}) rotate(${t}) scale(1 .5)">${box(-18, -26, 36, 52, "#fff4de", 4)}${disc(0, 0, 7, "#e4572e")}</g>`,
    );
  c.add(
    cup(590, 640, 46, "#e4572e"),
    cup(852, 638, 46, "#8fd0cf"),
    disc(
      718,
      612,
      90,
      c.radial(718, 612, 90, [
        [0, glow, 0.55],
        [1, glow, 0],
      ]),
    ),
    box(704, 606, 28, 36, "#ffe2a4", 6),
    box(708, 598, 20, 10, "#7a4638", 3),
  );
}

export const evenings: Scenes = {
  dance: {
    format: "cover",
    alt: "A couple turns in a salsa under strings of lights on a deck by the sea",
    draw: dance,
  },
  "game-night": {
    format: "cover",
    alt: "Friends play a board game around a lamp-lit table on a deck at nightfall",
    draw: gameNight,
  },
};
