/** Fire and the things of an evening: logs, sparks, tables, a guitar, an easel. */
import { box, disc, fill, group, oval, polygonOf, stroke, type Canvas } from "../canvas.ts";
import { chance, curve, minus, mixPoint, plus, times, type Point } from "../geometry.ts";
import { mix } from "../palette.ts";

const TAU = Math.PI * 2;

/** One tongue of flame; `phase` (0 to 1) sways it and comes round to where it began. */
function tongue(x: number, y: number, width: number, height: number, phase: number, offset: number): string {
  const sway = (v: number): number => Math.sin(TAU * (phase + offset) - v * 3.2) * width * 0.3 * v;
  const tall = height * (1 + 0.1 * Math.sin(TAU * (phase * 2 + offset)));
  const at = (u: number, v: number): Point => [x + u * width + sway(v), y - v * tall];
  return curve(
    [
      at(-0.3, 0),
      at(-0.5, 0.2),
      at(-0.4, 0.46),
      at(-0.14, 0.74),
      at(0.02, 1),
      at(0.16, 0.7),
      at(0.42, 0.44),
      at(0.5, 0.18),
      at(0.3, 0),
    ],
    true,
  );
}

export function bonfire(canvas: Canvas, x: number, y: number, size: number, phase = 0, wood = "#2a1a1c"): string {
  const flames = (k: number, color: string, spots: readonly (readonly [number, number, number, number])[]): string =>
    fill(spots.map(([dx, w, h, o]) => tongue(x + dx * size, y, w * size * k, h * size * k, phase, o)).join(""), color);
  const flicker = 1 + 0.04 * Math.sin(TAU * phase * 2);
  const log = (a: Point, b: Point, w: number, color: string): string =>
    stroke(`M${a[0]} ${a[1]}L${b[0]} ${b[1]}`, color, w);
  const at = (u: number, v: number): Point => [x + u * size, y + v * size];
  return group([
    disc(
      x,
      y - size * 0.3,
      size * 2.6 * flicker,
      canvas.radial(x, y - size * 0.3, size * 2.6 * flicker, [
        [0, "#ff9a3d", 0.55],
        [0.35, "#ff7a33", 0.24],
        [1, "#ff6a2d", 0],
      ]),
    ),
    oval(x, y + size * 0.06, size * 0.75, size * 0.12, "#ff8a3d", 0.5),
    flames(1, "#e2491f", [
      [-0.2, 0.4, 0.72, 0.1],
      [0.2, 0.42, 0.8, 0.55],
      [0, 0.5, 1.16, 0.3],
    ]),
    flames(1, "#ff8a2e", [
      [-0.15, 0.3, 0.54, 0.4],
      [0.17, 0.3, 0.58, 0.85],
      [0, 0.38, 0.88, 0.6],
    ]),
    flames(1, "#ffc94f", [
      [-0.07, 0.2, 0.4, 0.7],
      [0.1, 0.19, 0.42, 0.2],
      [0, 0.25, 0.6, 0.9],
    ]),
    flames(1, "#fff0b8", [[0, 0.14, 0.3, 0.15]]),
    log(at(-0.46, 0.06), at(0.3, -0.1), size * 0.11, wood),
    log(at(0.46, 0.06), at(-0.28, -0.12), size * 0.11, mix(wood, "#7a3a22", 0.4)),
    log(at(-0.36, 0.1), at(0.38, 0.08), size * 0.1, mix(wood, "#000000", 0.2)),
    stroke(`M${x - size * 0.4} ${y + size * 0.02}L${x + size * 0.24} ${y - size * 0.12}`, "#ff9a4a", size * 0.018, 0.8),
  ]);
}

/** Sparks rise on swaying ways; each returns to its start after one phase. */
export function sparks(
  x: number,
  y: number,
  width: number,
  height: number,
  count: number,
  size: number,
  seed: number,
  phase = 0,
): string {
  const random = chance(seed);
  return Array.from({ length: count }, () => {
    const [start, side, waves, r] = [random(), random() - 0.5, 1 + random() * 2, 0.5 + random()];
    const t = (start + phase) % 1;
    const px = x + side * width * (0.25 + t) + Math.sin(t * TAU * waves + side * 9) * width * 0.06;
    const glow = Math.sin(Math.PI * Math.min(1, t * 1.1));
    return disc(
      px,
      y - t * height,
      size * r * (1 - t * 0.5),
      t < 0.5 ? "#ffd37a" : "#ff9a4a",
      Math.max(0, Number((glow * 0.95).toFixed(2))),
    );
  }).join("");
}

export function log(x: number, y: number, width: number, height: number, color: string, rim: string): string {
  return group([
    box(x - width / 2, y - height, width, height, color, height / 2),
    box(x - width / 2 + height * 0.4, y - height, width - height * 0.8, height * 0.16, rim, height * 0.08),
    oval(x + width / 2 - height * 0.45, y - height / 2, height * 0.3, height * 0.44, mix(color, rim, 0.5)),
  ]);
}

/** A guitar across a sitting player, from the body to the head of the neck. */
export function guitar(bodyAt: Point, headAt: Point, size: number, color: string, dark: string): string {
  const along = minus(headAt, bodyAt);
  const unit = times(along, 1 / Math.hypot(along[0], along[1]));
  const at = (u: number, v: number): Point =>
    plus(plus(bodyAt, times(unit, u * size)), times([-unit[1], unit[0]], v * size));
  return group([
    stroke(`M${at(0, 0).join(" ")}L${headAt.join(" ")}`, dark, size * 0.11),
    stroke(`M${mixPoint(at(0, 0), headAt, 0.94).join(" ")}L${headAt.join(" ")}`, dark, size * 0.2),
    fill(
      curve(
        [
          at(-0.62, 0),
          at(-0.5, 0.4),
          at(-0.16, 0.4),
          at(0.06, 0.26),
          at(0.3, 0.3),
          at(0.44, 0),
          at(0.3, -0.3),
          at(0.06, -0.26),
          at(-0.16, -0.4),
          at(-0.5, -0.4),
        ],
        true,
      ),
      color,
    ),
    disc(...at(0.1, 0), size * 0.14, dark),
  ]);
}

export function easel(
  x: number,
  y: number,
  height: number,
  wood: string,
  sheet: string,
): { svg: string; board: { x: number; y: number; width: number; height: number } } {
  const w = height * 0.5;
  const at = { x: x - w / 2, y: y - height * 0.92, width: w, height: height * 0.56 };
  return {
    board: at,
    svg: group([
      stroke(
        `M${x} ${y - height}L${x - height * 0.26} ${y}M${x} ${y - height}L${x + height * 0.26} ${y}M${x} ${y - height}L${x + height * 0.04} ${y - height * 0.06}`,
        wood,
        height * 0.022,
      ),
      box(at.x, at.y, at.width, at.height, sheet, 3),
      box(x - height * 0.29, at.y + at.height, height * 0.58, height * 0.028, wood, 2),
    ]),
  };
}

export function cup(x: number, y: number, size: number, color: string): string {
  return polygonOf(
    [
      [x - size * 0.3, y - size],
      [x + size * 0.3, y - size],
      [x + size * 0.22, y],
      [x - size * 0.22, y],
    ],
    color,
  );
}

export function cooler(x: number, y: number, width: number, color: string, lid: string): string {
  return group([
    box(x - width / 2, y - width * 0.52, width, width * 0.52, color, width * 0.05),
    box(x - width * 0.53, y - width * 0.64, width * 1.06, width * 0.16, lid, width * 0.05),
    stroke(
      `M${x - width * 0.3} ${y - width * 0.64}V${y - width * 0.82}H${x + width * 0.3}V${y - width * 0.64}`,
      lid,
      width * 0.05,
    ),
  ]);
}

/** A beach umbrella, its panels in two colors. */
export function umbrella(
  x: number,
  y: number,
  height: number,
  colors: readonly [string, string],
  pole: string,
): string {
  const r = height * 0.52;
  const top = y - height;
  const rib = (u: number): Point => [x + u * r, top + r * 0.62 - (1 - Math.abs(u)) * r * 0.1];
  const parts = [-1, -0.6, -0.2, 0.2, 0.6].map((u, i) => {
    const [a, b] = [rib(u), rib(u + 0.4)];
    const crest: Point = [x, top];
    const bow = (p: Point): Point => plus(mixPoint(crest, p, 0.55), [(p[0] - x) * 0.2, -r * 0.07]);
    const [ba, bb] = [bow(a), bow(b)];
    return fill(
      `M${crest.join(" ")}Q${ba.join(" ")} ${a.join(" ")}Q${(a[0] + b[0]) / 2} ${(a[1] + b[1]) / 2 - r * 0.08} ${b.join(" ")}Q${bb.join(" ")} ${crest.join(" ")}Z`,
      colors[i % 2] ?? colors[0],
    );
  });
  return group([stroke(`M${x} ${top}V${y}`, pole, height * 0.018), ...parts]);
}
