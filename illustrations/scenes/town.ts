/** Around the beach: the art walk. */
import { lit } from "../body.ts";
import { box, disc, fill, group, polygonOf, stroke, type Canvas } from "../canvas.ts";
import { chance, type Point } from "../geometry.ts";
import { mix, moods, type Mood } from "../palette.ts";
import { easel } from "../parts/evening.ts";
import { castShadow, palm } from "../parts/land.ts";
import { bandedSky, streak, stringLights } from "../parts/sky.ts";
import { poses } from "../poses.ts";
import { dressed, regulars } from "../wardrobe.ts";
import { glow } from "./evenings.ts";
import { put, type Scenes } from "./stage.ts";

/** House fronts as flat blocks, lit doors and awnings. */
function facades(c: Canvas, base: number, tones: readonly string[], windowColor: string, seed: number): void {
  const random = chance(seed);
  let x = -20;
  tones.forEach((tone, i) => {
    const width = 210 + random() * 110;
    const top = base - 300 - random() * 170;
    c.add(
      box(
        x,
        top,
        width,
        base - top,
        c.linear(top, base, [
          [0, mix(tone, "#14212b", 0.12)],
          [1, tone],
        ]),
      ),
      box(x - 4, top - 12, width + 8, 16, mix(tone, "#14212b", 0.3)),
    );
    const wide = width * 0.24;
    for (let row = top + 42; row < base - 210; row += 112)
      for (const u of [0.16, 0.6])
        c.add(box(x + width * u, row, wide, 62, random() < 0.62 ? windowColor : mix(tone, "#14212b", 0.4), 4));
    const shop: Point = [x + width * 0.1, base - 150];
    c.add(
      box(shop[0], shop[1], width * 0.48, 150, mix(windowColor, tone, 0.12), 3),
      box(x + width * 0.66, base - 140, width * 0.22, 140, mix(tone, "#14212b", 0.5), 3),
    );
    for (let s = 0; s < 6; s++)
      c.add(
        polygonOf(
          [
            [x + 6 + ((width - 12) * s) / 6, base - 186],
            [x + 6 + ((width - 12) * (s + 1)) / 6, base - 186],
            [x + 2 + ((width - 4) * (s + 1)) / 6, base - 146],
            [x + 2 + ((width - 4) * s) / 6, base - 146],
          ],
          s % 2 ? "#f4e6cc" : (["#e4572e", "#0f8a94", "#f6c445"][i % 3] ?? "#e4572e"),
        ),
      );
    c.add(framedSea(shop[0] + width * 0.12, base - 122, 56, 74, i));
    x += width + 4;
  });
}

/** A small picture of the sea, as hangs in a gallery window. */
function framedSea(x: number, y: number, width: number, height: number, kind: number): string {
  const [sky, low] = [
    ["#f6c445", "#0b6670"],
    ["#f0795a", "#14505f"],
    ["#8fd0cf", "#e4572e"],
  ][kind % 3] ?? ["#f6c445", "#0b6670"];
  return group([
    box(x - 4, y - 4, width + 8, height + 8, "#fff4de", 2),
    box(x, y, width, height, sky ?? "#f6c445"),
    disc(x + width * 0.62, y + height * 0.42, width * 0.2, "#fff0c8"),
    fill(
      `M${x} ${y + height * 0.6}Q${x + width * 0.3} ${y + height * 0.48} ${x + width * 0.55} ${y + height * 0.62}T${x + width} ${y + height * 0.56}V${y + height}H${x}Z`,
      low ?? "#0b6670",
    ),
  ]);
}

/** People on the street, and the painter at her easel. */
function strollers(c: Canvas, mood: Mood): void {
  const light = lit(mood, [0.4, -0.8], 0.36);
  put(c, poses.walk, { x: 560, y: 790, size: 300, flip: true }, dressed(regulars.finn, {}), light);
  put(c, poses.stroll, { x: 640, y: 800, size: 290, flip: true }, dressed(regulars.gia, { swing: -8 }), light);
  put(
    c,
    poses.gaze,
    { x: 870, y: 770, size: 280 },
    dressed(regulars.hugo, { facing: "away", bottom: "trousers" }),
    light,
  );
  const stand = easel(1080, 905, 430, "#5a3626", "#fff4de");
  c.add(
    castShadow(1080, 900, -260, mood.shadow, 0.3),
    stand.svg,
    framedSea(stand.board.x + 14, stand.board.y + 14, stand.board.width - 28, stand.board.height - 28, 1),
  );
  put(
    c,
    poses.paint,
    { x: 1255, y: 915, size: 460, flip: true, handNear: { to: [1150, 640], bend: -1 } },
    dressed(regulars.cleo, {
      bottom: "trousers",
      bottomColor: "#22384a",
      topColor: "#f4e6cc",
      shoes: "#e4572e",
    }),
    light,
  );
  c.add(stroke("M1152 640L1120 626", "#2a1a1c", 6));
  put(c, poses.walk, { x: 260, y: 910, size: 470 }, dressed(regulars.iris, { swing: -16, shoes: "#2a1a1c" }), light);
  put(
    c,
    { ...poses.stroll, armNear: [30, 100], armFar: [20, 10] },
    { x: 110, y: 900, size: 490 },
    dressed(regulars.ben, { top: "tee", topColor: "#f4e6cc", shoes: "#fff1dd" }),
    light,
  );
}

function artWalk(c: Canvas): void {
  const mood: Mood = {
    ...moods.dusk,
    sky: ["#1b4a60", "#33707c", "#8a8f88", "#e0926f", "#f9a06a", "#ffb97d"],
  };
  bandedSky(c, mood, 620, 7);
  c.add(streak(300, 110, 460, 20, "#ffd7b0", 0.4), streak(1050, 170, 520, 22, "#ffd7b0", 0.4));
  c.add(palm(80, 660, 520, 0.1, "#173f4d", mood.light));
  facades(c, 690, ["#a2584a", "#2f7078", "#c98a5e", "#4a5566", "#b56a50", "#2f7078", "#a2584a"], "#ffd98f", 22);
  c.add(
    box(
      0,
      688,
      1440,
      272,
      c.linear(688, 960, [
        [0, "#8d6a62"],
        [1, "#3a3346"],
      ]),
    ),
    box(0, 688, 1440, 12, "#5a4652"),
  );
  for (let i = -8; i <= 8; i++) c.add(stroke(`M${720 + i * 110} 700L${720 + i * 230} 960`, "#2c2838", 2, 0.35));
  for (const y of [738, 800, 884]) c.add(stroke(`M0 ${y}H1440`, "#2c2838", 2, 0.35));
  c.add(
    stringLights(c, [-40, 120], [1480, 250], 110, 18, 8, glow),
    stringLights(c, [-40, 290], [1480, 90], 110, 18, 8, glow),
  );
  strollers(c, mood);
}

export const town: Scenes = {
  "art-walk": {
    format: "cover",
    alt: "People stroll past lit galleries at dusk while a painter works at an easel",
    draw: artWalk,
  },
};
