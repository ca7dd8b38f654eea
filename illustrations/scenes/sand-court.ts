/** Volleyball on the sand. */
import { lit } from "../body.ts";
import type { Canvas } from "../canvas.ts";
import type { Limb } from "../figure.ts";
import { moods, type Mood } from "../palette.ts";
import { beach, castShadow, grass, palm } from "../parts/land.ts";
import { sea } from "../parts/sea.ts";
import { bandedSky, cloud, flock, haloSky, streak, sunDisc } from "../parts/sky.ts";
import { net, volleyball } from "../parts/sport.ts";
import { poses } from "../poses.ts";
import { dressed, regulars } from "../wardrobe.ts";
import { put, type Scenes } from "./stage.ts";

function dig(c: Canvas): void {
  const mood = moods.afternoon;
  const sun = { x: 500, y: 330, r: 74 };
  bandedSky(c, mood, 500, 5);
  sunDisc(c, mood, sun, 0.22);
  c.add(
    cloud(1120, 250, 420, 60, "#fdf0cf", 0.75),
    cloud(820, 340, 300, 36, "#fdf0cf", 0.6),
    cloud(170, 220, 300, 40, "#fdf0cf", 0.5),
  );
  sea(c, mood, { top: 480, bottom: 620, sunX: 500, seed: 21, spread: 0.12 });
  c.add(flock(930, 180, 30, 5, "#256f78"));
  beach(c, mood, { y: 610, seed: 23, slope: 18, lightX: 520 });
  c.add(palm(1330, 660, 470, 0.12, "#1e4a52", mood.light));
  const light = lit(mood, [-0.45, -0.8], 0.24);
  put(c, poses.block, { x: 1235, y: 760, size: 300, flip: true }, dressed(regulars.finn, {}), light, 775);
  c.add(
    net(
      {
        from: [880, 930],
        to: [1520, 720],
        top: 450,
        drop: 190,
        color: "#26404a",
        tape: "#fff3d6",
        mesh: 24,
      },
      0.78,
    ),
  );
  put(
    c,
    {
      ...poses.ready,
      armNear: [150, 178],
      armFar: [140, 172],
      lean: -2,
      head: -26,
      legNear: [14, -16, 74],
      legFar: [-10, -22, 70],
    },
    { x: 745, y: 850, size: 400 },
    regulars.ella,
    light,
  );
  put(c, poses.dig, { x: 285, y: 895, size: 460 }, regulars.ana, light);
  c.add(volleyball(c, 655, 300, 36, mood, 10));
  c.add(grass(70, 985, 150, 26, "#2c4a42", 3, 3, "#a56a4d"), grass(1400, 985, 130, 24, "#2c4a42", 4, 2, "#a56a4d"));
}

const limb = (upper: number, lower: number): Limb => [upper, lower];

function huddle(c: Canvas): void {
  const mood = moods.ember;
  haloSky(c, mood, { x: 720, y: 470, r: 1 }, [1000, 760, 560, 380, 240], 0.8);
  sunDisc(c, mood, { x: 720, y: 400, r: 90 });
  c.add(streak(330, 220, 460, 20, "#ffb88a", 0.35), streak(1150, 270, 420, 20, "#ffb88a", 0.35));
  sea(c, mood, { top: 470, bottom: 610, sunX: 720, seed: 31, spread: 0.14 });
  beach(c, mood, { y: 600, seed: 33, lightX: 720 });
  c.add(
    net(
      {
        from: [-60, 800],
        to: [470, 700],
        top: 420,
        drop: 170,
        color: "#2a1a36",
        tape: "#ffdcae",
        mesh: 20,
      },
      0.8,
    ),
  );
  const away = (x: number) => lit(mood, [x, -0.9], 0.55, 1);
  const hug = { ...poses.shoulderHug, head: 6, lean: 2 };
  const row = [
    [430, regulars.dev, 0.5, 0.97],
    [590, regulars.ana, 0.3, 0.92],
    [740, regulars.hugo, 0, 1],
    [890, regulars.ella, -0.3, 0.9],
    [1045, regulars.ben, -0.5, 0.98],
  ] as const;
  row.forEach(([x, who, side, k], i) => {
    const lower = i % 2 === 0;
    const arms = {
      armNear: i === 0 ? limb(-12, 6) : lower ? limb(-76, -100) : limb(-100, -70),
      armFar: i === row.length - 1 ? limb(14, -4) : lower ? limb(76, 100) : limb(100, 70),
    };
    put(
      c,
      { ...hug, ...arms, lean: side * 10, legNear: [-10, -4], legFar: [12, 4] },
      { x, y: 880 + (i % 2) * 14, size: 500 * k },
      dressed(who, { facing: "away", hair: who.hair === "cap" ? "short" : who.hair, swing: 6 }),
      away(side),
      890,
    );
  });
  c.add(volleyball(c, 1230, 860, 44, mood, 30), castShadow(1240, 902, 110, mood.shadow));
}

function serve(c: Canvas): void {
  const mood: Mood = {
    ...moods.dusk,
    sky: ["#0e4b5c", "#2a6f76", "#7e8f80", "#e08b66", "#f58a5c", "#ffab6e"],
  };
  bandedSky(c, mood, 800, 41, 0.02);
  const sun = { x: 560, y: 640, r: 210 };
  sunDisc(c, mood, sun, 0.14);
  c.add(
    streak(250, 520, 420, 22, "#ffd7a3", 0.5),
    streak(760, 720, 420, 18, mood.sky[4] ?? "", 0.8),
    streak(480, 770, 300, 12, mood.sky[4] ?? "", 0.7),
  );
  sea(c, mood, { top: 800, bottom: 960, sunX: 560, seed: 43, spread: 0.22 });
  beach(c, mood, { y: 950, seed: 45, lightX: 560 });
  put(
    c,
    {
      ...poses.spike,
      lean: -4,
      legNear: [-14, -30, 40],
      legFar: [20, -4, 86],
      armFar: [158, 166],
      head: -24,
    },
    { x: 470, y: 1110, size: 640 },
    dressed(regulars.ana, { swing: -30 }),
    lit(mood, [0.35, -0.85], 0.62, 1),
    1112,
  );
  c.add(volleyball(c, 680, 250, 48, mood, 40), flock(90, 300, 34, 5, "#0f4352"));
  c.add(grass(70, 1230, 210, 30, "#17202d", 3, 4, "#6b3b3a"), grass(900, 1230, 190, 30, "#17202d", 5, 3, "#6b3b3a"));
}

export const sandCourts: Scenes = {
  volleyball: {
    format: "cover",
    alt: "A player digs the ball low to the sand while her partner sets up at the net, on a bright afternoon",
    draw: dig,
  },
  "photo-volleyball-huddle": {
    format: "cover",
    alt: "Five players arm in arm beside the net, looking at the sunset",
    draw: huddle,
  },
  "photo-volleyball-sunset": {
    format: "portrait",
    alt: "A player tosses the ball for a serve in front of a huge setting sun",
    draw: serve,
  },
};
