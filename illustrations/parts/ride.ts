/** Things people ride: boards, kayaks, bicycles. */
import { disc, fill, group, oval, stroke, type Canvas } from "../canvas.ts";
import { curve, minus, plus, polyline, times, turnAbout, type Point } from "../geometry.ts";
import { mix, type Mood } from "../palette.ts";

/** A surfboard as a long leaf between tail and nose. */
export function board(tail: Point, nose: Point, width: number, color: string, stripe: string): string {
  const along = minus(nose, tail);
  const length = Math.hypot(along[0], along[1]);
  const side: Point = [(-along[1] / length) * width, (along[0] / length) * width];
  const at = (u: number, v: number): Point => plus(plus(tail, times(along, u)), times(side, v));
  return group([
    fill(
      curve(
        [
          at(0, 0),
          at(0.08, 0.6),
          at(0.35, 1),
          at(0.65, 0.95),
          at(0.9, 0.5),
          at(1, 0),
          at(0.9, -0.5),
          at(0.65, -0.95),
          at(0.35, -1),
          at(0.08, -0.6),
        ],
        true,
      ),
      color,
    ),
    stroke(polyline([at(0.03, 0), at(0.97, 0)]), stripe, width * 0.22, 0.9),
  ]);
}

export function kayak(canvas: Canvas, x: number, y: number, length: number, color: string, mood: Mood): string {
  const at = (u: number, v: number): Point => [x + u * length, y + v * length];
  const hull = canvas.linear(y - length * 0.06, y + length * 0.07, [
    [0, mix(color, mood.light, 0.35)],
    [0.4, color],
    [1, mix(color, mood.shadow, 0.65)],
  ]);
  return group([
    oval(x, y + length * 0.075, length * 0.5, length * 0.022, mood.shadow, 0.4),
    fill(
      curve(
        [
          at(-0.56, -0.055),
          at(-0.3, -0.02),
          at(0, -0.012),
          at(0.3, -0.02),
          at(0.56, -0.055),
          at(0.46, 0.035),
          at(0.25, 0.07),
          at(-0.25, 0.07),
          at(-0.46, 0.035),
        ],
        true,
      ),
      hull,
    ),
    stroke(
      curve([at(-0.5, -0.012), at(-0.25, 0.014), at(0, 0.018), at(0.25, 0.014), at(0.5, -0.012)]),
      mix(color, "#fff4dc", 0.6),
      length * 0.008,
      0.7,
    ),
  ]);
}

export function blades(from: Point, to: Point, size: number, shaft: string, color: string): string {
  const along = minus(to, from);
  const unit = times(along, 1 / Math.hypot(along[0], along[1]));
  const leaf = (end: Point, way: number): string => {
    const at = (u: number, v: number): Point =>
      plus(plus(end, times(unit, u * size * way)), times([-unit[1], unit[0]], v * size));
    return fill(
      curve([at(0, 0), at(0.3, 0.22), at(0.8, 0.24), at(1, 0.04), at(0.8, -0.14), at(0.3, -0.16)], true),
      color,
    );
  };
  return group([stroke(polyline([from, to]), shaft, size * 0.1), leaf(from, -1), leaf(to, 1)]);
}

export type Bike = {
  readonly back: Point;
  readonly front: Point;
  readonly crank: Point;
  readonly seat: Point;
  readonly bars: Point;
  readonly svg: string;
};

/** A beach cruiser, wheels on `y`, heading right (or left with `way` -1). */
export function bicycle(
  x: number,
  y: number,
  r: number,
  frame: string,
  tire: string,
  rim: string,
  way: 1 | -1 = 1,
): Bike {
  const at = (u: number, v: number): Point => [x + u * r * way, y + v * r];
  const [back, front, crank, seat, bars] = [
    at(-1.42, -1),
    at(1.5, -1),
    at(-0.12, -0.86),
    at(-0.62, -2.38),
    at(1.0, -2.72),
  ];
  const wheel = ([cx, cy]: Point): string =>
    `<circle cx="${cx}" cy="${cy}" r="${r * 0.93}" fill="none" stroke="${tire}" stroke-width="${r * 0.14}"/><circle cx="${cx}" cy="${cy}" r="${r * 0.83}" fill="none" stroke="${rim}" stroke-width="${r * 0.035}"/>` +
    Array.from({ length: 8 }, (_, i) =>
      stroke(
        polyline([
          plus([cx, cy], turnAbout([0, r * 0.8], i * 22.5)),
          plus([cx, cy], turnAbout([0, -r * 0.8], i * 22.5)),
        ]),
        rim,
        r * 0.018,
        0.6,
      ),
    ).join("");
  const tube = (points: readonly Point[], w = 0.13): string => stroke(curve(points), frame, r * w);
  const svg = group([
    wheel(back),
    wheel(front),
    tube([back, crank]),
    tube([back, at(-0.62, -1.95)], 0.09),
    tube([crank, seat]),
    tube([at(-0.5, -1.95), at(0.4, -2.05), at(0.96, -2.2)]),
    tube([crank, at(0.5, -1.3), at(0.98, -2.05)]),
    tube([at(0.92, -2.5), at(1.08, -1.9), front], 0.12),
    stroke(curve([at(0.92, -2.45), bars, at(0.62, -2.66)]), tire, r * 0.1),
    fill(curve([at(-0.98, -2.46), at(-0.6, -2.52), at(-0.24, -2.42), at(-0.55, -2.34), at(-0.9, -2.3)], true), tire),
    stroke(curve([at(-2.28, -1.2), at(-1.9, -1.95), at(-1.2, -2.02)]), frame, r * 0.09),
    disc(crank[0], crank[1], r * 0.2, tire),
  ]);
  return { back, front, crank, seat, bars: at(0.66, -2.66), svg };
}
