/** The bonfire hero; see heroes.ts. */
import { lit } from "../body.ts";
import type { Canvas } from "../canvas.ts";
import { moods, mix } from "../palette.ts";
import { poses } from "../poses.ts";
import { bonfire, cooler, guitar, log, sparks } from "../parts/evening.ts";
import { beach, grass } from "../parts/land.ts";
import { pier } from "../parts/pier.ts";
import { sea } from "../parts/sea.ts";
import { haloSky, moon, stars } from "../parts/sky.ts";
import { dressed, regulars } from "../wardrobe.ts";
import { put } from "./stage.ts";

const fireLight = (x: number) => lit(moods.night, [x, -0.15], 0.52, 1);

/** People around the fire, sized `k`, with the fire at x, y. */
function circle(c: Canvas, x: number, y: number, k: number): void {
  const { night } = moods;
  const wood = "#241824";
  const rim = "#d9783f";
  c.add(
    log(x - 1.02 * k, y - 0.02 * k, 0.62 * k, 0.15 * k, wood, rim),
    log(x + 1.06 * k, y - 0.02 * k, 0.66 * k, 0.15 * k, wood, rim),
  );
  put(
    c,
    poses.stand,
    { x: x - 0.36 * k, y: y - 0.06 * k, size: k * 0.98 },
    dressed(regulars.hugo, { bottom: "trousers" }),
    fireLight(0.8),
    false,
  );
  put(
    c,
    { ...poses.shoulderHug, armNear: [-10, 30], armFar: [60, 30] },
    { x: x + 0.36 * k, y: y - 0.08 * k, size: k * 0.92, flip: true },
    dressed(regulars.gia, { top: "hoodie", topColor: "#e9d9bd" }),
    fireLight(-0.8),
    false,
  );
  put(
    c,
    poses.sit,
    { x: x - 1.12 * k, y: y - 0.15 * k, size: k * 1.02, anchor: "hip" },
    regulars.cleo,
    fireLight(0.9),
    false,
  );
  put(
    c,
    poses.guitar,
    { x: x + 1.08 * k, y: y - 0.15 * k, size: k * 1.04, anchor: "hip", flip: true },
    regulars.jon,
    fireLight(-0.9),
    false,
  );
  c.add(
    guitar(
      [x + 0.94 * k, y - 0.24 * k],
      [x + 0.5 * k, y - 0.42 * k],
      k * 0.2,
      mix("#c97a3d", night.shadow, 0.25),
      "#2a1a1c",
    ),
  );
}

export function bonfireWide(c: Canvas): void {
  const { night } = moods;
  haloSky(c, night, { x: 1400, y: 660, r: 1 }, [1300, 960, 700, 470, 260], 0.75);
  stars(c, 560, 150, 11);
  c.add(moon(1110, 190, 44, "#f3ead2"));
  sea(c, night, {
    top: 610,
    bottom: 760,
    sunX: 1110,
    seed: 7,
    spread: 0.06,
    fade: 0.6,
    light: 0.5,
  });
  pier(c, {
    from: [-60, 520],
    to: [760, 586],
    waterFrom: 690,
    waterTo: 622,
    thick: 15,
    color: "#081827",
    lamp: "#ffc873",
  });
  beach(c, night, { y: 750, seed: 9, slope: -16, lightX: 1400 });
  circle(c, 1400, 905, 330);
  c.add(bonfire(c, 1400, 925, 240, 0.1), sparks(1400, 720, 260, 620, 46, 5, 14));
  put(
    c,
    { ...poses.sitBack, head: 4 },
    { x: 1180, y: 1010, size: 350, anchor: "hip" },
    dressed(regulars.ella, {
      top: "hoodie",
      topColor: "#c65a4a",
      bottom: "leggings",
      bottomColor: "#33415a",
    }),
    fireLight(0.7),
    false,
  );
  c.add(cooler(1690, 1010, 120, "#8b3a2e", "#e9d9bd"));
  c.add(
    grass(1870, 1100, 240, 34, "#0a0f1d", 31, 4, "#4a2f2a"),
    grass(70, 1110, 220, 32, "#070d19", 33, 4, "#1d2433"),
    grass(980, 1120, 110, 20, "#0a0f1d", 35),
  );
}

export function bonfireTall(c: Canvas): void {
  const { night } = moods;
  haloSky(c, night, { x: 540, y: 900, r: 1 }, [1150, 860, 620, 420, 250], 0.8);
  stars(c, 800, 130, 12);
  c.add(moon(850, 660, 40, "#f3ead2"));
  sea(c, night, { top: 850, bottom: 990, sunX: 850, seed: 8, spread: 0.1, fade: 0.4, light: 0.5 });
  pier(c, {
    from: [-50, 770],
    to: [420, 826],
    waterFrom: 920,
    waterTo: 862,
    thick: 12,
    color: "#081827",
    lamp: "#ffc873",
  });
  beach(c, night, { y: 980, seed: 9, slope: -10, lightX: 540 });
  circle(c, 540, 1210, 318);
  c.add(bonfire(c, 540, 1240, 240, 0.1), sparks(540, 1050, 240, 520, 40, 5, 14));
  c.add(cooler(900, 1350, 112, "#8b3a2e", "#e9d9bd"));
  c.add(grass(1010, 1470, 210, 32, "#0a0f1d", 31, 3, "#4a2f2a"), grass(70, 1470, 230, 32, "#0a0f1d", 33, 4, "#4a2f2a"));
}
