/** On the climbing wall. */
import { lit } from "../body.ts";
import { stroke, type Canvas } from "../canvas.ts";
import { points, type Point } from "../geometry.ts";
import { moods, type Mood } from "../palette.ts";
import { beach, palm } from "../parts/land.ts";
import { sea } from "../parts/sea.ts";
import { bandedSky, cloud, flock, haloSky, streak, sunDisc } from "../parts/sky.ts";
import { poses } from "../poses.ts";
import { dressed, regulars } from "../wardrobe.ts";
import { put, type Scenes } from "./stage.ts";
import { facets, hold } from "../parts/rock.ts";

function climbing(c: Canvas): void {
  const mood: Mood = {
    ...moods.golden,
    sky: ["#1f6672", "#4a8d8c", "#93b096", "#e0bd85", "#f8b068", "#f99e5a"],
    shadow: "#27283f",
  };
  bandedSky(c, mood, 640, 13);
  sunDisc(c, mood, { x: 330, y: 430, r: 96 }, 0.22);
  c.add(
    cloud(250, 200, 420, 52, "#fff0cc", 0.55),
    streak(620, 300, 340, 16, "#fff0cc", 0.5),
    flock(110, 300, 28, 4, "#2a6a70"),
  );
  sea(c, mood, { top: 620, bottom: 760, sunX: 330, seed: 3, spread: 0.1 });
  beach(c, mood, { y: 745, seed: 5, lightX: 330 });
  c.add(palm(90, 790, 420, 0.1, "#1c474c", mood.light));
  facets(
    c,
    [
      [points("700 960, 640 640, 900 560, 960 960"), 0.12],
      [points("640 640, 560 330, 830 250, 900 560"), 0.28],
      [points("560 330, 700 -20, 940 -20, 830 250"), 0.06],
      [points("960 960, 900 560, 1160 470, 1240 960"), -0.12],
      [points("900 560, 830 250, 1080 130, 1160 470"), 0.04],
      [points("830 250, 940 -20, 1180 -20, 1080 130"), -0.16],
      [points("1240 960, 1160 470, 1460 380, 1460 960"), -0.3],
      [points("1160 470, 1080 130, 1180 -20, 1460 -20, 1460 380"), -0.22],
    ],
    "#c9623f",
    mood,
    17,
    58,
  );
  const light = lit(mood, [-0.75, -0.55], 0.24);
  const grips: readonly Point[] = points("800 150, 905 235, 770 560, 900 520");
  const colors = ["#f6c445", "#f6c445", "#f6c445", "#f6c445"];
  grips.forEach(([x, y], i) => c.add(hold(x, y, 26, colors[i] ?? "#f6c445", i, mood)));
  c.add(
    stroke("M838 430C820 300 800 120 816 -10", "#fff1d6", 6),
    stroke("M838 430C780 620 560 760 372 720", "#fff1d6", 5, 0.9),
  );
  put(
    c,
    { ...poses.climb, lean: 6, head: -26, turn: 0.8 },
    {
      x: 836,
      y: 440,
      size: 430,
      anchor: "hip",
      handNear: { to: [800, 158], bend: 1 },
      handFar: { to: [905, 245], bend: -1 },
      footNear: { to: [772, 548], bend: -1 },
      footFar: { to: [898, 506], bend: 1 },
    },
    dressed(regulars.ella, {
      facing: "away",
      topColor: "#fff1d6",
      bottom: "leggings",
      bottomColor: "#22384a",
      shoes: "#14212b",
    }),
    light,
    false,
  );
  put(
    c,
    poses.belay,
    { x: 330, y: 900, size: 400 },
    dressed(regulars.hugo, { topColor: "#0f8a94", bottomColor: "#22384a", shoes: "#14212b" }),
    lit(mood, [-0.5, -0.8], 0.3),
  );
}

function summit(c: Canvas): void {
  const mood: Mood = {
    ...moods.sunrise,
    sky: ["#2f7480", "#62a09c", "#aebf9d", "#f2c78d", "#fbb07a", "#ffc795"],
    shadow: "#2a2f4a",
    sea: ["#e9b58c", "#2b7f8a"],
  };
  bandedSky(c, mood, 880, 19, 0.02);
  sunDisc(c, mood, { x: 660, y: 520, r: 150 }, 0.18);
  c.add(
    cloud(220, 330, 360, 52, "#fff3dc", 0.65),
    cloud(800, 250, 300, 40, "#fff3dc", 0.55),
    streak(180, 560, 380, 18, "#fff3dc", 0.5),
  );
  sea(c, mood, { top: 860, bottom: 1210, sunX: 660, seed: 29, spread: 0.18 });
  c.add(flock(70, 470, 34, 5, "#3b6f78"));
  facets(
    c,
    [
      [points("150 1210, 260 860, 520 830, 470 1210"), 0.2],
      [points("260 860, 340 690, 620 670, 520 830"), 0.34],
      [points("470 1210, 520 830, 740 880, 820 1210"), -0.14],
      [points("520 830, 620 670, 700 700, 740 880"), -0.05],
    ],
    "#b65a44",
    mood,
    37,
    22,
  );
  c.add(stroke("M512 560C560 760 590 980 560 1210", "#fff1d6", 6));
  put(
    c,
    { ...poses.cheer, turn: 0.95, armNear: [218, 196], armFar: [142, 164] },
    { x: 490, y: 688, size: 440 },
    dressed(regulars.dev, {
      facing: "away",
      topColor: "#e4572e",
      bottomColor: "#22384a",
      shoes: "#14212b",
    }),
    lit(mood, [0.5, -0.8], 0.34, 1),
    false,
  );
}

function overhang(c: Canvas): void {
  const mood = moods.dusk;
  haloSky(c, mood, { x: 190, y: 470, r: 1 }, [700, 520, 380, 270, 180], 0.95);
  sunDisc(c, mood, { x: 190, y: 470, r: 76 }, 0.2);
  sea(c, mood, { top: 590, bottom: 722, sunX: 190, seed: 47, spread: 0.12 });
  facets(
    c,
    [
      [points("470 720, 560 420, 740 380, 740 720"), -0.08],
      [points("560 420, 330 150, 520 -10, 740 -10, 740 380"), 0.1],
      [points("330 150, 180 -10, 520 -10"), -0.2],
    ],
    "#b9593f",
    mood,
    57,
    20,
  );
  const spots: readonly Point[] = points("388 150, 480 262, 600 452, 526 470");
  spots.forEach(([x, y], i) => c.add(hold(x, y, 20, "#f6c445", i, mood)));
  c.add(stroke("M420 340C380 480 300 620 320 720", "#fff1d6", 4));
  put(
    c,
    { ...poses.climb, lean: 16, head: -30, turn: 0.4, arch: 0.6 },
    {
      x: 408,
      y: 386,
      size: 350,
      anchor: "hip",
      handNear: { to: [392, 166], bend: -1 },
      handFar: { to: [478, 272], bend: -1 },
      footNear: { to: [528, 462], bend: 1 },
      footFar: { to: [590, 440], bend: 1 },
    },
    dressed(regulars.ana, {
      swing: -34,
      top: "tank",
      bottom: "leggings",
      bottomColor: "#f4e6cc",
      shoes: "#14212b",
    }),
    lit(mood, [-0.8, 0.1], 0.3, 1),
    false,
  );
}

export const wall: Scenes = {
  climbing: {
    format: "cover",
    alt: "A climber on a coral-colored wall by the sea, her belayer holding the rope below",
    draw: climbing,
  },
  "photo-climb-top": {
    format: "portrait",
    alt: "A climber stands on top of the rock with both arms raised, the sun behind",
    draw: summit,
  },
  "chat-rock-climbing": {
    format: "square",
    alt: "A climber under an overhang at dusk",
    draw: overhang,
  },
};
