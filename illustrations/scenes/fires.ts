/** Nights around the fire. */
import { lit } from "../body.ts";
import { oval, type Canvas } from "../canvas.ts";
import { mix, moods, type Mood } from "../palette.ts";
import { bonfire, cooler, cup, guitar, log, sparks } from "../parts/evening.ts";
import { beach, grass, palm } from "../parts/land.ts";
import { pier } from "../parts/pier.ts";
import { sea } from "../parts/sea.ts";
import { bandedSky, haloSky, moon, stars } from "../parts/sky.ts";
import { poses } from "../poses.ts";
import { dressed, regulars } from "../wardrobe.ts";
import { put, type Scenes } from "./stage.ts";

const late: Mood = {
  ...moods.night,
  sky: ["#0b1c33", "#123049", "#1c4a5e", "#3f6c72", "#9a7f6a", "#e08e5c"],
  sea: ["#4a6f74", "#0c2c40"],
};
const by = (mood: Mood, x: number, y = -0.2) => lit(mood, [x, y], 0.48, 1);
const wood = "#241824";
const ember = "#d9783f";
const bundled = { top: "hoodie", topColor: "#e9d9bd" } as const;

function bonfireNight(c: Canvas): void {
  bandedSky(c, late, 500, 3);
  stars(c, 330, 90, 7);
  c.add(moon(960, 140, 44, "#f3ead2"));
  sea(c, late, { top: 460, bottom: 590, sunX: 960, seed: 5, spread: 0.07, light: 0.6 });
  pier(c, {
    from: [-60, 380],
    to: [560, 438],
    waterFrom: 530,
    waterTo: 470,
    thick: 13,
    color: "#0c1f30",
    lamp: "#ffc873",
  });
  beach(c, moods.night, { y: 580, seed: 7, slope: 12, lightX: 720 });
  c.add(palm(1360, 720, 620, -0.1, "#0b1a2a", "#3f6c72"));
  c.add(
    log(560, 728, 190, 40, wood, ember),
    log(900, 728, 190, 40, wood, ember),
    log(330, 800, 250, 56, wood, ember),
    log(1110, 800, 250, 56, wood, ember),
  );
  put(
    c,
    { ...poses.sit, armNear: [70, 110], armFar: [40, 60] },
    { x: 575, y: 700, size: 340, anchor: "hip" },
    dressed(regulars.ella, {
      ...bundled,
      topColor: "#c65a4a",
      bottom: "trousers",
      bottomColor: "#33415a",
    }),
    by(moods.night, 0.5, 0.2),
    false,
  );
  put(
    c,
    { ...poses.sit, armNear: [40, 70] },
    { x: 880, y: 700, size: 345, anchor: "hip", flip: true },
    dressed(regulars.dev, { bottom: "trousers", bottomColor: "#33415a" }),
    by(moods.night, -0.5, 0.2),
    false,
  );
  put(
    c,
    poses.sit,
    { x: 310, y: 752, size: 440, anchor: "hip" },
    dressed(regulars.gia, { bottom: "leggings", bottomColor: "#33415a" }),
    by(moods.night, 0.9),
    false,
  );
  put(
    c,
    poses.guitar,
    { x: 1120, y: 752, size: 450, anchor: "hip", flip: true },
    regulars.jon,
    by(moods.night, -0.9),
    false,
  );
  c.add(guitar([1060, 712], [872, 638], 88, mix("#c97a3d", "#0b1222", 0.2), "#2a1a1c"));
  c.add(
    bonfire(c, 720, 850, 250, 0.35),
    sparks(720, 640, 260, 560, 44, 5, 21),
    cooler(1310, 900, 130, "#8b3a2e", "#e9d9bd"),
  );
  c.add(grass(60, 985, 210, 32, "#0a0f1d", 9, 3, "#5a3a2f"), grass(1400, 985, 170, 26, "#0a0f1d", 10, 2, "#5a3a2f"));
}

function backs(c: Canvas): void {
  const mood: Mood = {
    ...moods.night,
    sky: ["#131f38", "#22304a", "#463f55", "#80505a", "#bd6552", "#ee8f58"],
    sea: ["#9a5f55", "#1a2a44"],
  };
  bandedSky(c, mood, 460, 23);
  stars(c, 240, 50, 17);
  sea(c, mood, { top: 430, bottom: 560, sunX: 720, seed: 25, spread: 0.1, light: 0.7 });
  beach(c, mood, { y: 550, seed: 27, lightX: 720 });
  c.add(
    log(440, 722, 210, 36, wood, ember),
    log(1000, 722, 210, 36, wood, ember),
    log(575, 688, 150, 30, wood, ember),
    log(875, 690, 150, 30, wood, ember),
  );
  const across = [
    [430, 690, regulars.dev, 0.7],
    [1010, 690, regulars.iris, -0.7],
    [570, 660, regulars.ella, 0.4],
    [880, 662, regulars.finn, -0.4],
  ] as const;
  for (const [x, y, who, side] of across)
    put(
      c,
      poses.sit,
      { x, y, size: 310, anchor: "hip", flip: side < 0 },
      dressed(who, {
        ...bundled,
        topColor: who.topColor,
        bottom: "trousers",
        bottomColor: "#33415a",
      }),
      by(mood, side, 0.3),
      false,
    );
  c.add(bonfire(c, 720, 770, 220, 0.7), sparks(720, 600, 240, 520, 40, 5, 33));
  const near = [
    [250, regulars.hugo, 0.5],
    [430, regulars.ana, 0.25],
    [1000, regulars.gia, -0.25],
    [1190, regulars.ben, -0.5],
  ] as const;
  for (const [x, who, side] of near) {
    put(
      c,
      {
        lean: side * 8,
        turn: 1,
        head: side * 16,
        armNear: [-22, side > 0 ? 8 : -12],
        armFar: [22, side > 0 ? 14 : -8],
        legNear: [-22, 160],
        legFar: [22, -160],
      },
      { x, y: 850, size: 540, anchor: "hip" },
      dressed(who, {
        facing: "away",
        top: who.top === "bare" ? "tee" : who.top,
        topColor: who.top === "bare" ? "#f4e6cc" : who.topColor,
        bottom: "trousers",
        bottomColor: "#2a2f4a",
        swing: 4,
      }),
      lit(mood, [side * 1.6, -0.6], 0.66, 1),
      false,
    );
  }
  c.add(log(340, 958, 480, 96, "#1d1420", ember), log(1095, 958, 480, 96, "#1d1420", ember));
}

function tallSparks(c: Canvas): void {
  haloSky(c, moods.night, { x: 480, y: 860, r: 1 }, [1050, 800, 580, 400, 240], 0.95);
  stars(c, 700, 110, 41);
  sea(c, moods.night, { top: 780, bottom: 890, sunX: 480, seed: 43, spread: 0.05, light: 0.35 });
  beach(c, moods.night, { y: 880, seed: 45, lightX: 480 });
  put(
    c,
    { ...poses.stand, turn: 0.5, armNear: [26, 110], armFar: [16, 30], head: -14 },
    { x: 190, y: 1090, size: 460 },
    dressed(regulars.cleo, { ...bundled }),
    by(moods.night, 0.9),
    false,
  );
  put(
    c,
    { ...poses.cheer, turn: 0.6, armNear: [30, 120], armFar: [140, 160] },
    { x: 780, y: 1090, size: 480, flip: true },
    dressed(regulars.ben, { top: "tee", topColor: "#0f8a94" }),
    by(moods.night, -0.9),
    false,
  );
  c.add(bonfire(c, 480, 1100, 330, 0.55), sparks(480, 860, 330, 860, 90, 6, 47), sparks(480, 700, 600, 700, 30, 4, 49));
  c.add(
    cup(262, 890, 26, "#e4572e"),
    grass(40, 1220, 200, 28, "#0a0f1d", 51, 3, "#5a3a2f"),
    grass(930, 1220, 180, 28, "#0a0f1d", 53, 2, "#5a3a2f"),
  );
}

/** The scene of the short film: everything stands still but flame, sparks and the light on the sand. */
export function loop(c: Canvas, phase = 0.2): void {
  const { night } = moods;
  haloSky(c, night, { x: 480, y: 420, r: 1 }, [720, 540, 400, 280, 170], 0.75);
  stars(c, 280, 60, 61);
  c.add(moon(780, 100, 28, "#f3ead2"));
  sea(c, night, { top: 350, bottom: 430, sunX: 780, seed: 63, spread: 0.06, light: 0.5 });
  pier(c, {
    from: [-40, 300],
    to: [380, 336],
    waterFrom: 396,
    waterTo: 356,
    thick: 9,
    color: "#081827",
    lamp: "#ffc873",
  });
  beach(c, night, { y: 424, seed: 65, lightX: 480 });
  const pulse = 0.12 + 0.05 * Math.sin(phase * Math.PI * 4);
  c.add(
    oval(480, 560, 330, 60, "#ff9a4a", Number(pulse.toFixed(3))),
    log(215, 545, 170, 38, wood, ember),
    log(745, 545, 170, 38, wood, ember),
  );
  put(
    c,
    poses.sit,
    { x: 205, y: 512, size: 300, anchor: "hip" },
    dressed(regulars.cleo, { ...bundled }),
    by(night, 0.9),
    false,
  );
  put(c, poses.guitar, { x: 755, y: 512, size: 305, anchor: "hip", flip: true }, regulars.jon, by(night, -0.9), false);
  c.add(guitar([714, 484], [588, 434], 60, mix("#c97a3d", "#0b1222", 0.2), "#2a1a1c"));
  c.add(bonfire(c, 480, 570, 175, (phase * 3) % 1), sparks(480, 430, 190, 400, 34, 3.6, 67, phase));
  c.add(grass(30, 655, 130, 24, "#0a0f1d", 69, 3, "#5a3a2f"), grass(930, 655, 120, 22, "#0a0f1d", 71, 2, "#5a3a2f"));
}

export const fires: Scenes = {
  bonfire: {
    format: "cover",
    alt: "Friends on logs around a tall bonfire by the sea, one of them playing the guitar",
    draw: bonfireNight,
  },
  "photo-bonfire-circle": {
    format: "cover",
    alt: "A ring of friends around the fire, seen over the shoulders of those nearest",
    draw: backs,
  },
  "photo-bonfire-sparks": {
    format: "portrait",
    alt: "Sparks rise high into the stars over a bonfire, two friends looking up",
    draw: tallSparks,
  },
  "photo-bonfire-loop": {
    format: "poster",
    alt: "A bonfire flickers on the beach while a friend plays the guitar",
    draw: (c) => loop(c),
  },
};
