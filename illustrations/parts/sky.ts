/** Skies: flat bands with soft edges, the sun with its halo, clouds, birds, stars. */
import { box, disc, fill, group, oval, stroke, type Canvas } from "../canvas.ts";
import { chance, curve, short, type Point } from "../geometry.ts";
import { mix, type Mood } from "../palette.ts";

export type Sun = { readonly x: number; readonly y: number; readonly r: number };

/** Bands curve around the sun and darken away from it: words can stand on the far side. */
export function haloSky(canvas: Canvas, mood: Mood, sun: Sun, spans: readonly number[], squash = 0.8): void {
  canvas.add(box(0, 0, canvas.width, canvas.height, mood.sky[0] ?? mood.far));
  spans.forEach((span, i) => {
    const color = mood.sky[i + 1] ?? mood.sun;
    const wash = canvas.radial(sun.x, sun.y, span, [
      [0, mix(color, mood.sky[i + 2] ?? mood.sun, 0.35)],
      [0.72, color],
      [1, mix(color, mood.sky[i] ?? color, 0.25)],
    ]);
    canvas.add(group([oval(sun.x, sun.y / squash, span, span, wash)], `transform="scale(1 ${squash})"`));
  });
}

/** Level bands with a slow wave along each edge. */
export function bandedSky(canvas: Canvas, mood: Mood, horizon: number, seed: number, swell = 0.03): void {
  const random = chance(seed);
  const { width } = canvas;
  const count = mood.sky.length;
  mood.sky.forEach((color, i) => {
    const top = i === 0 ? -horizon : horizon * (i / count) ** 0.85;
    const next = mood.sky[i + 1] ?? color;
    const phase = random() * Math.PI * 2;
    const edge = Array.from({ length: 9 }, (_, k): Point => [
      (width * (k - 0.5)) / 7,
      top + Math.sin(phase + k * 0.9) * horizon * swell + Math.sin(phase * 2 + k * 0.37) * horizon * swell * 0.8,
    ]);
    const wash = canvas.linear(Math.max(0, top), horizon * ((i + 1) / count) ** 0.85 + horizon * 0.08, [
      [0, color],
      [1, mix(color, next, 0.35)],
    ]);
    canvas.add(fill(`${curve(edge)}L${width + 200} ${horizon + 4}L-200 ${horizon + 4}Z`, wash));
  });
}

export function sunDisc(canvas: Canvas, mood: Mood, { x, y, r }: Sun, halo = 0.16): void {
  canvas.add(
    disc(x, y, r * 2.6, mood.sun, halo * 0.4),
    disc(x, y, r * 1.85, mood.sun, halo * 0.6),
    disc(x, y, r * 1.35, mood.sun, halo),
    disc(
      x,
      y,
      r,
      canvas.linear(y - r, y + r, [
        [0, mood.sun],
        [1, mix(mood.sun, mood.light, 0.75)],
      ]),
    ),
  );
}

/** A long flat cloud: level below, a few low swells above. */
export function cloud(x: number, y: number, width: number, height: number, color: string, opacity = 1): string {
  const at = (u: number, v: number): Point => [x + (u - 0.5) * width, y - v * height];
  return fill(
    curve(
      [
        at(0, 0),
        at(0.12, 0.24),
        at(0.26, 0.28),
        at(0.38, 0.78),
        at(0.5, 0.72),
        at(0.6, 1),
        at(0.72, 0.62),
        at(0.84, 0.3),
        at(1, 0),
        at(0.8, -0.12),
        at(0.5, -0.08),
        at(0.2, -0.14),
      ],
      true,
    ),
    color,
    opacity,
  );
}

/** A streak of high cloud, pointed at both ends. */
export const streak = (x: number, y: number, width: number, height: number, color: string, opacity = 1): string =>
  fill(
    curve(
      [
        [x - width / 2, y],
        [x - width * 0.2, y - height * 0.5],
        [x + width * 0.15, y - height * 0.42],
        [x + width / 2, y - height * 0.1],
        [x + width * 0.2, y + height * 0.3],
        [x - width * 0.22, y + height * 0.34],
      ],
      true,
    ),
    color,
    opacity,
  );

export function bird(x: number, y: number, span: number, color: string, dip = 0.3): string {
  const h = span * dip;
  return fill(
    curve(
      [
        [x - span / 2, y - h * 0.4],
        [x - span * 0.26, y - h],
        [x - span * 0.05, y - h * 0.1],
        [x + span * 0.09, y - h * 0.12],
        [x + span * 0.28, y - h],
        [x + span / 2, y - h * 0.3],
        [x + span * 0.27, y - h * 0.68],
        [x + span * 0.06, y + h * 0.24],
        [x - span * 0.06, y + h * 0.22],
        [x - span * 0.27, y - h * 0.68],
      ],
      true,
    ),
    color,
  );
}

/** Pelicans fly low in a slanting line. */
export const flock = (x: number, y: number, span: number, count: number, color: string): string =>
  Array.from({ length: count }, (_, i) =>
    bird(
      x + i * span * 1.35,
      y - i * span * 0.32 + (i % 2) * span * 0.16,
      span * (1 - i * 0.05),
      color,
      0.26 + (i % 3) * 0.08,
    ),
  ).join("");

export function stars(canvas: Canvas, bottom: number, count: number, seed: number, color = "#f6ead0"): void {
  const random = chance(seed);
  for (let i = 0; i < count; i++) {
    const y = random() ** 1.3 * bottom;
    canvas.add(
      disc(random() * canvas.width, y, (0.7 + random() * 1.5) * (canvas.width / 1300), color, 0.35 + random() * 0.55),
    );
  }
}

export function moon(x: number, y: number, r: number, color: string): string {
  return `<path d="M${short(x - r * 0.3)} ${short(y - r)}A${short(r)} ${short(r)} 0 1 0 ${short(x + r)} ${short(y + r * 0.3)}A${short(r * 0.86)} ${short(r * 0.86)} 0 0 1 ${short(x - r * 0.3)} ${short(y - r)}Z" fill="${color}"/>`;
}

/** Light bulbs on a slack wire between two points. */
export function stringLights(
  canvas: Canvas,
  from: Point,
  to: Point,
  sag: number,
  count: number,
  size: number,
  glow: string,
): string {
  const at = (t: number): Point => [
    from[0] + (to[0] - from[0]) * t,
    from[1] + (to[1] - from[1]) * t + sag * 4 * t * (1 - t),
  ];
  const wire = stroke(curve(Array.from({ length: 13 }, (_, i) => at(i / 12))), "#1a1420", size * 0.22);
  const bulbs = Array.from({ length: count }, (_, i) => {
    const [x, y] = at((i + 0.5) / count);
    const halo = canvas.radial(x, y + size, size * 4, [
      [0, glow, 0.5],
      [1, glow, 0],
    ]);
    return disc(x, y + size, size * 4, halo) + oval(x, y + size, size * 0.62, size * 0.8, mix(glow, "#ffffff", 0.55));
  });
  return wire + bulbs.join("");
}
