/** The pier underfoot and overhead. */
import { lit } from "../body.ts";
import { box, fill, oval, polygonOf, stroke, type Canvas } from "../canvas.ts";
import { curve } from "../geometry.ts";
import { mix, moods, type Mood } from "../palette.ts";
import { beach, castShadow } from "../parts/land.ts";
import { pierDeck } from "../parts/pier.ts";
import { sea } from "../parts/sea.ts";
import { cloud, flock, haloSky, streak, sunDisc } from "../parts/sky.ts";
import { poses } from "../poses.ts";
import { dressed, regulars } from "../wardrobe.ts";
import { put, type Scenes } from "./stage.ts";

function pierSunrise(c: Canvas): void {
  const mood: Mood = {
    ...moods.sunrise,
    sky: ["#2b7088", "#5f9aa4", "#d8ad97", "#f5a88c", "#ffbe93", "#ffd7ac"],
    sea: ["#f0b295", "#3c7088"],
    shadow: "#22344a",
    far: "#3d5a6e",
    sand: ["#eeb086", "#b98069", "#5c4a52"],
  };
  haloSky(c, mood, { x: 720, y: 470, r: 1 }, [1050, 780, 560, 390, 240], 0.8);
  c.add(
    streak(300, 170, 520, 24, "#fff0dc", 0.5),
    streak(1160, 240, 460, 20, "#fff0dc", 0.5),
    cloud(1200, 120, 380, 46, "#fff0dc", 0.45),
  );
  sunDisc(c, mood, { x: 720, y: 420, r: 104 }, 0.25);
  sea(c, mood, { top: 480, bottom: 970, sunX: 720, seed: 3, spread: 0.2 });
  c.add(flock(210, 300, 34, 6, "#4f7288"));
  pierDeck(c, mood, [720, 480], 700);
  const light = lit(mood, [0.12, -0.95], 0.42, 1);
  const shade = (x: number, y: number, w: number): string =>
    fill(
      curve(
        [
          [x - w * 0.5, y],
          [x + w * 0.5, y],
          [x + (x - 720) * 0.35 + w * 0.6, y + w * 2.4],
          [x + (x - 720) * 0.35 - w * 0.6, y + w * 2.4],
        ],
        true,
      ),
      mood.shadow,
      0.35,
    );
  for (const [x, y, k, who] of [
    [690, 610, 120, regulars.dev],
    [742, 606, 112, regulars.gia],
  ] as const) {
    c.add(shade(x, y, k * 0.2));
    put(c, poses.gaze, { x, y, size: k }, dressed(who, { facing: "away" }), light, false);
  }
  c.add(shade(560, 800, 70), shade(880, 760, 60));
  put(
    c,
    {
      ...poses.gaze,
      armFar: [22, 10],
      armNear: [-20, -2],
      legNear: [-4, -30, 20],
      legFar: [6, 2, 80],
    },
    { x: 560, y: 805, size: 340 },
    dressed(regulars.ana, {
      facing: "away",
      swing: -10,
      top: "tank",
      bottom: "leggings",
      shoes: "#fff1dd",
    }),
    light,
    false,
  );
  put(
    c,
    { ...poses.gaze, legFar: [8, -22, 20] },
    { x: 880, y: 765, size: 310 },
    dressed(regulars.hugo, { facing: "away", shoes: "#fff1dd" }),
    light,
    false,
  );
}

/** Under the pier: pilings in pairs march to the light. */
function pilings(c: Canvas, mood: Mood): void {
  const dark = mix(mood.shadow, mood.far, 0.15);
  const [edge, top] = [760 / 5.25, 400 - 470 / 5.25];
  const boards = c.linear(-10, top, [
    [0, dark],
    [1, mix(dark, mood.sky[4] ?? mood.light, 0.45)],
  ]);
  c.add(
    polygonOf(
      [
        [-900, -10],
        [2340, -10],
        [720 + edge, top + 6],
        [720 - edge, top + 6],
      ],
      boards,
    ),
  );
  for (let i = -9; i <= 9; i++)
    c.add(stroke(`M${720 + i * 150} -10L${720 + (i * edge) / 9} ${top}`, mood.shadow, 3, 0.45));
  for (let i = 5; i >= 0; i--) {
    const t = 1 / (1 + i * 0.85);
    const tone = mix(dark, mood.sky[4] ?? mood.light, (1 - t) * 0.55);
    const y = 560 + 330 * t;
    const top = 400 - 470 * t;
    const w = 62 * t;
    for (const side of [-1, 1]) {
      const x = 720 + side * 690 * t;
      c.add(
        polygonOf(
          [
            [x - w * 0.45, top],
            [x + w * 0.45, top],
            [x + w * 0.55 + side * w * 0.3, y],
            [x - w * 0.55 + side * w * 0.3, y],
          ],
          tone,
        ),
      );
      c.add(
        stroke(
          `M${x - (side * w) / 2.6} ${top}L${x - (side * w) / 2.6 + side * w * 0.3} ${y}`,
          mood.light,
          w * 0.1,
          0.6,
        ),
        oval(x + side * w * 0.3, y, w * 0.9, w * 0.16, mood.shadow, 0.35),
      );
    }
    c.add(
      box(720 - 760 * t, top + 20 * t, 1520 * t, 60 * t, tone),
      stroke(
        `M${720 - 690 * t} ${top + 80 * t}L${720 - 560 * t} ${top + 190 * t}M${720 + 690 * t} ${top + 80 * t}L${720 + 560 * t} ${top + 190 * t}`,
        tone,
        26 * t,
      ),
    );
  }
  c.add(box(0, -10, 1440, 70, dark));
}

function pierGroup(c: Canvas): void {
  const mood: Mood = {
    ...moods.golden,
    sky: ["#1f5c66", "#3d7d7c", "#8a9a7c", "#dba467", "#f8b25f", "#ffc777"],
    shadow: "#231c2c",
  };
  haloSky(c, mood, { x: 720, y: 520, r: 1 }, [980, 720, 520, 360, 230], 0.85);
  sunDisc(c, mood, { x: 720, y: 470, r: 92 }, 0.24);
  sea(c, mood, { top: 540, bottom: 660, sunX: 720, seed: 7, spread: 0.12 });
  beach(c, mood, { y: 650, seed: 9, lightX: 720 });
  pilings(c, mood);
  const row = [
    [395, regulars.finn, { ...poses.cheer, armFar: [76, 100] }, 0.98],
    [530, regulars.ana, { ...poses.shoulderHug, armNear: [-90, -70] }, 0.92],
    [665, regulars.hugo, poses.shoulderHug, 1],
    [795, regulars.ella, { ...poses.shoulderHug, legFar: [40, -50, -20] }, 0.9],
    [925, regulars.jon, poses.shoulderHug, 0.98],
    [1060, regulars.cleo, { ...poses.cheer, armNear: [-76, -96] }, 0.93],
  ] as const;
  row.forEach(([x, who, pose, k], i) => {
    const y = 880 + (i % 2) * 16;
    c.add(castShadow(x, y, (x - 720) * 0.25 + 40, mood.shadow, 0.4));
    put(
      c,
      pose,
      { x, y, size: 400 * k },
      dressed(who, { facing: "away", swing: 4 }),
      lit(mood, [(720 - x) / 500, -0.85], 0.48, 1),
      false,
    );
  });
}

export const pierside: Scenes = {
  "pier-sunrise": {
    format: "cover",
    alt: "People walk out along the pier toward the rising sun",
    draw: pierSunrise,
  },
  "photo-pier-group": {
    format: "cover",
    alt: "Six friends arm in arm under the pier, the low sun between the pilings",
    draw: pierGroup,
  },
};
