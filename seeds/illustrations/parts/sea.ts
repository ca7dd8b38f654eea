/** The sea: a deepening ground, long lens-shaped waves, the sun's path, and foam at the shore. */
import { box, fill, group, stroke, type Canvas } from "../canvas.ts";
import { chance, curve, type Point } from "../geometry.ts";
import { mix, type Mood } from "../palette.ts";

const lens = (x: number, y: number, width: number, height: number): string =>
  curve([[x - width / 2, y], [x - width * 0.12, y - height / 2], [x + width * 0.18, y - height * 0.4], [x + width / 2, y], [x + width * 0.1, y + height / 2], [x - width * 0.2, y + height * 0.42]], true);

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
  canvas.add(box(0, top, width, depth + 2, canvas.linear(top, bottom, [[0, far], [0.35, mix(far, near, 0.6)], [1, near]])));
  const dark = mix(near, mood.shadow, 0.5);
  canvas.add(box(0, top, width, depth + 2, canvas.radial(sunX, top, width * 0.85, [[0, dark, 0], [0.3, dark, 0], [1, dark, fade]])));
  const strips: string[] = [];
  for (let row = 0; row < 13; row++) {
    const t = ((row + 0.7) / 13) ** 1.7;
    const y = top + t * depth;
    for (let k = 0; k < 4; k++) {
      const x = random() * width;
      const closeness = Math.max(0, 1 - Math.abs(x - sunX) / (width * 0.5));
      const color = random() < 0.45 ? mix(near, mood.shadow, 0.35) : mix(mix(far, near, t * 0.5), mood.path, 0.1 + closeness * 0.35);
      strips.push(fill(lens(x, y, width * (0.08 + random() * 0.16) * (0.5 + t), depth * (0.008 + t * 0.028)), color, 0.55));
    }
  }
  const dashes: string[] = [];
  for (let row = 0; row < 22; row++) {
    const t = ((row + 0.3) / 22) ** 1.45;
    const y = top + t * depth;
    const reach = width * (0.018 + spread * t);
    for (let k = 0; k < 2 + Math.floor(t * 2); k++) {
      const x = sunX + (random() + random() - 1) * reach;
      dashes.push(fill(lens(x, y, reach * (0.55 + random() * 0.8), depth * (0.009 + t * 0.024)), mix(mood.path, mood.sun, 0.5 * (1 - t)), (0.92 - t * 0.35) * light));
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
    return [u * width, y + slope * (u - 0.5) + Math.sin(phase + u * 6.5) * swell + Math.sin(phase * 1.7 + u * 15) * swell * 0.35];
  });
}

/** Foam and the wet mirror of sand just below it. */
export function foam(canvas: Canvas, edge: readonly Point[], mood: Mood, size: number): void {
  const shifted = (dy: number): readonly Point[] => edge.map(([x, y], i) => [x, y + dy + Math.sin(i * 2.1) * size * 0.25]);
  const foamColor = mix(mood.sun, mood.sea[0], 0.22);
  const close = `L${canvas.width + 400} ${canvas.height + 40}L-400 ${canvas.height + 40}Z`;
  canvas.add(
    fill(curve(shifted(-size * 1.5)) + close, mix(mood.sea[1], foamColor, 0.28)),
    stroke(curve(shifted(-size * 1.5)), foamColor, size * 0.24, 0.75),
    fill(curve(shifted(-size * 0.1)) + close, mix(mood.sea[1], mood.sand[1], 0.5)),
    stroke(curve(shifted(-size * 0.1)), foamColor, size * 0.34, 0.95),
  );
}

/** A breaking wave, curling to the right: body, lip and spray. */
export function breaker(canvas: Canvas, x: number, y: number, width: number, height: number, mood: Mood): void {
  const at = (u: number, v: number): Point => [x + u * width, y - v * height];
  const [far, near] = mood.sea;
  const face = canvas.linear(y - height, y, [[0, mix(far, mood.light, 0.35)], [0.5, mix(far, near, 0.6)], [1, near]]);
  canvas.add(
    fill(curve([at(-0.75, -0.05), at(-0.5, 0.1), at(-0.22, 0.42), at(0, 0.86), at(0.2, 1), at(0.38, 0.92), at(0.47, 0.68), at(0.36, 0.78), at(0.24, 0.72), at(0.19, 0.45), at(0.28, 0.14), at(0.5, 0), at(0.8, -0.05), at(0.1, -0.16)], true), face),
    stroke(curve([at(-0.5, 0.1), at(-0.22, 0.42), at(0, 0.86), at(0.2, 1), at(0.38, 0.92), at(0.47, 0.68)]), mix(mood.sun, "#ffffff", 0.4), height * 0.035, 0.9),
    stroke(curve([at(-0.36, 0.12), at(-0.12, 0.4), at(0.06, 0.78), at(0.18, 0.88)]), mix(far, mood.sun, 0.55), height * 0.02, 0.55),
    stroke(curve([at(-0.16, 0.06), at(0.02, 0.36), at(0.12, 0.68)]), mix(far, mood.sun, 0.55), height * 0.016, 0.45),
  );
}
