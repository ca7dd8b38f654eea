/** Volleyball on the sand and pickleball on the court. */
import { lit } from "../body.ts";
import { box, fill, oval, polygonOf, stroke, type Canvas } from "../canvas.ts";
import { mixPoint, polygon, type Point } from "../geometry.ts";
import { mix, moods, type Mood } from "../palette.ts";
import { beach, castShadow, grass, palm } from "../parts/land.ts";
import { sea } from "../parts/sea.ts";
import { bandedSky, cloud, flock, haloSky, streak, sunDisc } from "../parts/sky.ts";
import { net, paddle, pickleball, volleyball } from "../parts/sport.ts";
import { poses } from "../poses.ts";
import { dressed, regulars } from "../wardrobe.ts";
import { put, type Scenes } from "./stage.ts";

function dig(c: Canvas): void {
  const mood = moods.afternoon;
  const sun = { x: 500, y: 330, r: 74 };
  bandedSky(c, mood, 500, 5);
  sunDisc(c, mood, sun, 0.22);
  c.add(cloud(1120, 250, 420, 60, "#fdf0cf", 0.75), cloud(820, 340, 300, 36, "#fdf0cf", 0.6), cloud(170, 220, 300, 40, "#fdf0cf", 0.5));
  sea(c, mood, { top: 480, bottom: 620, sunX: 500, seed: 21, spread: 0.12 });
  c.add(flock(930, 180, 30, 5, "#256f78"));
  beach(c, mood, { y: 610, seed: 23, slope: 18, lightX: 520 });
  c.add(palm(1330, 660, 470, 0.12, "#1e4a52", mood.light));
  const light = lit(mood, [-0.45, -0.8], 0.24);
  put(c, poses.block, { x: 1235, y: 760, size: 300, flip: true }, dressed(regulars.finn, {}), light, 775);
  c.add(net({ from: [880, 930], to: [1520, 720], top: 450, drop: 190, color: "#26404a", tape: "#fff3d6", mesh: 24 }, 0.78));
  put(c, { ...poses.ready, armNear: [150, 178], armFar: [140, 172], lean: -2, head: -26, legNear: [14, -16, 74], legFar: [-10, -22, 70] }, { x: 745, y: 850, size: 400 }, regulars.ella, light);
  put(c, poses.dig, { x: 285, y: 895, size: 460 }, regulars.ana, light);
  c.add(volleyball(c, 655, 300, 36, mood, 10));
  c.add(grass(70, 985, 150, 26, "#2c4a42", 3, 3, "#a56a4d"), grass(1400, 985, 130, 24, "#2c4a42", 4, 2, "#a56a4d"));
}

/** A court in perspective; lines run from the near edge to the far one. */
function court(c: Canvas, corners: readonly [Point, Point, Point, Point], surface: string, apron: string, line: string, mood: Mood): void {
  const [nl, nr, fr, fl] = corners;
  const at = (u: number, v: number): Point => mixPoint(mixPoint(nl, nr, u), mixPoint(fl, fr, u), v);
  const wash = c.linear(fl[1], nl[1], [[0, mix(surface, mood.light, 0.35)], [1, mix(surface, mood.shadow, 0.18)]]);
  c.add(box(0, fl[1] - 26, c.width, c.height, c.linear(fl[1] - 26, c.height, [[0, mix(apron, mood.light, 0.3)], [1, mix(apron, mood.shadow, 0.35)]])));
  c.add(fill(polygon([nl, nr, fr, fl]), wash));
  c.add(polygonOf([at(0.34, 0), at(0.66, 0), at(0.66, 1), at(0.34, 1)], mix(surface, apron, 0.55), 0.55));
  const mark = (a: Point, b: Point, w = 7): string => stroke(`M${a.join(" ")}L${b.join(" ")}`, line, w, 0.9);
  c.add(mark(nl, nr), mark(fl, fr, 4), mark(nl, fl), mark(nr, fr), mark(at(0.34, 0), at(0.34, 1), 5), mark(at(0.66, 0), at(0.66, 1), 5), mark(at(0, 0.5), at(0.34, 0.5), 5), mark(at(0.66, 0.5), at(1, 0.5), 5));
}

function rally(c: Canvas): void {
  const mood: Mood = { ...moods.golden, sky: ["#1c6a76", "#3f8c8a", "#86ab93", "#d9bd85", "#f5b869", "#f9a95c"] };
  bandedSky(c, mood, 470, 17);
  sunDisc(c, mood, { x: 1010, y: 330, r: 82 }, 0.2);
  c.add(streak(860, 250, 520, 22, "#fff0cc", 0.5), streak(1260, 190, 380, 18, "#fff0cc", 0.45), streak(300, 300, 420, 16, "#ffe3b0", 0.5));
  sea(c, mood, { top: 440, bottom: 540, sunX: 1010, seed: 25, spread: 0.1 });
  c.add(palm(150, 560, 470, -0.06, "#163f47", mood.light), palm(285, 560, 340, 0.14, "#1b4a50", mood.light), palm(1345, 560, 420, 0.08, "#163f47", mood.light));
  const hedge = "#1d4a4a";
  c.add(fill("M0 545C80 505 150 520 230 512C340 500 420 530 520 520C640 508 760 528 880 518C1010 506 1130 532 1240 516C1330 504 1400 520 1440 512V580H0Z", hedge));
  court(c, [[-170, 925], [1610, 925], [1260, 600], [180, 600]], "#2b8a8f", "#cf6a48", "#fff1d6", mood);
  c.add(castShadow(380, 880, -330, mood.shadow, 0.35), castShadow(1110, 800, -280, mood.shadow, 0.35));
  const light = lit(mood, [0.5, -0.7], 0.34);
  const back = put(c, poses.volley, { x: 1010, y: 690, size: 300, flip: true }, dressed(regulars.gia, { shoes: "#fff1d6" }), lit(mood, [-0.4, -0.8], 0.34), false);
  c.add(paddle(back.armNear.end, back.armNear.tip, 76, "#e4572e", "#ffe7c2"));
  c.add(net({ from: [700, 935], to: [720, 596], top: 215, drop: 190, color: "#20343f", tape: "#fff3d6", mesh: 20 }, 0.62));
  const near = put(c, poses.forehand, { x: 390, y: 890, size: 470 }, dressed(regulars.dev, { shoes: "#fff1d6" }), light, false);
  c.add(paddle(near.armNear.end, near.armNear.tip, 120, "#f6c445", "#fff4d8", -12));
  const right = put(c, poses.backhand, { x: 1150, y: 830, size: 400, flip: true }, dressed(regulars.cleo, { shoes: "#fff1d6" }), lit(mood, [-0.2, -0.9], 0.34), false);
  c.add(paddle(right.armNear.end, right.armNear.tip, 102, "#8fd0cf", "#fff4d8", 8));
  c.add(pickleball(770, 470, 20, "#f4e04d"), oval(770, 842, 20, 5, mood.shadow, 0.3));
}

function huddle(c: Canvas): void {
  const mood = moods.ember;
  haloSky(c, mood, { x: 720, y: 470, r: 1 }, [1000, 760, 560, 380, 240], 0.8);
  sunDisc(c, mood, { x: 720, y: 400, r: 90 });
  c.add(streak(330, 220, 460, 20, "#ffb88a", 0.35), streak(1150, 270, 420, 20, "#ffb88a", 0.35));
  sea(c, mood, { top: 470, bottom: 610, sunX: 720, seed: 31, spread: 0.14 });
  beach(c, mood, { y: 600, seed: 33, lightX: 720 });
  c.add(net({ from: [-60, 800], to: [470, 700], top: 420, drop: 170, color: "#2a1a36", tape: "#ffdcae", mesh: 20 }, 0.8));
  const away = (x: number) => lit(mood, [x, -0.9], 0.55, 1);
  const hug = { ...poses.shoulderHug, head: 6, lean: 2 };
  const row = [
    [430, regulars.dev, 0.5, 0.97], [590, regulars.ana, 0.3, 0.92], [740, regulars.hugo, 0, 1], [890, regulars.ella, -0.3, 0.9], [1045, regulars.ben, -0.5, 0.98],
  ] as const;
  row.forEach(([x, who, side, k], i) => {
    const lower = i % 2 === 0;
    const arms = { armNear: [lower ? -76 : -100, lower ? -100 : -70], armFar: [lower ? 76 : 100, lower ? 100 : 70] } as const;
    put(c, { ...hug, ...arms, lean: side * 10, legNear: [-10, -4], legFar: [12, 4] }, { x, y: 880 + (i % 2) * 14, size: 500 * k }, dressed(who, { facing: "away", hair: who.hair === "cap" ? "short" : who.hair, swing: 6 }), away(side), 890);
  });
  c.add(volleyball(c, 1230, 860, 44, mood, 30), castShadow(1240, 902, 110, mood.shadow));
}

function serve(c: Canvas): void {
  const mood: Mood = { ...moods.dusk, sky: ["#0e4b5c", "#2a6f76", "#7e8f80", "#e08b66", "#f58a5c", "#ffab6e"] };
  bandedSky(c, mood, 800, 41, 0.02);
  const sun = { x: 560, y: 640, r: 210 };
  sunDisc(c, mood, sun, 0.14);
  c.add(streak(250, 520, 420, 22, "#ffd7a3", 0.5), streak(760, 720, 420, 18, mood.sky[4] ?? "", 0.8), streak(480, 770, 300, 12, mood.sky[4] ?? "", 0.7));
  sea(c, mood, { top: 800, bottom: 960, sunX: 560, seed: 43, spread: 0.22 });
  beach(c, mood, { y: 950, seed: 45, lightX: 560 });
  put(c, { ...poses.spike, lean: -4, legNear: [-14, -30, 40], legFar: [20, -4, 86], armFar: [158, 166], head: -24 }, { x: 470, y: 1110, size: 640 }, dressed(regulars.ana, { swing: -30 }), lit(mood, [0.35, -0.85], 0.62, 1), 1112);
  c.add(volleyball(c, 680, 250, 48, mood, 40), flock(90, 300, 34, 5, "#0f4352"));
  c.add(grass(70, 1230, 210, 30, "#17202d", 3, 4, "#6b3b3a"), grass(900, 1230, 190, 30, "#17202d", 5, 3, "#6b3b3a"));
}

function doubles(c: Canvas): void {
  const mood: Mood = { ...moods.sunrise, sky: ["#2e7f8d", "#6aa7a2", "#b9c3a1", "#f0c690", "#fbb983", "#ffcfa0"], light: "#fff0cf", shadow: "#23304a" };
  bandedSky(c, mood, 430, 51);
  sunDisc(c, mood, { x: 300, y: 300, r: 66 }, 0.22);
  c.add(cloud(930, 240, 480, 60, "#fff3dc", 0.7), cloud(1280, 170, 300, 36, "#fff3dc", 0.6));
  c.add(fill("M0 470C120 410 230 440 340 420C520 392 640 440 800 424C980 404 1120 446 1250 420C1340 404 1400 424 1440 416V520H0Z", "#2c6666"));
  c.add(palm(1180, 480, 330, 0.1, "#215557", mood.light), palm(1290, 480, 400, -0.08, "#1d4e52", mood.light), palm(620, 480, 250, 0.1, "#2c6666", mood.light));
  court(c, [[-260, 1010], [1700, 1010], [1150, 520], [290, 520]], "#c9603f", "#2b7f86", "#fff1d6", mood);
  const light = lit(mood, [-0.5, -0.8], 0.26);
  c.add(castShadow(560, 706, 250, mood.shadow, 0.3), castShadow(930, 676, 220, mood.shadow, 0.3));
  const smash = put(c, poses.overhead, { x: 520, y: 700, size: 370 }, dressed(regulars.ella, { shoes: "#fff1d6", bottom: "skirt" }), light, false);
  c.add(paddle(smash.armNear.end, smash.armNear.tip, 92, "#0f8a94", "#fff4d8"));
  const partner = put(c, poses.ready, { x: 930, y: 670, size: 340 }, dressed(regulars.hugo, { shoes: "#fff1d6", topColor: "#f6c445", bottomColor: "#22384a" }), light, false);
  c.add(paddle(partner.armNear.end, partner.armNear.tip, 84, "#22384a", "#fff4d8"), pickleball(720, 230, 17, "#f4e04d"));
  c.add(net({ from: [-40, 850], to: [1480, 850], top: 190, drop: 178, color: "#1f3844", tape: "#fff6e2", mesh: 54 }, 1));
  pierless(c, mood);
}

/** Two nearer heads of grass frame the court without hiding play. */
const pierless = (c: Canvas, mood: Mood): void =>
  c.add(grass(40, 990, 200, 30, mix("#215557", mood.shadow, 0.4), 61, 3, "#d99a63"), grass(1410, 990, 170, 26, mix("#215557", mood.shadow, 0.4), 63, 2, "#d99a63"));

export const courts: Scenes = {
  volleyball: { format: "cover", alt: "A player digs the ball low to the sand while her partner sets up at the net, on a bright afternoon", draw: dig },
  pickleball: { format: "cover", alt: "A pickleball rally on a teal court between palms, the sun going down over the sea", draw: rally },
  "photo-volleyball-huddle": { format: "cover", alt: "Five players arm in arm beside the net, looking at the sunset", draw: huddle },
  "photo-volleyball-sunset": { format: "portrait", alt: "A player tosses the ball for a serve in front of a huge setting sun", draw: serve },
  "photo-pickleball-doubles": { format: "cover", alt: "A pickleball player smashes overhead while her partner waits at the ready behind the net", draw: doubles },
};
