/** Climbing walls: plane facets of color and the holds on them. */
import { disc, fill, polygonOf, stroke, type Canvas } from "../canvas.ts";
import { chance, curve, mixPoint, type Point } from "../geometry.ts";
import { mix, type Mood } from "../palette.ts";

const holdColors = ["#e4572e", "#f6c445", "#0f8a94", "#fff1d6", "#e88a86", "#5f8f63"];

export function hold(x: number, y: number, r: number, color: string, turn: number, mood: Mood): string {
  const at = (u: number, v: number): Point => [
    x + (u * Math.cos(turn) - v * Math.sin(turn)) * r,
    y + (u * Math.sin(turn) + v * Math.cos(turn)) * r,
  ];
  const shape: readonly Point[] = [
    at(-1, 0.1),
    at(-0.5, -0.6),
    at(0.3, -0.7),
    at(1, -0.1),
    at(0.6, 0.5),
    at(-0.3, 0.6),
  ];
  const low = shape.map(([px, py]): Point => [px + r * 0.12, py + r * 0.34]);
  return (
    fill(curve(low, true), mood.shadow, 0.35) +
    fill(curve(shape, true), mix(color, mood.shadow, 0.08)) +
    disc(x, y, r * 0.14, mix(color, "#14212b", 0.5))
  );
}

/** Plane facets between a zigzag of corners, each with its own share of light, and holds strewn over them. */
export function facets(
  c: Canvas,
  planes: readonly (readonly [readonly Point[], number])[],
  base: string,
  mood: Mood,
  seed: number,
  holds: number,
): void {
  for (const [corners, light] of planes)
    c.add(
      polygonOf(corners, light > 0 ? mix(base, mood.light, light) : mix(base, mood.shadow, -light)),
      stroke(`M${corners.map((p) => p.join(" ")).join("L")}Z`, mix(base, mood.shadow, 0.4), 2, 0.5),
    );
  const random = chance(seed);
  for (let i = 0; i < holds; i++) {
    const [corners] = planes[Math.floor(random() * planes.length)]!;
    const [a, b, d, e] = [corners[0]!, corners[1]!, corners[2]!, corners[3] ?? corners[2]!];
    const up = 0.1 + random() * 0.8;
    const at = mixPoint(mixPoint(a, b, up), mixPoint(e, d, up), 0.12 + random() * 0.76);
    c.add(
      hold(
        at[0],
        at[1],
        c.height * (0.011 + random() * 0.011),
        holdColors[Math.floor(random() * 6)] ?? "#e4572e",
        random() * 3,
        mood,
      ),
    );
  }
}
