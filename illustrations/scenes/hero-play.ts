/** The volleyball and running heroes; see heroes.ts. */
import { lit } from "../body.ts";
import type { Canvas } from "../canvas.ts";
import { moods, type Mood } from "../palette.ts";
import { poses } from "../poses.ts";
import { beach, footprints, grass } from "../parts/land.ts";
import { pier } from "../parts/pier.ts";
import { sea } from "../parts/sea.ts";
import { flock, haloSky, streak, sunDisc } from "../parts/sky.ts";
import { net, volleyball } from "../parts/sport.ts";
import { dressed, regulars } from "../wardrobe.ts";
import { mirrored, put } from "./stage.ts";

const golden: Mood = {
  ...moods.golden,
  sky: ["#0f3a4c", "#14505f", "#22626a", "#667668", "#d99a63", "#f6b95f"],
  sea: ["#1f5f68", "#0a3644"],
  sand: ["#a5654a", "#6d423e", "#30202e"],
};

const dawn: Mood = {
  ...moods.sunrise,
  sky: ["#1d3a56", "#37486a", "#70486a", "#a84b5a", "#f08f76", "#ffbf92"],
  sea: ["#7b5672", "#1f3c58"],
  sand: ["#b0746a", "#744b5f", "#332f4a"],
  shadow: "#1f2440",
};

export function volleyballWide(c: Canvas): void {
  const sun = { x: 1440, y: 575, r: 92 };
  haloSky(c, golden, sun, [1280, 840, 520, 370, 230], 0.84);
  c.add(
    streak(1500, 330, 620, 26, "#ffd9a0", 0.35),
    streak(1250, 410, 420, 16, "#ffd9a0", 0.3),
    streak(1760, 460, 380, 18, "#ffe7c0", 0.4),
  );
  sunDisc(c, golden, sun);
  sea(c, golden, { top: 640, bottom: 800, sunX: 1440, seed: 3, spread: 0.14, fade: 0.75 });
  pier(c, {
    from: [-60, 556],
    to: [720, 612],
    waterFrom: 706,
    waterTo: 652,
    thick: 15,
    color: "#0d2f3d",
    lamp: "#ffcf85",
  });
  beach(c, golden, { y: 790, seed: 5, slope: -24, lightX: 1420 });
  c.add(flock(1010, 300, 34, 5, "#173c48"));
  const light = lit(golden, [0.55, -0.75], 0.46);
  put(c, poses.ready, { x: 1700, y: 905, size: 300, flip: true }, regulars.ella, light);
  put(
    c,
    poses.block,
    { x: 1590, y: 610, size: 410, anchor: "hip", flip: true },
    dressed(regulars.cleo, { facing: "side" }),
    lit(golden, [-0.6, -0.7], 0.46),
    920,
  );
  c.add(
    net(
      {
        from: [1205, 1075],
        to: [1905, 905],
        top: 590,
        drop: 250,
        color: "#2b1f2c",
        tape: "#ffe9c4",
        mesh: 26,
      },
      0.8,
    ),
  );
  put(c, poses.spike, { x: 1130, y: 570, size: 500, anchor: "hip" }, regulars.ben, light, 1010);
  c.add(volleyball(c, 1335, 222, 46, golden, 20));
  put(c, poses.ready, { x: 905, y: 1045, size: 330 }, regulars.ana, light);
  c.add(
    grass(1840, 1100, 230, 34, "#1b1424", 8, 4, "#5a3a35"),
    grass(1660, 1110, 130, 22, "#1b1424", 12),
    grass(60, 1110, 190, 30, "#170f1f", 21, 3, "#3c2630"),
  );
}

export function volleyballTall(c: Canvas): void {
  const sun = { x: 700, y: 925, r: 100 };
  haloSky(c, golden, sun, [980, 690, 400, 284, 196], 0.92);
  c.add(streak(300, 850, 460, 18, "#ffd9a0", 0.3), streak(880, 800, 380, 18, "#ffd9a0", 0.32));
  sunDisc(c, golden, sun);
  sea(c, golden, { top: 990, bottom: 1150, sunX: 700, seed: 4, spread: 0.2, fade: 0.5 });
  pier(c, {
    from: [-40, 926],
    to: [430, 968],
    waterFrom: 1030,
    waterTo: 996,
    thick: 11,
    color: "#12333f",
    lamp: "#ffcf85",
  });
  beach(c, golden, { y: 1140, seed: 6, slope: -16, lightX: 680 });
  const light = lit(golden, [0.5, -0.75], 0.46);
  put(
    c,
    poses.block,
    { x: 850, y: 990, size: 410, anchor: "hip", flip: true },
    regulars.cleo,
    lit(golden, [-0.6, -0.7], 0.46),
    1270,
  );
  c.add(
    net(
      {
        from: [430, 1450],
        to: [1110, 1275],
        top: 570,
        drop: 250,
        color: "#2b1f2c",
        tape: "#ffe9c4",
        mesh: 26,
      },
      0.8,
    ),
  );
  put(c, poses.spike, { x: 325, y: 1000, size: 490, anchor: "hip" }, regulars.ben, light, 1395);
  c.add(volleyball(c, 530, 678, 44, golden, 20));
  c.add(grass(60, 1470, 210, 32, "#1b1424", 21, 3, "#5a3a35"), grass(1010, 1470, 150, 24, "#1b1424", 8));
}

const joggers = [
  [poses.runPush, regulars.dev],
  [poses.runAir, dressed(regulars.ana, { swing: -70, bottom: "leggings", shoes: "#f4e6cc" })],
  [poses.run, dressed(regulars.cleo, { shoes: "#f4e6cc" })],
] as const;

/** Three runners at the water's edge, their mirror in the wet sand. */
function runners(c: Canvas, mood: Mood, spots: readonly (readonly [x: number, y: number, size: number])[]): void {
  const light = lit(mood, [0.75, -0.55], 0.46);
  spots.forEach(([x, y, size], i) => {
    const [pose, who] = joggers[i % 3]!;
    const drawn = put(c, pose, { x, y, size }, dressed(who, { shoes: "#f4e6cc" }), light, false);
    c.add(mirrored(drawn, y + size * 0.02, 0.2));
  });
}

export function runWide(c: Canvas): void {
  const sun = { x: 1560, y: 540, r: 105 };
  haloSky(c, dawn, sun, [1360, 960, 640, 450, 280], 0.82);
  c.add(
    streak(1400, 240, 640, 24, "#ffb59a", 0.28),
    streak(1720, 330, 460, 20, "#ffd2ae", 0.4),
    streak(1180, 400, 360, 14, "#f0a08f", 0.3),
  );
  sunDisc(c, dawn, sun);
  sea(c, dawn, { top: 590, bottom: 815, sunX: 1560, seed: 13, spread: 0.16, fade: 0.7 });
  pier(c, {
    from: [2010, 440],
    to: [1180, 548],
    waterFrom: 690,
    waterTo: 602,
    thick: 20,
    color: "#2c2f52",
    lamp: "#ffe0b0",
  });
  beach(c, dawn, { y: 800, seed: 15, slope: 60, lightX: 1560 });
  c.add(flock(640, 380, 30, 6, "#1a2c48"));
  c.add(footprints([1010, 940], [60, 1060], 22, 11, "#26233e"));
  runners(c, dawn, [
    [1150, 955, 420],
    [1420, 985, 470],
    [1705, 1000, 470],
  ]);
}

export function runTall(c: Canvas): void {
  const sun = { x: 760, y: 915, r: 100 };
  haloSky(c, dawn, sun, [1020, 740, 470, 306, 200], 0.88);
  c.add(streak(330, 850, 460, 18, "#f0a08f", 0.3), streak(860, 760, 360, 16, "#ffb59a", 0.3));
  sunDisc(c, dawn, sun);
  sea(c, dawn, { top: 965, bottom: 1140, sunX: 760, seed: 13, spread: 0.22, fade: 0.5 });
  pier(c, {
    from: [-70, 850],
    to: [560, 936],
    waterFrom: 1030,
    waterTo: 973,
    thick: 17,
    color: "#2c2f52",
    lamp: "#ffe0b0",
  });
  beach(c, dawn, { y: 1120, seed: 16, slope: 36, lightX: 760 });
  runners(c, dawn, [
    [230, 1270, 400],
    [530, 1320, 460],
    [850, 1360, 500],
  ]);
  c.add(footprints([180, 1290], [-40, 1420], 8, 11, "#26233e"));
}
