/** At the water's edge: running, yoga, surfing, paddling. */
import { lit } from "../body.ts";
import { box, fill, group, oval, polygonOf, stroke, type Canvas } from "../canvas.ts";
import { curve, type Point } from "../geometry.ts";
import { mix, moods, type Mood } from "../palette.ts";
import { beach, footprints, grass, palm } from "../parts/land.ts";
import { pier } from "../parts/pier.ts";
import { breaker, sea } from "../parts/sea.ts";
import { bandedSky, bird, cloud, flock, haloSky, streak, sunDisc } from "../parts/sky.ts";
import { blades, board, kayak } from "../parts/sport.ts";
import { poses } from "../poses.ts";
import { dressed, regulars } from "../wardrobe.ts";
import { mirrored, put, type Scenes } from "./stage.ts";

const dawn: Mood = { ...moods.sunrise, sky: ["#5b6f92", "#9a86a0", "#d98f95", "#f7a68f", "#ffc39e", "#ffdcb8"], sea: ["#d79a94", "#4a6286"] };

function morningRun(c: Canvas): void {
  bandedSky(c, dawn, 470, 61);
  sunDisc(c, dawn, { x: 380, y: 360, r: 84 }, 0.24);
  c.add(cloud(960, 200, 460, 56, "#ffe6cf", 0.6), streak(1180, 290, 420, 18, "#ffe6cf", 0.6), streak(200, 230, 360, 16, "#ffd9c2", 0.6));
  sea(c, dawn, { top: 450, bottom: 690, sunX: 380, seed: 63, spread: 0.16 });
  pier(c, { from: [1560, 340], to: [760, 420], waterFrom: 530, waterTo: 462, thick: 15, color: "#5d5878", lamp: "#fff0cf" });
  beach(c, dawn, { y: 680, seed: 65, slope: -50, lightX: 380 });
  const light = lit(dawn, [-0.7, -0.6], 0.34);
  const trio = [
    [1130, 770, 350, poses.runPass, regulars.jon], [760, 830, 420, poses.runAir, regulars.ella], [350, 890, 460, poses.runPush, regulars.hugo],
  ] as const;
  trio.forEach(([x, y, size, pose, who]) => {
    const drawn = put(c, pose, { x, y, size, flip: true }, dressed(who, { shoes: "#fff1dd", top: who.top === "hoodie" ? "tee" : who.top, bottom: who.bottom === "trousers" ? "shorts" : who.bottom }), light, false);
    c.add(mirrored(drawn, y + size * 0.015, 0.22));
  });
  c.add(flock(560, 150, 28, 6, "#6d6c8c"));
}

function mat(x: number, y: number, width: number, color: string): string {
  return polygonOf([[x - width * 0.5, y - width * 0.06], [x + width * 0.46, y - width * 0.06], [x + width * 0.54, y + width * 0.05], [x - width * 0.46, y + width * 0.05]], color);
}

function yoga(c: Canvas): void {
  const mood: Mood = { ...moods.sunrise, sky: ["#3f8e99", "#7db3ad", "#c5cbad", "#f6cfa0", "#fdbf8e", "#ffd6aa"], sea: ["#e0b79b", "#2c8690"], shadow: "#2c3350" };
  haloSky(c, mood, { x: 980, y: 470, r: 1 }, [1150, 850, 600, 400, 250], 0.75);
  sunDisc(c, mood, { x: 980, y: 420, r: 96 }, 0.25);
  c.add(streak(330, 240, 520, 22, "#fff0d6", 0.5), streak(620, 330, 360, 14, "#fff0d6", 0.5));
  sea(c, mood, { top: 490, bottom: 610, sunX: 980, seed: 71, spread: 0.14 });
  beach(c, mood, { y: 605, seed: 73, slope: 14, lightX: 980 });
  const light = lit(mood, [0.55, -0.7], 0.34);
  const row = [
    [1190, 730, 320, regulars.jon, "#e88a86"], [760, 790, 370, regulars.ella, "#0f8a94"], [300, 880, 440, regulars.cleo, "#e4572e"],
  ] as const;
  row.forEach(([x, y, size, who, color]) => {
    c.add(mat(x, y - size * 0.01, size * 1.15, mix(color, mood.shadow, 0.2)));
    put(c, poses.warrior, { x, y, size }, dressed(who, { top: who.slender ? "crop" : "tank", bottom: who.slender ? "leggings" : "shorts", bottomColor: who.slender ? mix(who.bottomColor, "#22384a", 0.5) : who.bottomColor }), light, false);
  });
  c.add(grass(1370, 985, 220, 32, "#3b5560", 75, 4, "#b8707a"), grass(60, 985, 120, 22, "#3b5560", 76, 2, "#b8707a"));
}

function spray(points: readonly (readonly [number, number, number])[], color: string): string {
  return points.map(([x, y, r]) => oval(x, y, r, r * 0.9, color, 0.9)).join("");
}

function surfing(c: Canvas): void {
  const mood: Mood = { ...moods.dusk, sea: ["#3d9a9c", "#0b4b5a"], sky: ["#145767", "#2f7d83", "#7fa18f", "#e0a377", "#f78d63", "#ffb27c"] };
  bandedSky(c, mood, 430, 81);
  sunDisc(c, mood, { x: 300, y: 330, r: 90 }, 0.2);
  c.add(cloud(1000, 190, 520, 58, "#ffd9b0", 0.45), streak(220, 200, 420, 20, "#ffd9b0", 0.5));
  sea(c, mood, { top: 400, bottom: 970, sunX: 300, seed: 83, spread: 0.12 });
  breaker(c, 800, 830, 860, 500, mood);
  const white = "#fdf1dc";
  c.add(fill(curve([[1010, 760], [1100, 690], [1180, 720], [1260, 640], [1340, 690], [1440, 640], [1600, 700], [1600, 900], [1240, 905], [1080, 860]], true), white, 0.92));
  c.add(fill(curve([[1100, 800], [1190, 760], [1290, 770], [1400, 720], [1600, 780], [1600, 950], [1200, 930]], true), mix(white, mood.sea[0], 0.3), 0.8));
  c.add(spray([[1080, 650, 12], [1130, 610, 8], [1200, 620, 10], [1240, 570, 7], [1040, 700, 9], [1330, 610, 9], [1160, 560, 5]], white));
  c.add(fill(curve([[420, 742], [560, 700], [700, 724], [640, 752], [520, 764]], true), white, 0.75));
  c.add(board([760, 678], [430, 746], 24, "#f6c445", "#e4572e"));
  put(c, poses.surf, { x: 590, y: 712, size: 410, flip: true }, dressed(regulars.ana, { swing: -80, bottomColor: "#e4572e" }), lit(mood, [-0.7, -0.6], 0.32), false);
  c.add(spray([[770, 670, 10], [800, 650, 7], [830, 664, 9], [860, 630, 6], [790, 690, 8]], white));
  c.add(fill(curve([[-40, 880], [200, 850], [480, 884], [760, 860], [1100, 890], [1500, 866], [1500, 1000], [-40, 1000]], true), mix(mood.sea[1], mood.shadow, 0.25)), stroke(curve([[-40, 880], [200, 850], [480, 884], [760, 860], [1100, 890], [1500, 866]]), white, 7, 0.8));
  c.add(bird(250, 150, 60, "#15505f"), bird(350, 120, 44, "#15505f", 0.4));
}

function heron(x: number, y: number, size: number, color: string): string {
  const at = (u: number, v: number): Point => [x + u * size, y - v * size];
  return group([
    fill(curve([at(-0.34, 0.36), at(-0.1, 0.5), at(0.1, 0.56), at(0.12, 0.7), at(0.06, 0.84), at(0.14, 0.96), at(0.44, 0.9), at(0.18, 0.88), at(0.13, 0.82), at(0.2, 0.66), at(0.18, 0.5), at(0.05, 0.38), at(-0.15, 0.34)], true), color),
    stroke(`M${at(0, 0.4).join(" ")}L${at(0.02, 0).join(" ")}M${at(0.06, 0.4).join(" ")}L${at(0.1, 0.18).join(" ")}L${at(0.07, 0).join(" ")}`, color, size * 0.022),
  ]);
}

function paddling(c: Canvas): void {
  const mood: Mood = { ...moods.dusk, sky: ["#1f5a6d", "#4b7f88", "#a99a8a", "#e8977a", "#f98a6b", "#ffb48a"], sea: ["#f09a7c", "#155566"] };
  bandedSky(c, mood, 400, 91);
  sunDisc(c, mood, { x: 760, y: 330, r: 92 }, 0.22);
  c.add(cloud(330, 190, 420, 50, "#ffd3b5", 0.45), cloud(1160, 150, 380, 44, "#ffd3b5", 0.45));
  c.add(fill(curve([[-40, 400], [90, 352], [220, 372], [360, 340], [500, 386], [580, 404], [-40, 420]], true), "#2b5f6b"), fill(curve([[960, 404], [1060, 366], [1180, 350], [1290, 372], [1400, 330], [1500, 360], [1500, 420]], true), "#2b5f6b"));
  c.add(palm(1260, 380, 170, 0.1, "#25545f", mood.light), palm(1310, 380, 130, -0.12, "#25545f", mood.light), palm(170, 376, 150, 0.12, "#25545f", mood.light));
  sea(c, mood, { top: 395, bottom: 970, sunX: 760, seed: 93, spread: 0.16 });
  const boat = (x: number, y: number, length: number, color: string, who: (typeof regulars)["ana"] | (typeof regulars)["dev"], flip: boolean, dip: number): void => {
    const way = flip ? -1 : 1;
    const seat: Point = [x - way * length * 0.06, y - length * 0.01];
    const hands: [Point, Point] = [[x + way * length * 0.1, y - length * (0.2 - dip)], [x + way * length * 0.02, y - length * (0.2 + dip)]];
    const grip = (a: Point, b: Point, t: number): Point => [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t];
    const [low, high] = [grip(hands[1], hands[0], 3.1), grip(hands[0], hands[1], 3.1)];
    put(c, { ...poses.paddle, legNear: [96, 84, 130], legFar: [100, 84, 130] }, { x: seat[0], y: seat[1] + length * 0.02, size: length * 0.62, anchor: "hip", flip, handNear: { to: hands[0] }, handFar: { to: hands[1] } }, dressed(who, { top: "tank", topColor: "#f6c445" }), lit(mood, [way * (x < 760 ? 1 : -1) * way * 0.5, -0.8], 0.42), false);
    c.add(kayak(c, x, y, length, color, mood), blades(low, high, length * 0.13, "#2a2530", "#fff0d2"));
  };
  boat(1060, 560, 330, "#0f8a94", dressed(regulars.dev, {}) as (typeof regulars)["dev"], true, 0.05);
  boat(470, 740, 560, "#e4572e", regulars.ana, false, 0.055);
  c.add(heron(1290, 800, 190, "#12303d"), oval(1296, 802, 70, 7, "#12303d", 0.5));
  c.add(grass(1380, 985, 330, 44, "#12303d", 95, 4, "#8a4b45"), grass(1200, 990, 170, 26, "#12303d", 96), grass(60, 990, 250, 36, "#12303d", 97, 3, "#8a4b45"));
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
    c.add(polygonOf([[x, y], [x2, y2], [(x + x2) / 2, (y + y2) / 2 + 46]], flags[i % 4] ?? "#fff"));
  }
  const light = lit(mood, [0.5, -0.8], 0.22);
  const crowd = [[180, 800, 330, regulars.gia, false], [1240, 790, 330, regulars.finn, true], [1350, 830, 350, regulars.iris, true]] as const;
  crowd.forEach(([x, y, size, who, flip], i) => put(c, i === 1 ? poses.cheer : { ...poses.stand, armNear: [40, 130], armFar: [50, 138] }, { x, y, size, flip }, who, light));
  put(c, poses.runAir, { x: 500, y: 820, size: 400 }, dressed(regulars.hugo, { shoes: "#fff1d6" }), light, 830);
  put(c, { ...poses.run, lean: -2, arch: 0.6, head: -10, turn: 0.5, armNear: [206, 190], armFar: [150, 166] }, { x: 800, y: 860, size: 470 }, dressed(regulars.ella, { shoes: "#fff1d6", topColor: "#e4572e" }), light, 884);
  c.add(fill(curve([[640, 596], [770, 574], [880, 588], [960, 560], [1010, 600], [1092, 584], [1092, 606], [1010, 622], [960, 586], [880, 610], [772, 594], [650, 616]], true), "#e4572e"));
  c.add(footprints([700, 880], [80, 950], 14, 12, "#8a5a42"), grass(60, 985, 130, 24, "#3d5a4c", 107, 2, "#a56a4d"));
}

export const shore: Scenes = {
  running: { format: "cover", alt: "Three runners along the wet sand at sunrise, their reflections under them", draw: morningRun },
  yoga: { format: "cover", alt: "Three people hold a warrior pose on mats in the sand, facing the morning sun", draw: yoga },
  surf: { format: "cover", alt: "A surfer low on her board, ahead of a curling wave at dusk", draw: surfing },
  kayak: { format: "cover", alt: "Two kayaks on calm water at dusk, a heron standing in the reeds", draw: paddling },
  "photo-run-finish": { format: "cover", alt: "A runner breaks the tape with her arms up, friends cheering under the bunting", draw: finish },
};
