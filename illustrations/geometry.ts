/** Points, curves and seeded chance: the few pieces of mathematics every drawing shares. */

export type Point = readonly [x: number, y: number];

export type Station = { readonly at: Point; readonly left: number; readonly right: number };

export const plus = (a: Point, b: Point): Point => [a[0] + b[0], a[1] + b[1]];
export const minus = (a: Point, b: Point): Point => [a[0] - b[0], a[1] - b[1]];
export const times = (a: Point, k: number): Point => [a[0] * k, a[1] * k];
export const mixNumber = (a: number, b: number, t: number): number => a + (b - a) * t;
export const mixPoint = (a: Point, b: Point, t: number): Point => [mixNumber(a[0], b[0], t), mixNumber(a[1], b[1], t)];
export const distance = (a: Point, b: Point): number => Math.hypot(a[0] - b[0], a[1] - b[1]);
const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** A row of points written in short, as "x y, x y": long outlines stay readable. */
export const points = (text: string): readonly Point[] =>
  text.split(", ").map((one): Point => {
    const [x = "0", y = "0"] = one.split(" ");
    return [Number(x), Number(y)];
  });

/** A step in a direction given as limbs hang: 0 is down, 90 forward (right), 180 up. */
export const step = (degrees: number, length: number): Point => [
  Math.sin(radians(degrees)) * length,
  Math.cos(radians(degrees)) * length,
];

export function turnAbout(p: Point, degrees: number): Point {
  const [c, s] = [Math.cos(radians(degrees)), Math.sin(radians(degrees))];
  return [p[0] * c - p[1] * s, p[0] * s + p[1] * c];
}

/** Short numbers keep the SVG text small and the output the same on every machine. */
export const short = (n: number): string => String(Math.round(n * 10) / 10);
const pair = (p: Point): string => `${short(p[0])} ${short(p[1])}`;

export const polygon = (corners: readonly Point[]): string => `M${corners.map(pair).join("L")}Z`;
export const polyline = (corners: readonly Point[]): string => `M${corners.map(pair).join("L")}`;

/** A smooth (Catmull-Rom) line through the points. */
export function curve(points: readonly Point[], closed = false): string {
  const count = points.length;
  const pick = (i: number): Point => {
    const index = closed ? (i + count) % count : Math.min(count - 1, Math.max(0, i));
    return points[index] ?? [0, 0];
  };
  let path = `M${pair(pick(0))}`;
  for (let i = 0; i < (closed ? count : count - 1); i++) {
    const [a, b, c, d] = [pick(i - 1), pick(i), pick(i + 1), pick(i + 2)];
    const first = plus(b, times(minus(c, a), 1 / 6));
    const second = minus(c, times(minus(d, b), 1 / 6));
    path += `C${pair(first)} ${pair(second)} ${pair(c)}`;
  }
  return closed ? `${path}Z` : path;
}

/** The outline of a soft form around a center line, wider and narrower along its way; `first` and `last` say how round its ends are. */
export function tubeOutline(stations: readonly Station[], first = 1, last = 1): readonly Point[] {
  const left: Point[] = [];
  const right: Point[] = [];
  const caps: Point[] = [];
  stations.forEach((station, i) => {
    const before = stations[i - 1] ?? station;
    const after = stations[i + 1] ?? station;
    const along = minus(after.at, before.at);
    const length = Math.hypot(along[0], along[1]) || 1;
    const unit = times(along, 1 / length);
    const normal: Point = [unit[1], -unit[0]];
    left.push(plus(station.at, times(normal, station.left)));
    right.push(minus(station.at, times(normal, station.right)));
    if (i === 0 || i === stations.length - 1) {
      const reach = ((station.left + station.right) / 2) * (i === 0 ? -first : last);
      const middle = plus(station.at, times(normal, (station.left - station.right) / 2));
      caps.push(plus(middle, times(unit, reach)));
    }
  });
  return [...caps.slice(0, 1), ...left, ...caps.slice(1), ...right.reverse()];
}

/** Small, fast, seeded (mulberry32), so that each run draws the same picture. */
export function chance(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

export type Bones = { readonly upper: number; readonly lower: number };

/** The two angles that bring the end of a two-bone limb to a target; `bend` picks the side of the joint. */
export function reachAngles(from: Point, to: Point, bones: Bones, bend: 1 | -1): readonly [number, number] {
  const way = minus(to, from);
  const span = Math.hypot(way[0], way[1]);
  const far = Math.min(Math.max(span, Math.abs(bones.upper - bones.lower) + 1e-4), bones.upper + bones.lower - 1e-4);
  const heading = (Math.atan2(way[0], way[1]) * 180) / Math.PI;
  const cosine = (bones.upper ** 2 + far ** 2 - bones.lower ** 2) / (2 * bones.upper * far);
  const open = (Math.acos(Math.min(1, Math.max(-1, cosine))) * 180) / Math.PI;
  const upper = heading + bend * open;
  const joint = plus(from, step(upper, bones.upper));
  const goal = plus(from, step(heading, far));
  const rest = minus(goal, joint);
  return [upper, (Math.atan2(rest[0], rest[1]) * 180) / Math.PI];
}
