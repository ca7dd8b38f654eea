/** At the water's edge: running and yoga. */
import { lit } from "../body.ts";
import { box, fill, polygonOf, stroke, type Canvas } from "../canvas.ts";
import { curve, points, type Point } from "../geometry.ts";
import { mix, moods, type Mood } from "../palette.ts";
import { beach, footprints, grass } from "../parts/land.ts";
import { pier } from "../parts/pier.ts";
import { sea } from "../parts/sea.ts";
import { bandedSky, cloud, flock, haloSky, streak, sunDisc } from "../parts/sky.ts";
import { poses } from "../poses.ts";
import { dressed, regulars } from "../wardrobe.ts";
import { mirrored, put, type Scenes } from "./stage.ts";

const dawn: Mood = {
  ...moods.sunrise,
  sky: ["#4a7f97", "#98979c", "#dd9a8e", "#f7a68f", "#ffc39e", "#ffdcb8"],
  sea: ["#d79a94", "#4a6286"],
};

function morningRun(c: Canvas): void {
  bandedSky(c, dawn, 470, 61);
  sunDisc(c, dawn, { x: 380, y: 360, r: 84 }, 0.24);
  c.add(
    cloud(960, 200, 460, 56, "#ffe6cf", 0.6),
    streak(1180, 290, 420, 18, "#ffe6cf", 0.6),
    streak(200, 230, 360, 16, "#ffd9c2", 0.6),
  );
  sea(c, dawn, { top: 450, bottom: 690, sunX: 380, seed: 63, spread: 0.16 });
  pier(c, {
    from: [1560, 340],
    to: [760, 420],
    waterFrom: 530,
    waterTo: 462,
    thick: 15,
    color: "#5d5878",
    lamp: "#fff0cf",
  });
  beach(c, dawn, { y: 680, seed: 65, slope: -50, lightX: 380 });
  const light = lit(dawn, [-0.7, -0.6], 0.34);
  const trio = [
    [1130, 770, 350, poses.runPass, regulars.jon],
    [760, 830, 420, poses.runAir, regulars.ella],
    [350, 890, 460, poses.runPush, regulars.hugo],
  ] as const;
  trio.forEach(([x, y, size, pose, who]) => {
    const drawn = put(
      c,
      pose,
      { x, y, size, flip: true },
      dressed(who, {
        shoes: "#fff1dd",
        top: who.top === "hoodie" ? "tee" : who.top,
        bottom: who.bottom === "trousers" ? "shorts" : who.bottom,
      }),
      light,
      false,
    );
    c.add(mirrored(drawn, y + size * 0.015, 0.22));
  });
  c.add(flock(560, 150, 28, 6, "#6d6c8c"));
}

function mat(x: number, y: number, width: number, color: string): string {
  return polygonOf(
    [
      [x - width * 0.5, y - width * 0.06],
      [x + width * 0.46, y - width * 0.06],
      [x + width * 0.54, y + width * 0.05],
      [x - width * 0.46, y + width * 0.05],
    ],
    color,
  );
}

function yoga(c: Canvas): void {
  const mood: Mood = {
    ...moods.sunrise,
    sky: ["#3f8e99", "#7db3ad", "#c5cbad", "#f3c493", "#f9a97a", "#ffc390"],
    sea: ["#e0b79b", "#2c8690"],
    shadow: "#2c3350",
  };
  haloSky(c, mood, { x: 980, y: 470, r: 1 }, [1150, 850, 600, 400, 250], 0.75);
  sunDisc(c, mood, { x: 980, y: 420, r: 96 }, 0.25);
  c.add(streak(330, 240, 520, 22, "#fff0d6", 0.5), streak(620, 330, 360, 14, "#fff0d6", 0.5));
  sea(c, mood, { top: 490, bottom: 610, sunX: 980, seed: 71, spread: 0.14 });
  beach(c, mood, { y: 605, seed: 73, slope: 14, lightX: 980 });
  const light = lit(mood, [0.55, -0.7], 0.34);
  const row = [
    [1190, 730, 320, regulars.jon, "#e88a86"],
    [760, 790, 370, regulars.ella, "#0f8a94"],
    [300, 880, 440, regulars.cleo, "#e4572e"],
  ] as const;
  row.forEach(([x, y, size, who, color]) => {
    c.add(mat(x, y - size * 0.01, size * 1.15, mix(color, mood.shadow, 0.2)));
    put(
      c,
      poses.warrior,
      { x, y, size },
      dressed(who, {
        top: who.slender ? "crop" : "tank",
        bottom: who.slender ? "leggings" : "shorts",
        bottomColor: who.slender ? mix(who.bottomColor, "#22384a", 0.5) : who.bottomColor,
      }),
      light,
      false,
    );
  });
  c.add(grass(1370, 985, 220, 32, "#3b5560", 75, 4, "#b8707a"), grass(60, 985, 120, 22, "#3b5560", 76, 2, "#b8707a"));
}

/** The winner through the tape, the next behind her, and those who cheer. */
function finishers(c: Canvas, mood: Mood): void {
  const light = lit(mood, [0.5, -0.8], 0.22);
  const crowd = [
    [180, 800, 330, regulars.gia, false],
    [1240, 790, 330, regulars.finn, true],
    [1350, 830, 350, regulars.iris, true],
  ] as const;
  crowd.forEach(([x, y, size, who, flip], i) =>
    put(
      c,
      i === 1 ? poses.cheer : { ...poses.stand, armNear: [40, 130], armFar: [50, 138] },
      { x, y, size, flip },
      who,
      light,
    ),
  );
  put(c, poses.runAir, { x: 500, y: 820, size: 400 }, dressed(regulars.hugo, { shoes: "#fff1d6" }), light, 830);
  put(
    c,
    {
      ...poses.run,
      lean: -2,
      arch: 0.6,
      head: -10,
      turn: 0.5,
      armNear: [206, 190],
      armFar: [150, 166],
    },
    { x: 800, y: 860, size: 470 },
    dressed(regulars.ella, { shoes: "#fff1d6", topColor: "#e4572e" }),
    light,
    884,
  );
  c.add(
    fill(
      curve(
        points(
          "640 596, 770 574, 880 588, 960 560, 1010 600, 1092 584, 1092 606, 1010 622, 960 586, 880 610, 772 594, 650 616",
        ),
        true,
      ),
      "#e4572e",
    ),
  );
  c.add(footprints([700, 880], [80, 950], 14, 12, "#8a5a42"), grass(60, 985, 130, 24, "#3d5a4c", 107, 2, "#a56a4d"));
}

function finish(c: Canvas): void {
  const mood = moods.afternoon;
  bandedSky(c, mood, 520, 101);
  c.add(cloud(300, 240, 460, 64, "#fdf0cf", 0.75), cloud(1150, 320, 380, 44, "#fdf0cf", 0.65));
  sunDisc(c, mood, { x: 1180, y: 200, r: 66 }, 0.24);
  sea(c, mood, { top: 500, bottom: 620, sunX: 1180, seed: 103, spread: 0.09 });
  beach(c, mood, { y: 612, seed: 105, slope: -14, lightX: 900 });
  const pole = "#23525c";
  c.add(box(352, 250, 18, 610, pole), box(1092, 250, 18, 610, pole));
  const flags = ["#e4572e", "#f6c445", "#0f8a94", "#fff1d6"];
  const wire = (t: number): Point => [361 + 740 * t, 270 + 70 * 4 * t * (1 - t)];
  c.add(stroke(curve([0, 0.25, 0.5, 0.75, 1].map(wire)), pole, 4));
  for (let i = 0; i < 14; i++) {
    const [[x, y], [x2, y2]] = [wire((i + 0.14) / 14), wire((i + 0.86) / 14)];
    c.add(
      polygonOf(
        [
          [x, y],
          [x2, y2],
          [(x + x2) / 2, (y + y2) / 2 + 46],
        ],
        flags[i % 4] ?? "#fff",
      ),
    );
  }
  finishers(c, mood);
}

export const shore: Scenes = {
  running: {
    format: "cover",
    alt: "Three runners along the wet sand at sunrise, their reflections under them",
    draw: morningRun,
  },
  yoga: {
    format: "cover",
    alt: "Three people hold a warrior pose on mats in the sand, facing the morning sun",
    draw: yoga,
  },
  "photo-run-finish": {
    format: "cover",
    alt: "A runner breaks the tape with her arms up, friends cheering under the bunting",
    draw: finish,
  },
};
