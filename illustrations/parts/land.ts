/** Sand, dunes with sea oats, palms, and the marks people leave on a beach. */
import { fill, group, oval, stroke, type Canvas } from "../canvas.ts";
import { chance, curve, mixPoint, plus, points, step, tubeOutline, type Point } from "../geometry.ts";
import { mix, type Mood } from "../palette.ts";
import { foam, shoreline } from "./sea.ts";

export type Beach = {
  readonly y: number;
  readonly seed: number;
  readonly slope?: number;
  readonly lightX?: number;
  readonly foam?: boolean;
};

/** The beach below a shoreline: foam, wet sand, then drier bands toward the viewer. */
export function beach(
  canvas: Canvas,
  mood: Mood,
  { y, seed, slope = 0, lightX = canvas.width / 2, foam: wet = true }: Beach,
): void {
  const { width, height } = canvas;
  const unit = height / 100;
  const edge = shoreline(width, y, unit * 0.9, seed, slope);
  if (wet) foam(canvas, edge, mood, unit * 1.5, lightX);
  const close = `L${width + 400} ${height + 40}L-400 ${height + 40}Z`;
  const [bright, middle, shade] = mood.sand;
  const room = height - y;
  const tones = [
    mix(bright, middle, 0.25),
    mix(bright, middle, 0.7),
    mix(middle, shade, 0.4),
    mix(middle, shade, 0.85),
  ];
  tones.forEach((tone, i) => {
    const top = shoreline(
      width,
      y + unit * (wet ? 3 : 0) + room * [0, 0.16, 0.42, 0.74][i]!,
      unit * (0.7 + i * 0.8),
      seed + i * 7 + 1,
      slope * (1 - i * 0.4),
    );
    const wash = canvas.radial(lightX, y, width * 0.8, [
      [0, mix(tone, mood.light, 0.22)],
      [0.5, tone],
      [1, mix(tone, shade, 0.55)],
    ]);
    canvas.add(fill(curve(top) + close, wash));
  });
  const random = chance(seed + 99);
  const dents: string[] = [];
  for (let i = 0; i < 46; i++) {
    const t = 0.08 + random() * 0.9;
    const x = random() * width;
    const py = y + room * t + unit * 3;
    const w = (10 + random() * 34) * (0.4 + t) * (width / 1440);
    dents.push(
      oval(x, py, w, w * 0.09, shade, 0.22),
      oval(x + w * 0.1, py + w * 0.11, w * 0.8, w * 0.05, mood.light, 0.12),
    );
  }
  canvas.add(...dents);
}

/** A shadow on the ground, stretched away from the light. */
export const castShadow = (x: number, y: number, length: number, color: string, opacity = 0.35): string =>
  fill(
    curve(
      [
        [x - Math.abs(length) * 0.05, y],
        [x + length * 0.5, y - Math.abs(length) * 0.035],
        [x + length, y + Math.abs(length) * 0.02],
        [x + length * 0.5, y + Math.abs(length) * 0.06],
      ],
      true,
    ),
    color,
    opacity,
  );

/** A near or far dune: a hump rising from the side of the picture. */
export function dune(canvas: Canvas, points: readonly Point[], top: string, foot: string): void {
  const ys = points.map((p) => p[1]);
  const wash = canvas.linear(Math.min(...ys), canvas.height, [
    [0, top],
    [1, foot],
  ]);
  canvas.add(fill(`${curve(points)}L${canvas.width + 300} ${canvas.height + 300}L-300 ${canvas.height + 300}Z`, wash));
}

function blade(root: Point, angle: number, length: number, width: number, droop: number): string {
  const at = (t: number): Point =>
    plus(plus(root, step(180 + angle * (0.4 + t), length * t)), [0, droop * length * t * t * t]);
  return curve(
    tubeOutline([1, 0.8, 0.5, 0.12].map((w, i) => ({ at: at(i / 3), left: w * width, right: w * width }))),
    true,
  );
}

/** A tuft of dune grass; `oats` adds the seed heads of sea oats. */
export function grass(
  x: number,
  y: number,
  height: number,
  count: number,
  color: string,
  seed: number,
  oats = 0,
  seedColor = color,
): string {
  const random = chance(seed);
  const blades = Array.from({ length: count }, () => {
    const angle = (random() - 0.5) * 70;
    return blade(
      [x + (random() - 0.5) * height * 0.5, y],
      -angle,
      height * (0.55 + random() * 0.45),
      height * 0.014,
      0.18 * random(),
    );
  });
  const heads = Array.from({ length: oats }, () => {
    const lean = (random() - 0.3) * 26;
    const root: Point = [x + (random() - 0.5) * height * 0.3, y];
    const top = plus(root, step(180 - lean, height * (1.1 + random() * 0.4)));
    const bend = plus(mixPoint(root, top, 0.6), [-lean * 0.1, 0]);
    const stem = stroke(
      curve([root, bend, top, plus(top, [lean * 0.5 + height * 0.05, height * 0.04])]),
      color,
      height * 0.012,
    );
    const grains = Array.from({ length: 9 }, (_, i) => {
      const at = mixPoint(top, bend, i * 0.07 - 0.04);
      const out = plus(at, [(i % 2 ? 1 : -1) * height * 0.024, height * 0.035]);
      return stroke(curve([at, mixPoint(at, out, 0.6), out]), seedColor, height * 0.014);
    });
    return stem + grains.join("");
  });
  return group([...heads, fill(blades.join(""), color)]);
}

/** A coconut palm: a curved trunk and fronds with cut edges. */
export function palm(x: number, y: number, height: number, lean: number, color: string, rim: string): string {
  const top: Point = [x + lean * height, y - height];
  const bend: Point = [x + lean * height * 0.3, y - height * 0.55];
  const trunk = curve(
    tubeOutline([
      { at: [x, y], left: height * 0.03, right: height * 0.03 },
      { at: bend, left: height * 0.019, right: height * 0.019 },
      { at: top, left: height * 0.014, right: height * 0.014 },
    ]),
    true,
  );
  const fronds = [-106, -80, -52, -27, 25, 49, 78, 108].map((angle, i) =>
    frond(top, angle, height * (0.44 + (i % 3) * 0.05)),
  );
  const nuts = points("-0.02 0.02, 0.02 0.025, 0 0.04").map(([dx, dy]) =>
    oval(top[0] + dx * height, top[1] + dy * height, height * 0.018, height * 0.02, color),
  );
  return group([
    fill(trunk, color),
    stroke(curve([[x + height * 0.018, y], plus(bend, [height * 0.012, 0]), top]), rim, height * 0.005, 0.5),
    ...fronds.map((f) => fill(f, color)),
    ...nuts,
  ]);
}

function frond(root: Point, angle: number, length: number): string {
  const at = (t: number): Point =>
    plus(plus(root, step(180 - angle * (0.75 + 0.35 * t), length * t)), [0, length * 0.42 * t * t]);
  const upper: Point[] = [];
  const lower: Point[] = [];
  for (let i = 0; i <= 12; i++) {
    const t = i / 12;
    const spine = at(t);
    const body = Math.sin(Math.PI * Math.min(1, t * 0.92 + 0.08)) * length;
    upper.push(plus(spine, [0, -body * 0.03]));
    lower.push(plus(spine, [Math.sign(-angle) * length * 0.02, body * (i % 2 ? 0.17 : 0.07)]));
  }
  return `M${[...upper, ...lower.reverse()].map((p) => `${p[0].toFixed(1)} ${p[1].toFixed(1)}`).join("L")}Z`;
}

/** Footprints in pairs along a way toward the viewer. */
export function footprints(from: Point, to: Point, count: number, size: number, color: string): string {
  return Array.from({ length: count }, (_, i) => {
    const t = i / (count - 1);
    const [x, y] = mixPoint(from, to, t ** 1.3);
    const k = size * (0.35 + t * 0.65);
    return oval(x + (i % 2 ? k * 0.8 : -k * 0.8), y, k, k * 0.32, color, 0.4);
  }).join("");
}
