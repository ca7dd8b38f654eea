/** The pier: far off on its pilings, or underfoot with planks running to the horizon. */
import { box, disc, fill, group, polygonOf, stroke, type Canvas } from "../canvas.ts";
import { mixNumber, polygon, polyline, type Point } from "../geometry.ts";
import { mix, type Mood } from "../palette.ts";

export type Pier = {
  /** From land to head; the deck falls with distance toward the horizon. */
  readonly from: Point;
  readonly to: Point;
  readonly waterFrom: number;
  readonly waterTo: number;
  readonly thick: number;
  readonly color: string;
  readonly lamp?: string;
  readonly spans?: number;
};

type Place = {
  readonly x: number;
  readonly deck: number;
  readonly water: number;
  readonly k: number;
};

/** Two pilings spread toward the water, tied under the deck. */
function pilingPair({ x, deck, water, k }: Place, p: Pier): string {
  const w = p.thick * 0.62 * k;
  const lean = w * 0.9;
  const piling = (side: number): string =>
    fill(
      polygon([
        [x - w / 2 + side * lean, deck],
        [x + w / 2 + side * lean, deck],
        [x + w / 2 + side * lean * 1.5, water],
        [x - w / 2 + side * lean * 1.5, water],
      ]),
      p.color,
    );
  const tie = box(x - lean * 2, deck + p.thick * k * 1.4, lean * 4, w * 0.7, p.color);
  return piling(-1) + piling(1) + tie;
}

function lampPost(canvas: Canvas, { x, deck, k }: Place, p: Pier): string {
  const w = p.thick * 0.62 * k;
  const tall = p.thick * k * 3.4;
  const post = box(x - w * 0.16, deck - tall, w * 0.32, tall, p.color) + box(x, deck - tall, w * 1.5, w * 0.3, p.color);
  if (!p.lamp) return post;
  const [lampX, lampY, reach] = [x + w * 1.4, deck - tall + w * 0.6, w * 2.6];
  const halo = canvas.radial(lampX, lampY, reach, [
    [0, p.lamp, 0.7],
    [1, p.lamp, 0],
  ]);
  return post + disc(lampX, lampY, reach, halo) + disc(lampX, deck - tall + w * 0.5, w * 0.42, p.lamp);
}

/** Drawn in perspective: spans, pilings and lamps shrink toward the head. */
export function pier(canvas: Canvas, p: Pier): void {
  const ratio = 0.28;
  const at = (u: number): Place => {
    const t = u / (u + (1 - u) * ratio);
    const s = p.from[0] === p.to[0] ? u : t;
    return {
      x: mixNumber(p.from[0], p.to[0], s),
      deck: mixNumber(p.from[1], p.to[1], s),
      water: mixNumber(p.waterFrom, p.waterTo, s),
      k: mixNumber(1, ratio, s),
    };
  };
  const spans = p.spans ?? 12;
  const parts: string[] = [];
  for (let i = 0; i <= spans; i++) {
    const place = at(i / spans);
    parts.push(pilingPair(place, p));
    if (i % 3 === 1) parts.push(lampPost(canvas, place, p));
  }
  const [a, b] = [at(0), at(1)];
  parts.push(
    fill(
      polygon([
        [a.x, a.deck],
        [b.x, b.deck],
        [b.x, b.deck + p.thick * b.k],
        [a.x, a.deck + p.thick * a.k],
      ]),
      p.color,
    ),
  );
  for (const up of [0.85, 1.35])
    parts.push(
      stroke(
        polyline([
          [a.x, a.deck - p.thick * a.k * up],
          [b.x, b.deck - p.thick * b.k * up],
        ]),
        p.color,
        p.thick * 0.16,
      ),
    );
  parts.push(pavilion(b.x, b.deck, p.thick * 4.2 * b.k, p.color));
  canvas.add(group(parts));
}

/** The roofed head of the pier. */
function pavilion(x: number, y: number, size: number, color: string): string {
  const posts = [-1, -0.35, 0.35, 1].map((u) =>
    box(x + u * size - size * 0.05, y - size * 0.85, size * 0.1, size * 0.9, color),
  );
  return (
    posts.join("") +
    polygonOf(
      [
        [x - size * 1.4, y - size * 0.8],
        [x - size * 0.55, y - size * 1.3],
        [x + size * 0.55, y - size * 1.3],
        [x + size * 1.4, y - size * 0.8],
      ],
      color,
    )
  );
}

/** Seen from on the deck: planks to a vanishing point, railings both sides. */
export function pierDeck(canvas: Canvas, mood: Mood, vanish: Point, halfNear: number): void {
  const { height } = canvas;
  const bottom = height + 10;
  const end = vanish[1] + (bottom - vanish[1]) * 0.055;
  const halfEnd = halfNear * 0.055;
  const edge = (side: number, y: number): number => {
    const t = (y - vanish[1]) / (bottom - vanish[1]);
    return vanish[0] + side * halfNear * t;
  };
  const wash = canvas.linear(end, bottom, [
    [0, mix(mood.sand[0], mood.light, 0.4)],
    [0.25, mix(mood.sand[1], mood.sand[0], 0.4)],
    [1, mood.sand[2]],
  ]);
  canvas.add(
    fill(
      polygon([
        [vanish[0] - halfEnd, end],
        [vanish[0] + halfEnd, end],
        [edge(1, bottom), bottom],
        [edge(-1, bottom), bottom],
      ]),
      wash,
    ),
  );
  // Boards of one width stand closer and closer together toward the horizon.
  for (let i = 1; i < 110; i++) {
    const y = vanish[1] + (bottom - vanish[1]) * (0.055 / (1 - (i / 110) * 0.945));
    const w = Math.max(0.5, (y - vanish[1]) * 0.0075);
    canvas.add(
      stroke(
        polyline([
          [edge(-1, y), y],
          [edge(1, y), y],
        ]),
        mood.shadow,
        w,
        0.35,
      ),
    );
  }
  for (const side of [-1, 1])
    canvas.add(railing(mood, side, (t) => edge(side, vanish[1] + (bottom - vanish[1]) * t), vanish[1], bottom));
}

function railing(mood: Mood, side: number, x: (t: number) => number, top: number, bottom: number): string {
  const dark = mix(mood.shadow, mood.far, 0.25);
  const height = (bottom - top) * 0.62;
  const y = (t: number): number => top + (bottom - top) * t;
  const parts: string[] = [];
  for (const up of [1, 0.68, 0.36]) {
    const w = (t: number): number => height * 0.05 * t * (up === 1 ? 1.5 : 1);
    parts.push(
      fill(
        polygon([
          [x(0.055), y(0.055) - height * up * 0.055 - w(0.055)],
          [x(1.1), y(1.1) - height * up * 1.1 - w(1.1)],
          [x(1.1), y(1.1) - height * up * 1.1 + w(1.1)],
          [x(0.055), y(0.055) - height * up * 0.055 + w(0.055)],
        ]),
        dark,
      ),
    );
    if (up === 1)
      parts.push(
        stroke(
          polyline([
            [x(0.06), y(0.06) - height * 0.06 - w(0.06)],
            [x(1.1), y(1.1) - height * 1.1 - w(1.1)],
          ]),
          mood.light,
          2.4,
          0.75,
        ),
      );
  }
  for (let i = 0; i < 9; i++) {
    const t = 0.06 / (1 - (i / 9) * 0.945);
    const w = height * 0.075 * t;
    parts.push(
      box(x(t) - w / 2, y(t) - height * t * 1.06, w, height * t * 1.08, dark),
      box(x(t) - (side * w) / 2 - 1, y(t) - height * t, 2 * Math.min(1, t + 0.3), height * t, mood.light),
    );
  }
  return group(parts);
}
