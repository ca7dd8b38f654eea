/** Squares for the group chats, legible at the size of a thumb; and the closer salsa photograph. */
import { lit } from "../body.ts";
import { box, oval, polygonOf, stroke, type Canvas } from "../canvas.ts";
import { points, type Point } from "../geometry.ts";
import { moods, type Mood } from "../palette.ts";
import { cooler, umbrella } from "../parts/evening.ts";
import { beach, castShadow, grass, palm } from "../parts/land.ts";
import { sea } from "../parts/sea.ts";
import { bandedSky, cloud, flock, haloSky, stars, stringLights, sunDisc } from "../parts/sky.ts";
import { board } from "../parts/ride.ts";
import { net, paddle, pickleball, volleyball } from "../parts/sport.ts";
import { poses } from "../poses.ts";
import { dressed, regulars } from "../wardrobe.ts";
import { mirrored, put, type Scenes } from "./stage.ts";
import { deck, salsaPair } from "./evenings.ts";

function chatPickleball(c: Canvas): void {
  const mood: Mood = {
    ...moods.golden,
    sky: ["#1c6a76", "#3f8c8a", "#8fb095", "#e0bf85", "#f7b566", "#f9a558"],
  };
  bandedSky(c, mood, 440, 5);
  sunDisc(c, mood, { x: 360, y: 300, r: 92 }, 0.2);
  c.add(palm(70, 470, 360, 0.1, "#163f47", mood.light), palm(650, 470, 320, -0.08, "#163f47", mood.light));
  c.add(
    box(0, 430, 720, 300, "#2b8a8f"),
    polygonOf(points("0 430, 720 430, 720 452, 0 452"), "#cf6a48"),
    stroke("M0 640H720M360 452V640M0 470H720", "#fff1d6", 8, 0.9),
  );
  c.add(oval(360, 668, 190, 22, mood.shadow, 0.4));
  c.add(
    paddle([452, 690], [413, 658], 318, "#e4572e", "#fff1d6"),
    paddle([268, 690], [307, 658], 318, "#f6c445", "#fff6dc"),
  );
  c.add(pickleball(360, 300, 62, "#e9e34a"));
}

function chatVolleyball(c: Canvas): void {
  const mood = moods.dusk;
  haloSky(c, mood, { x: 360, y: 430, r: 1 }, [700, 540, 400, 290, 190], 0.95);
  sunDisc(c, mood, { x: 360, y: 400, r: 104 }, 0.2);
  sea(c, mood, { top: 500, bottom: 600, sunX: 360, seed: 5, spread: 0.16 });
  beach(c, mood, { y: 596, seed: 7, lightX: 360 });
  put(
    c,
    poses.block,
    { x: 545, y: 420, size: 420, anchor: "hip", flip: true },
    regulars.hugo,
    lit(mood, [-0.6, -0.6], 0.5),
    690,
  );
  c.add(
    net(
      {
        from: [-30, 735],
        to: [760, 735],
        top: 400,
        drop: 190,
        color: "#15202f",
        tape: "#fff1d6",
        mesh: 24,
      },
      1,
    ),
  );
  put(
    c,
    poses.spike,
    { x: 185, y: 420, size: 440, anchor: "hip" },
    dressed(regulars.ana, { swing: -40 }),
    lit(mood, [0.6, -0.6], 0.46),
    700,
  );
  c.add(volleyball(c, 352, 108, 46, mood, 20));
}

function chatRuns(c: Canvas): void {
  const mood: Mood = {
    ...moods.sunrise,
    sky: ["#4b7d97", "#93a3ab", "#dba39a", "#f9a186", "#ffbd94", "#ffd7ac"],
    sea: ["#e3a492", "#48708a"],
  };
  haloSky(c, mood, { x: 360, y: 420, r: 1 }, [640, 490, 370, 265, 180], 0.95);
  sunDisc(c, mood, { x: 360, y: 350, r: 128 }, 0.22);
  sea(c, mood, { top: 460, bottom: 580, sunX: 360, seed: 5, spread: 0.18 });
  beach(c, mood, { y: 572, seed: 7, lightX: 360 });
  const runner = put(
    c,
    poses.runAir,
    { x: 350, y: 655, size: 500 },
    dressed(regulars.cleo, { shoes: "#fff1dd", topColor: "#e4572e", bottomColor: "#22384a" }),
    lit(mood, [0.4, -0.8], 0.4, 1),
    false,
  );
  c.add(mirrored(runner, 664, 0.22), flock(70, 130, 28, 4, "#5c7d92"));
}

const lamps: Mood = {
  ...moods.ember,
  sky: ["#10293a", "#1a4250", "#4f5a5e", "#a65f52", "#e0734e", "#fa9d5e"],
  sea: ["#a8614f", "#12313f"],
};

function chatDance(c: Canvas): void {
  haloSky(c, lamps, { x: 360, y: 440, r: 1 }, [640, 490, 380, 280, 190], 0.95);
  stars(c, 200, 24, 7);
  sea(c, lamps, { top: 500, bottom: 570, sunX: 360, seed: 9, spread: 0.12 });
  deck(c, 566, "#3a2230", "#a8553f", "#2a1a2c");
  c.add(stringLights(c, [-20, 30], [740, 90], 60, 9, 9, "#ffce7a"), oval(360, 668, 240, 22, "#ffb36a", 0.2));
  salsaPair(c, 360, 675, 470, lamps, {
    lead: dressed(regulars.hugo, {
      topColor: "#f4e6cc",
      bottom: "trousers",
      bottomColor: "#22384a",
      shoes: "#1d1628",
    }),
    follow: dressed(regulars.gia, {
      bottom: "dress",
      topColor: "#f6c445",
      bottomColor: "#f6c445",
      swing: -60,
      shoes: "#1d1628",
    }),
  });
}

function chatOther(c: Canvas): void {
  const mood = moods.afternoon;
  bandedSky(c, mood, 420, 15);
  sunDisc(c, mood, { x: 560, y: 190, r: 62 }, 0.24);
  c.add(cloud(180, 170, 260, 40, "#fdf0cf", 0.8), flock(300, 90, 26, 4, "#256f78"));
  sea(c, mood, { top: 380, bottom: 480, sunX: 560, seed: 17, spread: 0.12 });
  beach(c, mood, { y: 472, seed: 19, slope: 10, lightX: 420 });
  c.add(castShadow(330, 622, -230, mood.shadow, 0.28), umbrella(300, 640, 430, ["#e4572e", "#fff1d6"], "#5a3626"));
  c.add(board([590, 660], [640, 300], 36, "#0f8a94", "#fff1d6"), oval(592, 658, 60, 9, mood.shadow, 0.3));
  const towel: readonly Point[] = points("90 640, 300 620, 380 668, 150 692");
  c.add(
    polygonOf(towel, "#f6c445"),
    polygonOf(points("140 635, 180 631, 246 682, 204 686"), "#fff1d6"),
    cooler(455, 655, 120, "#0b6670", "#fff1d6"),
    volleyball(c, 350, 640, 30, mood, 15),
  );
  c.add(grass(690, 735, 130, 24, "#2c4a42", 23, 2, "#a56a4d"));
}

function salsaNight(c: Canvas): void {
  const mood: Mood = {
    ...moods.night,
    sky: ["#0c2233", "#133848", "#1f5560", "#4a6f6b", "#b5835f", "#ec9a5f"],
    sea: ["#4f6f6c", "#0c2c40"],
    light: "#ffc27a",
  };
  bandedSky(c, mood, 560, 25);
  stars(c, 280, 50, 27);
  sea(c, mood, { top: 520, bottom: 620, sunX: 1100, seed: 29, spread: 0.06, light: 0.6 });
  c.add(palm(1360, 700, 620, -0.08, "#0c2030", mood.light));
  deck(c, 615, "#2a1c28", "#7d4a3b", "#1c141f");
  c.add(
    stringLights(c, [-30, 60], [1480, 130], 110, 17, 10, "#ffce7a"),
    stringLights(c, [-30, 210], [1480, 20], 110, 17, 9, "#ffce7a"),
  );
  const crowd = [
    [90, 760, 380, regulars.jon, false],
    [250, 750, 350, regulars.ella, false],
    [1130, 755, 370, regulars.finn, true],
    [1290, 770, 380, regulars.cleo, true],
  ] as const;
  crowd.forEach(([x, y, size, who, flip], i) =>
    put(
      c,
      i % 2 ? { ...poses.stand, armNear: [36, 128], armFar: [46, 134] } : poses.sway,
      { x, y, size, flip },
      who,
      lit(mood, [flip ? -0.5 : 0.5, -0.8], 0.5, 1),
      false,
    ),
  );
  c.add(oval(700, 900, 380, 40, "#ffb36a", 0.2), castShadow(560, 900, 420, mood.shadow, 0.4));
  const light = lit(mood, [0.1, -0.95], 0.3, 1);
  put(
    c,
    {
      ...poses.dip,
      lean: -46,
      head: -74,
      armNear: [-150, -128],
      legNear: [42, 2, 80],
      legFar: [92, 62, 130],
    },
    { x: 690, y: 905, size: 560, handFar: { to: [860, 560], bend: -1 } },
    dressed(regulars.iris, { swing: 10, shoes: "#1d1628" }),
    light,
    false,
  );
  put(
    c,
    { ...poses.lead, lean: 20, head: 24, turn: 0.4, legNear: [44, -4, 84], legFar: [-32, -40, 30] },
    {
      x: 905,
      y: 900,
      size: 590,
      flip: true,
      handNear: { to: [612, 660], bend: 1 },
      handFar: { to: [850, 575], bend: -1 },
    },
    dressed(regulars.dev, { bottom: "trousers", bottomColor: "#22384a", shoes: "#1d1628" }),
    light,
    false,
  );
}

export const chats: Scenes = {
  "chat-pickleball": {
    format: "square",
    alt: "Two pickleball paddles and a ball on a court at sundown",
    draw: chatPickleball,
  },
  "chat-volleyball": {
    format: "square",
    alt: "A spike and a block meet over the net in front of the sun",
    draw: chatVolleyball,
  },
  "chat-yoga-runs-workouts": {
    format: "square",
    alt: "A runner in full stride in front of the rising sun",
    draw: chatRuns,
  },
  "chat-dance": { format: "square", alt: "A couple dances under string lights", draw: chatDance },
  "chat-other-events": {
    format: "square",
    alt: "A striped umbrella, a board, a ball and a cool box on the sand",
    draw: chatOther,
  },
  "photo-salsa-night": {
    format: "cover",
    alt: "A dancer dips his partner on a lamp-lit deck while friends clap",
    draw: salsaNight,
  },
};
