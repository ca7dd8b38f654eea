/** A long wall being painted. */
import { lit } from "../body.ts";
import { box, disc, fill, group, oval, polygonOf, stroke, type Canvas } from "../canvas.ts";
import { curve, type Point } from "../geometry.ts";
import { moods, type Mood } from "../palette.ts";
import { palm } from "../parts/land.ts";
import { bandedSky, cloud } from "../parts/sky.ts";
import { poses } from "../poses.ts";
import { dressed, regulars } from "../wardrobe.ts";
import { put, type Scenes } from "./stage.ts";

/** A wall painting of the bay: big plain shapes, part of it still bare. */
function painting(c: Canvas, x: number, y: number, width: number, height: number): string {
  const at = (u: number, v: number): Point => [x + u * width, y + v * height];
  const wave = (v: number, amp: number, phase: number): readonly Point[] =>
    Array.from({ length: 11 }, (_, i): Point => at(i / 10, v + Math.sin(i * 1.25 + phase) * amp));
  const below = `L${at(1, 1.1).join(" ")}L${at(0, 1.1).join(" ")}Z`;
  const clip = c.clip(`M${at(0, 0).join(" ")}H${x + width}V${y + height}H${x}Z`);
  const rays = Array.from({ length: 13 }, (_, i) => {
    const a = Math.PI * (1 + i / 12);
    return polygonOf(
      [
        at(0.42, 0.6),
        at(0.42 + Math.cos(a - 0.06) * 0.9, 0.6 + Math.sin(a - 0.06) * 1.7),
        at(0.42 + Math.cos(a + 0.06) * 0.9, 0.6 + Math.sin(a + 0.06) * 1.7),
      ],
      "#f9b36a",
    );
  });
  return group(
    [
      box(x, y, width, height, "#f4795b"),
      ...rays,
      disc(...at(0.42, 0.6), height * 0.34, "#f6c445"),
      disc(...at(0.42, 0.6), height * 0.25, "#ffe3a0"),
      fill(curve(wave(0.6, 0.035, 0)) + below, "#6fc2bd"),
      fill(curve(wave(0.7, 0.04, 2)) + below, "#2b9196"),
      fill(curve(wave(0.81, 0.04, 4)) + below, "#0f6a75"),
      fill(curve(wave(0.92, 0.03, 5)) + below, "#0b4a5a"),
      fill(
        `M${at(0.76, 0).join(" ")}L${at(0.8, 0.2).join(" ")}L${at(0.74, 0.42).join(" ")}L${at(0.8, 0.66).join(" ")}L${at(0.77, 1).join(" ")}H${x + width}V${y}Z`,
        "#f4e6cc",
      ),
      stroke(curve(wave(0.6, 0.035, 0).slice(7)), "#b39a80", 4),
      stroke(curve(wave(0.81, 0.04, 4).slice(7)), "#b39a80", 4),
    ],
    `clip-path="${clip}"`,
  );
}

/** One on the ladder, one at the foot of the wall, one looking on. */
function painters(c: Canvas, mood: Mood): void {
  const light = lit(mood, [-0.5, -0.8], 0.22);
  const rung = (y: number): string => `M${1010 - (860 - y) * 0.06} ${y}H${1090 - (860 - y) * 0.06}`;
  c.add(
    stroke("M1010 880L965 330M1090 880L1045 330", "#5a3626", 12),
    stroke([400, 470, 540, 610, 680, 750, 820].map(rung).join(""), "#5a3626", 9),
  );
  put(
    c,
    { ...poses.paint, turn: 0.6 },
    {
      x: 1012,
      y: 430,
      size: 370,
      anchor: "hip",
      handNear: { to: [1110, 270], bend: -1 },
      handFar: { to: [985, 360], bend: 1 },
      footNear: { to: [1012, 606], bend: 1 },
      footFar: { to: [1040, 536], bend: 1 },
    },
    dressed(regulars.dev, { facing: "side", shoes: "#fff1d6" }),
    light,
    false,
  );
  c.add(stroke("M1110 270L1134 246", "#2a1a1c", 6), oval(1138, 242, 9, 12, "#e4572e"));
  put(
    c,
    { ...poses.paint, armFar: [14, 40] },
    { x: 700, y: 880, size: 430, handNear: { to: [830, 640], bend: -1 } },
    dressed(regulars.cleo, { bottom: "trousers", bottomColor: "#22384a", shoes: "#fff1d6" }),
    light,
  );
  c.add(stroke("M830 640L866 614", "#2a1a1c", 7), oval(870, 610, 10, 14, "#0f8a94"));
  put(c, poses.gaze, { x: 360, y: 900, size: 440 }, dressed(regulars.gia, { facing: "away", swing: 6 }), light);
  for (const [x, color] of [
    [560, "#e4572e"],
    [606, "#f6c445"],
    [880, "#0f8a94"],
  ] as const)
    c.add(box(x, 850, 36, 40, "#e9e2d2", 4), oval(x + 18, 851, 18, 6, color));
}

function mural(c: Canvas): void {
  const mood = moods.afternoon;
  bandedSky(c, mood, 560, 11);
  c.add(
    cloud(320, 110, 420, 56, "#fdf0cf", 0.8),
    cloud(1180, 90, 360, 44, "#fdf0cf", 0.7),
    palm(60, 780, 690, 0.06, "#1e4a52", mood.light),
  );
  c.add(
    box(
      0,
      540,
      140,
      250,
      c.linear(540, 790, [
        [0, "#37a3a3"],
        [0.45, "#0b6670"],
        [0.46, "#f0d6a4"],
        [1, "#d9a873"],
      ]),
    ),
  );
  c.add(box(130, 190, 1330, 600, "#8f5b47"), box(118, 172, 1350, 26, "#6e4238"), painting(c, 170, 226, 1290, 530));
  c.add(
    box(
      0,
      785,
      1440,
      180,
      c.linear(785, 960, [
        [0, "#e2bd8c"],
        [1, "#a8775a"],
      ]),
    ),
    box(0, 785, 1440, 8, "#7a5646"),
  );
  painters(c, mood);
}

export const murals: Scenes = {
  "photo-art-walk-mural": {
    format: "cover",
    alt: "Two friends paint a sun and waves on a long wall while a third looks on",
    draw: mural,
  },
};
