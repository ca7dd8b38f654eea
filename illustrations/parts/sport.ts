/** Nets, balls and paddles. */
import { box, disc, fill, group, polygonOf, stroke, type Canvas } from "../canvas.ts";
import { points, curve, distance, minus, mixPoint, plus, polyline, times, turnAbout, type Point } from "../geometry.ts";
import { mix, type Mood } from "../palette.ts";

export function volleyball(canvas: Canvas, x: number, y: number, r: number, mood: Mood, spin = 0): string {
  const ground = canvas.radial(x + r * 0.4, y - r * 0.4, r * 1.6, [
    [0, mix("#fff4dc", mood.light, 0.3)],
    [0.6, mix("#f4e6cc", mood.shadow, 0.12)],
    [1, mix("#f4e6cc", mood.shadow, 0.5)],
  ]);
  const seam = mix(mood.shadow, "#0f8a94", 0.5);
  const swirl = [0, 120, 240].map((turn) => {
    const at = (px: number, py: number): Point => plus([x, y], times(turnAbout([px, py], turn + spin), r));
    return (
      stroke(curve([at(0, 0), at(0.35, -0.25), at(0.55, -0.82)]), seam, r * 0.09, 0.8) +
      stroke(curve([at(0.2, -0.14), at(0.62, -0.22), at(0.94, -0.34)]), seam, r * 0.07, 0.6)
    );
  });
  return group([disc(x, y, r, ground), ...swirl]);
}

export type Net = {
  readonly from: Point;
  readonly to: Point;
  readonly top: number;
  readonly drop: number;
  readonly color: string;
  readonly tape: string;
  readonly mesh?: number;
};

/** From one post's foot to the other's; `top` is the net's height over the first, shrinking with depth. */
export function net({ from, to, top, drop, color, tape, mesh = 16 }: Net, far = 0.72): string {
  const corner = (end: Point, k: number, up: number): Point => [end[0], end[1] - up * k];
  const at = (u: number, v: number): Point =>
    mixPoint(
      mixPoint(corner(from, 1, top), corner(to, far, top), u),
      mixPoint(corner(from, 1, top - drop), corner(to, far, top - drop), u),
      v,
    );
  const sag = (u: number, v: number): Point => plus(at(u, v), [0, top * 0.03 * 4 * u * (1 - u) * (1 - v * 0.4)]);
  const line = (points: readonly Point[], width: number, opacity: number): string =>
    stroke(polyline(points), color, width, opacity);
  const rows = 7;
  const across = Array.from({ length: rows - 1 }, (_, i) =>
    line(
      [0, 0.25, 0.5, 0.75, 1].map((u) => sag(u, (i + 1) / rows)),
      top * 0.005,
      0.55,
    ),
  );
  const down = Array.from({ length: mesh - 1 }, (_, i) =>
    line([sag((i + 1) / mesh, 0), sag((i + 1) / mesh, 1)], top * 0.005, 0.55),
  );
  const band = (v: number, w: number): string =>
    fill(
      curve([0, 0.25, 0.5, 0.75, 1].map((u) => sag(u, v))) +
        [1, 0.75, 0.5, 0.25, 0]
          .map((u) => {
            const p = sag(u, v + w);
            return `L${p[0].toFixed(1)} ${p[1].toFixed(1)}`;
          })
          .join("") +
        "Z",
      tape,
    );
  const post = (end: Point, k: number): string =>
    box(end[0] - top * 0.014 * k, end[1] - top * 1.03 * k, top * 0.028 * k, top * 1.05 * k, color, 2);
  return group([post(to, far), ...across, ...down, band(0, 0.085), band(0.95, 0.06), post(from, 1)]);
}

/** A pickleball paddle held by the hand: it carries on the line of the forearm. */
export function paddle(wrist: Point, tip: Point, size: number, color: string, rim: string, tilt = 0): string {
  const length = distance(wrist, tip) || 1;
  const along = turnAbout(times(minus(tip, wrist), 1 / length), tilt);
  const side: Point = [-along[1], along[0]];
  const grip = mixPoint(wrist, tip, 0.6);
  const at = (u: number, v: number): Point => plus(plus(grip, times(along, u * size)), times(side, v * size));
  const face: Point[] = [
    at(0.28, -0.06),
    at(0.4, -0.24),
    at(0.62, -0.29),
    at(0.9, -0.26),
    at(1.02, -0.12),
    at(1.02, 0.12),
    at(0.9, 0.26),
    at(0.62, 0.29),
    at(0.4, 0.24),
    at(0.28, 0.06),
  ];
  return group([
    polygonOf([at(-0.1, -0.055), at(0.34, -0.055), at(0.34, 0.055), at(-0.1, 0.055)], mix(color, "#14212b", 0.6)),
    fill(curve(face, true), color),
    stroke(curve(face, true), rim, size * 0.045, 0.9),
  ]);
}

export function pickleball(x: number, y: number, r: number, color: string): string {
  const holes = points("0 0, -0.5 -0.2, 0.48 -0.28, -0.15 0.52, 0.42 0.4, -0.1 -0.58");
  return group([
    disc(x, y, r, color),
    ...holes.map(([dx, dy]) => disc(x + dx * r, y + dy * r, r * 0.13, mix(color, "#14212b", 0.55))),
  ]);
}
