/** Things people play with. */
import { box, disc, fill, group, oval, polygonOf, stroke, type Canvas } from "../canvas.ts";
import { curve, distance, minus, mixPoint, plus, polyline, times, turnAbout, type Point } from "../geometry.ts";
import { mix, type Mood } from "../palette.ts";

export function volleyball(canvas: Canvas, x: number, y: number, r: number, mood: Mood, spin = 0): string {
  const ground = canvas.radial(x + r * 0.4, y - r * 0.4, r * 1.6, [[0, mix("#fff4dc", mood.light, 0.3)], [0.6, mix("#f4e6cc", mood.shadow, 0.12)], [1, mix("#f4e6cc", mood.shadow, 0.5)]]);
  const seam = mix(mood.shadow, "#0f8a94", 0.5);
  const swirl = [0, 120, 240].map((turn) => {
    const at = (px: number, py: number): Point => plus([x, y], times(turnAbout([px, py], turn + spin), r));
    return stroke(curve([at(0, 0), at(0.35, -0.25), at(0.55, -0.82)]), seam, r * 0.09, 0.8) + stroke(curve([at(0.2, -0.14), at(0.62, -0.22), at(0.94, -0.34)]), seam, r * 0.07, 0.6);
  });
  return group([disc(x, y, r, ground), ...swirl]);
}

export type Net = { readonly from: Point; readonly to: Point; readonly top: number; readonly drop: number; readonly color: string; readonly tape: string; readonly mesh?: number };

/** From one post's foot to the other's; `top` is the net's height over the first, shrinking with depth. */
export function net({ from, to, top, drop, color, tape, mesh = 16 }: Net, far = 0.72): string {
  const corner = (end: Point, k: number, up: number): Point => [end[0], end[1] - up * k];
  const at = (u: number, v: number): Point => mixPoint(mixPoint(corner(from, 1, top), corner(to, far, top), u), mixPoint(corner(from, 1, top - drop), corner(to, far, top - drop), u), v);
  const sag = (u: number, v: number): Point => plus(at(u, v), [0, top * 0.03 * 4 * u * (1 - u) * (1 - v * 0.4)]);
  const line = (points: readonly Point[], width: number, opacity: number): string => stroke(polyline(points), color, width, opacity);
  const rows = 7;
  const across = Array.from({ length: rows - 1 }, (_, i) => line([0, 0.25, 0.5, 0.75, 1].map((u) => sag(u, (i + 1) / rows)), top * 0.005, 0.55));
  const down = Array.from({ length: mesh - 1 }, (_, i) => line([sag((i + 1) / mesh, 0), sag((i + 1) / mesh, 1)], top * 0.005, 0.55));
  const band = (v: number, w: number): string =>
    fill(curve([0, 0.25, 0.5, 0.75, 1].map((u) => sag(u, v))) + [1, 0.75, 0.5, 0.25, 0].map((u) => { const p = sag(u, v + w); return `L${p[0].toFixed(1)} ${p[1].toFixed(1)}`; }).join("") + "Z", tape);
  const post = (end: Point, k: number): string => box(end[0] - top * 0.014 * k, end[1] - top * 1.03 * k, top * 0.028 * k, top * 1.05 * k, color, 2);
  return group([post(to, far), ...across, ...down, band(0, 0.085), band(0.95, 0.06), post(from, 1)]);
}

/** A pickleball paddle held by the hand: it carries on the line of the forearm. */
export function paddle(wrist: Point, tip: Point, size: number, color: string, rim: string, tilt = 0): string {
  const length = distance(wrist, tip) || 1;
  const along = turnAbout(times(minus(tip, wrist), 1 / length), tilt);
  const side: Point = [-along[1], along[0]];
  const grip = mixPoint(wrist, tip, 0.6);
  const at = (u: number, v: number): Point => plus(plus(grip, times(along, u * size)), times(side, v * size));
  const face: Point[] = [at(0.28, -0.06), at(0.4, -0.24), at(0.62, -0.29), at(0.9, -0.26), at(1.02, -0.12), at(1.02, 0.12), at(0.9, 0.26), at(0.62, 0.29), at(0.4, 0.24), at(0.28, 0.06)];
  return group([polygonOf([at(-0.1, -0.055), at(0.34, -0.055), at(0.34, 0.055), at(-0.1, 0.055)], mix(color, "#14212b", 0.6)), fill(curve(face, true), color), stroke(curve(face, true), rim, size * 0.045, 0.9)]);
}

export function pickleball(x: number, y: number, r: number, color: string): string {
  const holes = [[0, 0], [-0.5, -0.2], [0.48, -0.28], [-0.15, 0.52], [0.42, 0.4], [-0.1, -0.58]] as const;
  return group([disc(x, y, r, color), ...holes.map(([dx, dy]) => disc(x + dx * r, y + dy * r, r * 0.13, mix(color, "#14212b", 0.55)))]);
}

/** A surfboard as a long leaf between tail and nose. */
export function board(tail: Point, nose: Point, width: number, color: string, stripe: string): string {
  const along = minus(nose, tail);
  const length = Math.hypot(along[0], along[1]);
  const side: Point = [(-along[1] / length) * width, (along[0] / length) * width];
  const at = (u: number, v: number): Point => plus(plus(tail, times(along, u)), times(side, v));
  return group([
    fill(curve([at(0, 0), at(0.08, 0.6), at(0.35, 1), at(0.65, 0.95), at(0.9, 0.5), at(1, 0), at(0.9, -0.5), at(0.65, -0.95), at(0.35, -1), at(0.08, -0.6)], true), color),
    stroke(polyline([at(0.03, 0), at(0.97, 0)]), stripe, width * 0.22, 0.9),
  ]);
}

export function kayak(canvas: Canvas, x: number, y: number, length: number, color: string, mood: Mood): string {
  const at = (u: number, v: number): Point => [x + u * length, y + v * length];
  const hull = canvas.linear(y - length * 0.06, y + length * 0.07, [[0, mix(color, mood.light, 0.35)], [0.4, color], [1, mix(color, mood.shadow, 0.65)]]);
  return group([
    oval(x, y + length * 0.075, length * 0.5, length * 0.022, mood.shadow, 0.4),
    fill(curve([at(-0.56, -0.055), at(-0.3, -0.02), at(0, -0.012), at(0.3, -0.02), at(0.56, -0.055), at(0.46, 0.035), at(0.25, 0.07), at(-0.25, 0.07), at(-0.46, 0.035)], true), hull),
    stroke(curve([at(-0.5, -0.012), at(-0.25, 0.014), at(0, 0.018), at(0.25, 0.014), at(0.5, -0.012)]), mix(color, "#fff4dc", 0.6), length * 0.008, 0.7),
  ]);
}

export function blades(from: Point, to: Point, size: number, shaft: string, color: string): string {
  const along = minus(to, from);
  const unit = times(along, 1 / Math.hypot(along[0], along[1]));
  const leaf = (end: Point, way: number): string => {
    const at = (u: number, v: number): Point => plus(plus(end, times(unit, u * size * way)), times([-unit[1], unit[0]], v * size));
    return fill(curve([at(0, 0), at(0.3, 0.22), at(0.8, 0.24), at(1, 0.04), at(0.8, -0.14), at(0.3, -0.16)], true), color);
  };
  return group([stroke(polyline([from, to]), shaft, size * 0.1), leaf(from, -1), leaf(to, 1)]);
}

export type Bike = { readonly back: Point; readonly front: Point; readonly crank: Point; readonly seat: Point; readonly bars: Point; readonly svg: string };

/** A beach cruiser, wheels on `y`, heading right (or left with `way` -1). */
export function bicycle(x: number, y: number, r: number, frame: string, tyre: string, rim: string, way: 1 | -1 = 1): Bike {
  const at = (u: number, v: number): Point => [x + u * r * way, y + v * r];
  const [back, front, crank, seat, bars] = [at(-1.42, -1), at(1.5, -1), at(-0.12, -0.86), at(-0.62, -2.38), at(1.0, -2.72)];
  const wheel = ([cx, cy]: Point): string =>
    `<circle cx="${cx}" cy="${cy}" r="${r * 0.93}" fill="none" stroke="${tyre}" stroke-width="${r * 0.14}"/><circle cx="${cx}" cy="${cy}" r="${r * 0.83}" fill="none" stroke="${rim}" stroke-width="${r * 0.035}"/>` +
    Array.from({ length: 8 }, (_, i) => stroke(polyline([plus([cx, cy], turnAbout([0, r * 0.8], i * 22.5)), plus([cx, cy], turnAbout([0, -r * 0.8], i * 22.5))]), rim, r * 0.018, 0.6)).join("");
  const tube = (points: readonly Point[], w = 0.13): string => stroke(curve(points), frame, r * w);
  const svg = group([
    wheel(back), wheel(front),
    tube([back, crank]), tube([back, at(-0.62, -1.95)], 0.09), tube([crank, seat]), tube([at(-0.5, -1.95), at(0.4, -2.05), at(0.96, -2.2)]),
    tube([crank, at(0.5, -1.3), at(0.98, -2.05)]), tube([at(0.92, -2.5), at(1.08, -1.9), front], 0.12), stroke(curve([at(0.92, -2.45), bars, at(0.62, -2.66)]), tyre, r * 0.1),
    fill(curve([at(-0.98, -2.46), at(-0.6, -2.52), at(-0.24, -2.42), at(-0.55, -2.34), at(-0.9, -2.3)], true), tyre),
    stroke(curve([at(-2.28, -1.2), at(-1.9, -1.95), at(-1.2, -2.02)]), frame, r * 0.09), disc(crank[0], crank[1], r * 0.2, tyre),
  ]);
  return { back, front, crank, seat, bars: at(0.66, -2.66), svg };
}
