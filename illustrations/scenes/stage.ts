/** What every scene shares: its sizes, its shape as data, and putting a figure on the ground. */
import { draw, type Drawn, type Lighting } from "../body.ts";
import { group, type Canvas } from "../canvas.ts";
import type { Placement, Pose } from "../figure.ts";
import { castShadow } from "../parts/land.ts";
import type { Person } from "../wardrobe.ts";

export const formats = {
  wide: { width: 1920, height: 1080, widths: [960, 1440, 1920] },
  tall: { width: 1080, height: 1440, widths: [480, 828, 1080] },
  cover: { width: 1440, height: 960, widths: [240, 480, 750, 960, 1440] },
  portrait: { width: 960, height: 1200, widths: [480, 750, 960] },
  square: { width: 720, height: 720, widths: [180, 360, 720] },
  poster: { width: 960, height: 640, widths: [480, 960] },
} as const;

export type Format = keyof typeof formats;

export type Scene = {
  readonly format: Format;
  readonly alt: string;
  readonly draw: (canvas: Canvas) => void;
};

export type Scenes = Readonly<Record<string, Scene>>;

/** Draws a figure with the shadow its light throws on the ground (`false` in the air or on a board). */
export function put(
  canvas: Canvas,
  pose: Pose,
  place: Placement,
  who: Person,
  light: Lighting,
  ground: number | false = place.y,
): Drawn {
  const drawn = draw(canvas, pose, place, who, light);
  if (ground !== false) {
    const way = light.from[0] > 0 ? -1 : 1;
    canvas.add(castShadow(place.x, ground - place.size * 0.012, way * place.size * 0.75, light.shadow, 0.42));
  }
  canvas.add(drawn.svg);
  return drawn;
}

/** The figure again, upside down in wet sand. */
export const mirrored = (drawn: Drawn, ground: number, opacity = 0.2): string =>
  group([drawn.svg], `transform="translate(0 ${(ground * 2).toFixed(1)}) scale(1 -1)" opacity="${opacity}"`);
