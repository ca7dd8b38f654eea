/** Pickleball on the court. */
import { lit } from "../body.ts";
import { box, fill, oval, polygonOf, stroke, type Canvas } from "../canvas.ts";
import { mixPoint, points, polygon, type Point } from "../geometry.ts";
import { mix, moods, type Mood } from "../palette.ts";
import { castShadow, grass, palm } from "../parts/land.ts";
import { sea } from "../parts/sea.ts";
import { bandedSky, cloud, streak, sunDisc } from "../parts/sky.ts";
import { net, paddle, pickleball } from "../parts/sport.ts";
import { poses } from "../poses.ts";
import { dressed, regulars } from "../wardrobe.ts";
import { put, type Scenes } from "./stage.ts";

/** A court in perspective; lines run from the near edge to the far one. */
function court(c: Canvas, corners: readonly Point[], surface: string, apron: string, line: string, mood: Mood): void {
  const [nl = [0, 0], nr = nl, fr = nr, fl = nl] = corners;
  const at = (u: number, v: number): Point => mixPoint(mixPoint(nl, nr, u), mixPoint(fl, fr, u), v);
  const wash = c.linear(fl[1], nl[1], [
    [0, mix(surface, mood.light, 0.35)],
    [1, mix(surface, mood.shadow, 0.18)],
  ]);
  c.add(
    box(
      0,
      fl[1] - 26,
      c.width,
      c.height,
      c.linear(fl[1] - 26, c.height, [
        [0, mix(apron, mood.light, 0.3)],
        [1, mix(apron, mood.shadow, 0.35)],
      ]),
    ),
  );
  c.add(fill(polygon([nl, nr, fr, fl]), wash));
  c.add(polygonOf([at(0.34, 0), at(0.66, 0), at(0.66, 1), at(0.34, 1)], mix(surface, apron, 0.55), 0.55));
  const mark = (a: Point, b: Point, w = 7): string => stroke(`M${a.join(" ")}L${b.join(" ")}`, line, w, 0.9);
  c.add(
    mark(nl, nr),
    mark(fl, fr, 4),
    mark(nl, fl),
    mark(nr, fr),
    mark(at(0.34, 0), at(0.34, 1), 5),
    mark(at(0.66, 0), at(0.66, 1), 5),
    mark(at(0, 0.5), at(0.34, 0.5), 5),
    mark(at(0.66, 0.5), at(1, 0.5), 5),
  );
}

/** Two pairs, the net between them and the ball in the air. */
function rallyPlayers(c: Canvas, mood: Mood): void {
  const light = lit(mood, [0.5, -0.7], 0.34);
  const back = put(
    c,
    poses.volley,
    { x: 1075, y: 676, size: 270, flip: true },
    dressed(regulars.gia, { shoes: "#fff1d6" }),
    lit(mood, [-0.4, -0.8], 0.34),
    false,
  );
  c.add(paddle(back.armNear.end, back.armNear.tip, 76, "#e4572e", "#ffe7c2"));
  c.add(
    net(
      {
        from: [505, 925],
        to: [845, 600],
        top: 225,
        drop: 205,
        color: "#20343f",
        tape: "#fff3d6",
        mesh: 20,
      },
      0.62,
    ),
  );
  const mate = put(
    c,
    poses.ready,
    { x: 520, y: 690, size: 300 },
    dressed(regulars.finn, { shoes: "#fff1d6" }),
    light,
    false,
  );
  c.add(paddle(mate.armNear.end, mate.armNear.tip, 76, "#22384a", "#fff4d8"));
  const near = put(
    c,
    poses.forehand,
    { x: 250, y: 880, size: 460 },
    dressed(regulars.dev, { shoes: "#fff1d6" }),
    light,
    false,
  );
  c.add(paddle(near.armNear.end, near.armNear.tip, 120, "#f6c445", "#fff4d8", -12));
  const right = put(
    c,
    poses.backhand,
    { x: 1275, y: 856, size: 420, flip: true },
    dressed(regulars.cleo, { shoes: "#fff1d6" }),
    lit(mood, [-0.2, -0.9], 0.34),
    false,
  );
  c.add(paddle(right.armNear.end, right.armNear.tip, 102, "#8fd0cf", "#fff4d8", 8));
  c.add(pickleball(640, 440, 20, "#f4e04d"), oval(640, 842, 20, 5, mood.shadow, 0.3));
}

function rally(c: Canvas): void {
  const mood: Mood = {
    ...moods.golden,
    sky: ["#1c6a76", "#3f8c8a", "#86ab93", "#d9bd85", "#f5b869", "#f9a95c"],
  };
  bandedSky(c, mood, 470, 17);
  sunDisc(c, mood, { x: 1010, y: 330, r: 82 }, 0.2);
  c.add(
    streak(860, 250, 520, 22, "#fff0cc", 0.5),
    streak(1260, 190, 380, 18, "#fff0cc", 0.45),
    streak(300, 300, 420, 16, "#ffe3b0", 0.5),
  );
  sea(c, mood, { top: 440, bottom: 540, sunX: 1010, seed: 25, spread: 0.1 });
  c.add(
    palm(150, 560, 470, -0.06, "#163f47", mood.light),
    palm(285, 560, 340, 0.14, "#1b4a50", mood.light),
    palm(1345, 560, 420, 0.08, "#163f47", mood.light),
  );
  const hedge = "#1d4a4a";
  c.add(
    fill(
      "M0 545C80 505 150 520 230 512C340 500 420 530 520 520C640 508 760 528 880 518C1010 506 1130 532 1240 516C1330 504 1400 520 1440 512V580H0Z",
      hedge,
    ),
  );
  court(c, points("-420 925, 1430 925, 1400 600, 290 600"), "#2b8a8f", "#cf6a48", "#fff1d6", mood);
  c.add(castShadow(240, 872, -330, mood.shadow, 0.35), castShadow(1260, 850, -280, mood.shadow, 0.35));
  rallyPlayers(c, mood);
}

function doubles(c: Canvas): void {
  const mood: Mood = {
    ...moods.sunrise,
    sky: ["#2e7f8d", "#6aa7a2", "#b9c3a1", "#f0c690", "#fbb983", "#ffcfa0"],
    light: "#fff0cf",
    shadow: "#23304a",
  };
  bandedSky(c, mood, 500, 51);
  sunDisc(c, mood, { x: 300, y: 300, r: 66 }, 0.22);
  c.add(cloud(930, 240, 480, 60, "#fff3dc", 0.7), cloud(1280, 170, 300, 36, "#fff3dc", 0.6));
  c.add(
    fill(
      "M0 470C120 410 230 440 340 420C520 392 640 440 800 424C980 404 1120 446 1250 420C1340 404 1400 424 1440 416V520H0Z",
      "#2c6666",
    ),
  );
  c.add(
    palm(1180, 480, 330, 0.1, "#215557", mood.light),
    palm(1290, 480, 400, -0.08, "#1d4e52", mood.light),
    palm(620, 480, 250, 0.1, "#2c6666", mood.light),
  );
  court(c, points("-260 1010, 1700 1010, 1150 520, 290 520"), "#c9603f", "#2b7f86", "#fff1d6", mood);
  const light = lit(mood, [-0.5, -0.8], 0.26);
  c.add(castShadow(560, 706, 250, mood.shadow, 0.3), castShadow(930, 676, 220, mood.shadow, 0.3));
  const smash = put(
    c,
    poses.overhead,
    { x: 520, y: 700, size: 370 },
    dressed(regulars.ella, { shoes: "#fff1d6", bottom: "skirt" }),
    light,
    false,
  );
  c.add(paddle(smash.armNear.end, smash.armNear.tip, 92, "#0f8a94", "#fff4d8"));
  const partner = put(
    c,
    poses.ready,
    { x: 930, y: 670, size: 340 },
    dressed(regulars.hugo, { shoes: "#fff1d6", topColor: "#f6c445", bottomColor: "#22384a" }),
    light,
    false,
  );
  c.add(
    paddle(partner.armNear.end, partner.armNear.tip, 84, "#22384a", "#fff4d8"),
    pickleball(720, 230, 17, "#f4e04d"),
  );
  c.add(
    net(
      {
        from: [-40, 850],
        to: [1480, 850],
        top: 190,
        drop: 178,
        color: "#1f3844",
        tape: "#fff6e2",
        mesh: 54,
      },
      1,
    ),
  );
  framing(c, mood);
}

/** Near grass at the corners frames the court without hiding play. */
const framing = (c: Canvas, mood: Mood): void =>
  c.add(
    grass(40, 990, 200, 30, mix("#215557", mood.shadow, 0.4), 61, 3, "#d99a63"),
    grass(1410, 990, 170, 26, mix("#215557", mood.shadow, 0.4), 63, 2, "#d99a63"),
  );

export const courts: Scenes = {
  pickleball: {
    format: "cover",
    alt: "A pickleball rally on a teal court between palms, the sun going down over the sea",
    draw: rally,
  },
  "photo-pickleball-doubles": {
    format: "cover",
    alt: "A pickleball player smashes overhead while her partner waits at the ready behind the net",
    draw: doubles,
  },
};
