/** The three landing heroes, each composed once for a wide and once for a tall screen; the side of the headline stays dark and calm. */
import { lit } from "../body.ts";
import type { Canvas } from "../canvas.ts";
import { moods, mix, type Mood } from "../palette.ts";
import { poses } from "../poses.ts";
import { bonfire, cooler, guitar, log, sparks } from "../parts/evening.ts";
import { beach, footprints, grass } from "../parts/land.ts";
import { pier } from "../parts/pier.ts";
import { sea } from "../parts/sea.ts";
import { flock, haloSky, moon, stars, streak, sunDisc } from "../parts/sky.ts";
import { net, volleyball } from "../parts/sport.ts";
import { dressed, regulars } from "../wardrobe.ts";
import { mirrored, put, type Scenes } from "./stage.ts";

const golden: Mood = { ...moods.golden, sea: ["#1f5f68", "#0a3644"], sand: ["#b87350", "#74453f", "#32202f"] };
const dawn: Mood = {
  ...moods.sunrise,
  sky: ["#1d3a56", "#37486a", "#7a4a68", "#c8646a", "#f3937a", "#ffbf92"],
  sea: ["#7b5672", "#1f3c58"],
  sand: ["#cc8b78", "#7d5062", "#35304c"],
  shadow: "#1f2440",
};

function volleyballWide(c: Canvas): void {
  const sun = { x: 1440, y: 575, r: 92 };
  haloSky(c, golden, sun, [1280, 840, 520, 370, 230], 0.84);
  c.add(streak(1500, 330, 620, 26, "#ffd9a0", 0.35), streak(1250, 410, 420, 16, "#ffd9a0", 0.3), streak(1760, 460, 380, 18, "#ffe7c0", 0.4));
  sunDisc(c, golden, sun);
  sea(c, golden, { top: 640, bottom: 800, sunX: 1440, seed: 3, spread: 0.14, fade: 0.75 });
  pier(c, { from: [-60, 556], to: [720, 612], waterFrom: 706, waterTo: 652, thick: 15, color: "#0d2f3d", lamp: "#ffcf85" });
  beach(c, golden, { y: 790, seed: 5, slope: -24, lightX: 1420 });
  c.add(flock(1010, 300, 34, 5, "#173c48"));
  const light = lit(golden, [0.55, -0.75], 0.46);
  put(c, poses.ready, { x: 1700, y: 905, size: 300, flip: true }, regulars.ella, light);
  put(c, poses.block, { x: 1590, y: 610, size: 410, anchor: "hip", flip: true }, dressed(regulars.cleo, { facing: "side" }), lit(golden, [-0.6, -0.7], 0.46), 920);
  c.add(net({ from: [1205, 1075], to: [1905, 905], top: 590, drop: 250, color: "#2b1f2c", tape: "#ffe9c4", mesh: 26 }, 0.8));
  put(c, poses.spike, { x: 1130, y: 570, size: 500, anchor: "hip" }, regulars.ben, light, 1010);
  c.add(volleyball(c, 1335, 222, 46, golden, 20));
  put(c, poses.ready, { x: 930, y: 965, size: 320 }, regulars.ana, light);
  c.add(grass(1840, 1100, 230, 34, "#1b1424", 8, 4, "#5a3a35"), grass(1660, 1110, 130, 22, "#1b1424", 12), grass(60, 1110, 190, 30, "#170f1f", 21, 3, "#3c2630"));
}

function volleyballTall(c: Canvas): void {
  const sun = { x: 700, y: 880, r: 104 };
  haloSky(c, golden, sun, [980, 690, 400, 300, 205], 0.92);
  c.add(streak(300, 800, 460, 18, "#ffd9a0", 0.3), streak(880, 740, 380, 18, "#ffd9a0", 0.32));
  sunDisc(c, golden, sun);
  sea(c, golden, { top: 946, bottom: 1120, sunX: 700, seed: 4, spread: 0.2, fade: 0.5 });
  pier(c, { from: [-40, 880], to: [430, 924], waterFrom: 990, waterTo: 954, thick: 11, color: "#12333f", lamp: "#ffcf85" });
  beach(c, golden, { y: 1110, seed: 6, slope: -16, lightX: 680 });
  const light = lit(golden, [0.5, -0.75], 0.46);
  put(c, poses.block, { x: 838, y: 935, size: 410, anchor: "hip", flip: true }, regulars.cleo, lit(golden, [-0.6, -0.7], 0.46), 1235);
  c.add(net({ from: [420, 1420], to: [1100, 1240], top: 585, drop: 250, color: "#2b1f2c", tape: "#ffe9c4", mesh: 26 }, 0.8));
  put(c, poses.spike, { x: 325, y: 940, size: 500, anchor: "hip" }, regulars.ben, light, 1370);
  c.add(volleyball(c, 532, 600, 46, golden, 20));
  c.add(grass(60, 1470, 210, 32, "#1b1424", 21, 3, "#5a3a35"), grass(1010, 1470, 150, 24, "#1b1424", 8));
}

const fireLight = (x: number) => lit(moods.night, [x, -0.15], 0.52, 1);

/** People around the fire, sized `k`, with the fire at x, y. */
function circle(c: Canvas, x: number, y: number, k: number): void {
  const { night } = moods;
  const wood = "#241824";
  const rim = "#d9783f";
  c.add(log(x - 1.02 * k, y - 0.02 * k, 0.62 * k, 0.15 * k, wood, rim), log(x + 1.06 * k, y - 0.02 * k, 0.66 * k, 0.15 * k, wood, rim));
  put(c, poses.stand, { x: x - 0.36 * k, y: y - 0.06 * k, size: k * 0.98 }, dressed(regulars.hugo, { bottom: "trousers" }), fireLight(0.8), false);
  put(c, { ...poses.shoulderHug, armNear: [-10, 30], armFar: [60, 30] }, { x: x + 0.36 * k, y: y - 0.08 * k, size: k * 0.92, flip: true }, dressed(regulars.gia, { top: "hoodie", topColor: "#e9d9bd" }), fireLight(-0.8), false);
  put(c, poses.sit, { x: x - 1.12 * k, y: y - 0.15 * k, size: k * 1.02, anchor: "hip" }, regulars.cleo, fireLight(0.9), false);
  put(c, poses.guitar, { x: x + 1.08 * k, y: y - 0.15 * k, size: k * 1.04, anchor: "hip", flip: true }, regulars.jon, fireLight(-0.9), false);
  c.add(guitar([x + 0.94 * k, y - 0.24 * k], [x + 0.5 * k, y - 0.42 * k], k * 0.2, mix("#c97a3d", night.shadow, 0.25), "#2a1a1c"));
}

function bonfireWide(c: Canvas): void {
  const { night } = moods;
  haloSky(c, night, { x: 1400, y: 660, r: 1 }, [1300, 960, 700, 470, 260], 0.75);
  stars(c, 560, 150, 11);
  c.add(moon(1110, 190, 44, "#f3ead2"));
  sea(c, night, { top: 610, bottom: 760, sunX: 1110, seed: 7, spread: 0.06, fade: 0.6, light: 0.5 });
  pier(c, { from: [-60, 520], to: [760, 586], waterFrom: 690, waterTo: 622, thick: 15, color: "#081827", lamp: "#ffc873" });
  beach(c, night, { y: 750, seed: 9, slope: -16, lightX: 1400 });
  circle(c, 1400, 905, 330);
  c.add(bonfire(c, 1400, 925, 240, 0.1), sparks(1400, 720, 260, 620, 46, 5, 14));
  put(c, { ...poses.sitBack, head: 4 }, { x: 1180, y: 1010, size: 350, anchor: "hip" }, dressed(regulars.ella, { top: "hoodie", topColor: "#c65a4a", bottom: "leggings", bottomColor: "#33415a" }), fireLight(0.7), false);
  c.add(cooler(1690, 1010, 120, "#8b3a2e", "#e9d9bd"));
  c.add(grass(1870, 1100, 240, 34, "#0a0f1d", 31, 4, "#4a2f2a"), grass(70, 1110, 220, 32, "#070d19", 33, 4, "#1d2433"), grass(980, 1120, 110, 20, "#0a0f1d", 35));
}

function bonfireTall(c: Canvas): void {
  const { night } = moods;
  haloSky(c, night, { x: 540, y: 900, r: 1 }, [1150, 860, 620, 420, 250], 0.8);
  stars(c, 800, 130, 12);
  c.add(moon(850, 660, 40, "#f3ead2"));
  sea(c, night, { top: 850, bottom: 990, sunX: 850, seed: 8, spread: 0.1, fade: 0.4, light: 0.5 });
  pier(c, { from: [-50, 770], to: [420, 826], waterFrom: 920, waterTo: 862, thick: 12, color: "#081827", lamp: "#ffc873" });
  beach(c, night, { y: 980, seed: 9, slope: -10, lightX: 540 });
  circle(c, 540, 1210, 318);
  c.add(bonfire(c, 540, 1240, 240, 0.1), sparks(540, 1050, 240, 520, 40, 5, 14));
  c.add(cooler(900, 1350, 112, "#8b3a2e", "#e9d9bd"));
  c.add(grass(1010, 1470, 210, 32, "#0a0f1d", 31, 3, "#4a2f2a"), grass(70, 1470, 230, 32, "#0a0f1d", 33, 4, "#4a2f2a"));
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

function runWide(c: Canvas): void {
  const sun = { x: 1560, y: 540, r: 105 };
  haloSky(c, dawn, sun, [1360, 960, 640, 450, 280], 0.82);
  c.add(streak(1400, 240, 640, 24, "#ffb59a", 0.28), streak(1720, 330, 460, 20, "#ffd2ae", 0.4), streak(1180, 400, 360, 14, "#f0a08f", 0.3));
  sunDisc(c, dawn, sun);
  sea(c, dawn, { top: 590, bottom: 815, sunX: 1560, seed: 13, spread: 0.16, fade: 0.7 });
  pier(c, { from: [2010, 440], to: [1180, 548], waterFrom: 690, waterTo: 602, thick: 20, color: "#2c2f52", lamp: "#ffe0b0" });
  beach(c, dawn, { y: 800, seed: 15, slope: 60, lightX: 1560 });
  c.add(flock(640, 380, 30, 6, "#1a2c48"));
  c.add(footprints([1010, 940], [60, 1060], 22, 11, "#26233e"));
  runners(c, dawn, [[1150, 955, 420], [1420, 985, 470], [1705, 1000, 470]]);
}

function runTall(c: Canvas): void {
  const sun = { x: 790, y: 840, r: 100 };
  haloSky(c, dawn, sun, [1020, 730, 470, 330, 215], 0.9);
  c.add(streak(330, 790, 460, 18, "#f0a08f", 0.3), streak(860, 690, 360, 16, "#ffb59a", 0.3));
  sunDisc(c, dawn, sun);
  sea(c, dawn, { top: 890, bottom: 1110, sunX: 790, seed: 13, spread: 0.22, fade: 0.5 });
  pier(c, { from: [-70, 770], to: [600, 860], waterFrom: 960, waterTo: 898, thick: 17, color: "#2c2f52", lamp: "#ffe0b0" });
  beach(c, dawn, { y: 1090, seed: 16, slope: 36, lightX: 760 });
  runners(c, dawn, [[240, 1250, 400], [540, 1300, 460], [860, 1340, 500]]);
  c.add(footprints([180, 1290], [-40, 1420], 8, 11, "#26233e"));
}

export const heroes: Scenes = {
  "hero-volleyball": { format: "wide", alt: "A beach volleyball player at the top of a spike, a blocker across the net, and the sun low over the sea", draw: volleyballWide },
  "hero-volleyball-tall": { format: "tall", alt: "A beach volleyball player at the top of a spike, a blocker across the net, and the sun low over the sea", draw: volleyballTall },
  "hero-bonfire": { format: "wide", alt: "Friends around a bonfire on the beach at night, one playing the guitar, the lamps of the pier behind", draw: bonfireWide },
  "hero-bonfire-tall": { format: "tall", alt: "Friends around a bonfire on the beach at night, one playing the guitar, the lamps of the pier behind", draw: bonfireTall },
  "hero-run": { format: "wide", alt: "Three runners at the water's edge at sunrise, the pier running out behind them", draw: runWide },
  "hero-run-tall": { format: "tall", alt: "Three runners at the water's edge at sunrise, the pier running out behind them", draw: runTall },
};
