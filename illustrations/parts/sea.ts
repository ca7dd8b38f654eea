/** The sea: a deepening ground, long lens-shaped waves, the sun's path, and foam at the shore. */
import { box, disc, fill, group, stroke, type Canvas } from "../canvas.ts";
import { chance, curve, points, type Point } from "../geometry.ts";
import { mix, type Mood } from "../palette.ts";

const lens = (x: number, y: number, width: number, height: number): string =>
  curve(
    [
      [x - width / 2, y],
      [x - width * 0.12, y - height / 2],
      [x + width * 0.18, y - height * 0.4],
      [x + width / 2, y],
      [x + width * 0.1, y + height / 2],
      [x - width * 0.2, y + height * 0.42],
    ],
    true,
  );

export type Water = {
  readonly top: number;
  readonly bottom: number;
  readonly sunX: number;
  readonly seed: number;
  /** How wide the path of light grows, as a part of the picture. */
  readonly spread?: number;
  /** How strongly the sea darkens away from the sun, 0 to 1. */
  readonly fade?: number;
  readonly light?: number;
};

export function sea(canvas: Canvas, mood: Mood, water: Water): void {
  const { top, bottom, sunX, seed, spread = 0.2, fade = 0.35, light = 1 } = water;
  const random = chance(seed);
  const { width } = canvas;
  const depth = bottom - top;
  const [far, near] = mood.sea;
  canvas.add(
    box(
      0,
      top,
      width,
      depth + 2,
      canvas.linear(top, bottom, [
        [0, far],
        [0.35, mix(far, near, 0.6)],
        [1, near],
      ]),
    ),
  );
  const dark = mix(near, mood.shadow, 0.5);
  canvas.add(
    box(
      0,
      top,
      width,
      depth + 2,
      canvas.radial(sunX, top, width * 0.85, [
        [0, dark, 0],
        [0.3, dark, 0],
        [1, dark, fade],
      ]),
    ),
  );
  const strips: string[] = [];
  for (let row = 0; row < 13; row++) {
    const t = ((row + 0.7) / 13) ** 1.7;
    const y = top + t * depth;
    for (let k = 0; k < 4; k++) {
      const x = random() * width;
      const closeness = Math.max(0, 1 - Math.abs(x - sunX) / (width * 0.5));
      const color =
        random() < 0.45
          ? mix(near, mood.shadow, 0.35)
          : mix(mix(far, near, t * 0.5), mood.path, 0.1 + closeness * 0.35);
      strips.push(
        fill(lens(x, y, width * (0.08 + random() * 0.16) * (0.5 + t), depth * (0.008 + t * 0.028)), color, 0.55),
      );
    }
  }
  const dashes: string[] = [];
  for (let row = 0; row < 22; row++) {
    const t = ((row + 0.3) / 22) ** 1.45;
    const y = top + t * depth;
    const reach = width * (0.018 + spread * t);
    for (let k = 0; k < 2 + Math.floor(t * 2); k++) {
      const x = sunX + (random() + random() - 1) * reach;
      dashes.push(
        fill(
          lens(x, y, reach * (0.55 + random() * 0.8), depth * (0.009 + t * 0.024)),
          mix(mood.path, mood.sun, 0.5 * (1 - t)),
          (0.92 - t * 0.35) * light,
        ),
      );
    }
  }
  const clip = canvas.clip(`M0 ${top}H${width}V${bottom + 2}H0Z`);
  canvas.add(group([...strips, ...dashes], `clip-path="${clip}"`));
}

/** Waves run up the sand along this edge: the beach begins below it. */
export function shoreline(width: number, y: number, swell: number, seed: number, slope = 0): readonly Point[] {
  const random = chance(seed);
  const phase = random() * 6;
  return Array.from({ length: 12 }, (_, i): Point => {
    const u = (i - 0.5) / 10;
    return [
      u * width,
      y + slope * (u - 0.5) + Math.sin(phase + u * 6.5) * swell + Math.sin(phase * 1.7 + u * 15) * swell * 0.35,
    ];
  });
}

/** Foam and the wet mirror of sand just below it. */
export function foam(canvas: Canvas, edge: readonly Point[], mood: Mood, size: number, lightX: number): void {
  const shifted = (dy: number): readonly Point[] =>
    edge.map(([x, y], i) => [x, y + dy + Math.sin(i * 2.1) * size * 0.25]);
  const bright = mix(mood.sun, mood.sea[0], 0.22);
  const middle = edge[Math.floor(edge.length / 2)]?.[1] ?? 0;
  // Foam is brightest under the sun; far from it, words may stand on the water.
  const foamColor = canvas.radial(lightX, middle, canvas.width * 0.75, [
    [0, bright],
    [0.3, bright],
    [0.85, mix(bright, mood.sea[1], 0.62)],
    [1, mix(bright, mood.sea[1], 0.72)],
  ]);
  const close = `L${canvas.width + 400} ${canvas.height + 40}L-400 ${canvas.height + 40}Z`;
  canvas.add(
    fill(curve(shifted(-size * 1.5)) + close, mix(mood.sea[1], bright, 0.28)),
    stroke(curve(shifted(-size * 1.5)), foamColor, size * 0.24, 0.75),
    fill(curve(shifted(-size * 0.1)) + close, mix(mood.sea[1], mood.sand[1], 0.5)),
    stroke(curve(shifted(-size * 0.1)), foamColor, size * 0.34, 0.95),
  );
}

/** A wave that breaks from the right: its wall, the hollow under the lip, and white water. Drawn for 1440 by 960. */
export function breaker(canvas: Canvas, mood: Mood): void {
  const [far, near] = mood.sea;
  const white = "#fdf1dc";
  const wall = canvas.linear(170, 860, [
    [0, mix(far, mood.light, 0.5)],
    [0.35, far],
    [1, near],
  ]);
  const hollow = canvas.linear(260, 760, [
    [0, mix(near, mood.shadow, 0.45)],
    [1, mix(far, near, 0.7)],
  ]);
  const crest: readonly Point[] = points(
    "-60 770, 160 752, 380 700, 600 590, 800 420, 960 280, 1130 195, 1300 175, 1520 215",
  );
  const lip: readonly Point[] = points(
    "1160 190, 1020 205, 900 270, 838 370, 850 440, 900 400, 960 372, 1060 372, 1170 400",
  );
  canvas.add(
    fill(`${curve(crest)}L1520 980L-60 980Z`, wall),
    stroke(curve(crest), white, 8, 0.85),
    fill(
      curve(
        points("930 400, 1040 350, 1200 380, 1560 400, 1560 640, 1240 700, 1100 740, 930 775, 1010 660, 1020 540"),
        true,
      ),
      hollow,
    ),
    fill(
      curve([...lip, [1320, 452], [1560, 470], [1600, 300], [1520, 205], [1320, 172]], true),
      canvas.linear(190, 430, [
        [0, mix(far, mood.light, 0.65)],
        [1, mix(far, near, 0.35)],
      ]),
    ),
  );
  for (let i = 0; i < 6; i++) {
    const d = i * 46;
    canvas.add(
      stroke(
        curve([
          [120 + d * 2.4, 800 - d * 0.1],
          [420 + d * 1.7, 770 - d * 0.5],
          [680 + d * 1.25, 660 - d * 0.6],
          [850 + d * 0.9, 510 - d * 0.55],
        ]),
        mix(far, mood.light, 0.5),
        5 - i * 0.5,
        0.42,
      ),
    );
    canvas.add(
      stroke(
        curve([
          [900 + d * 1.3, 262 - d * 0.25],
          [880 + d * 1.5, 330 - d * 0.05],
          [905 + d * 1.5, 385 - d * 0.1],
        ]),
        white,
        4,
        0.35,
      ),
    );
  }
  canvas.add(
    stroke(curve(lip.slice(0, 5)), white, 13),
    stroke(curve([...lip.slice(4), [1320, 452], [1560, 470]]), white, 7, 0.8),
  );
  whiteWater(canvas, far, white);
}

/** Spray off the lip, and the wave already broken behind it. */
function whiteWater(canvas: Canvas, far: string, white: string): void {
  const blobs: readonly (readonly [number, number, number])[] = [
    [850, 452, 26],
    [884, 476, 18],
    [828, 478, 15],
    [868, 508, 12],
    [806, 446, 10],
    [900, 440, 20],
    [846, 540, 8],
    [800, 500, 7],
  ];
  canvas.add(...blobs.map(([x, y, r]) => disc(x, y, r, white)));
  const boil = (dy: number): readonly Point[] => [
    [1000, 800 + dy],
    [1060, 730 + dy],
    [1150, 720 + dy],
    [1200, 640 + dy],
    [1290, 640 + dy],
    [1340, 560 + dy],
    [1440, 570 + dy],
    [1560, 500 + dy],
  ];
  canvas.add(
    fill(`${curve(boil(0))}L1560 980L960 980Z`, white),
    fill(`${curve(boil(70))}L1560 980L980 980Z`, mix(white, far, 0.22)),
    fill(`${curve(boil(150))}L1560 980L1000 980Z`, mix(white, far, 0.45)),
  );
}
