/** Draws a figure: the forms of the body in layers, each with an edge of light. */
import { fill, group, type Canvas } from "./canvas.ts";
import type { Pose, Placement, Skeleton } from "./figure.ts";
import { skeleton } from "./figure.ts";
import { times, type Point } from "./geometry.ts";
import { headForms } from "./head.ts";
import { mix, type Mood } from "./palette.ts";
import type { Person } from "./wardrobe.ts";
import { armForms, legForms, skirtForm, trunkForms, type Form } from "./limbs.ts";

export type Lighting = {
  readonly shadow: string;
  /** How far clothes and skin sink toward the shadow color, 0 to 1. */
  readonly depth: number;
  readonly light: string;
  /** Where the light stands, as a unit step from the figure. */
  readonly from: Point;
  readonly strength?: number;
};

export type Drawn = Skeleton & { readonly svg: string };

export const lit = (mood: Mood, from: Point, depth = 0.5, strength = 0.85): Lighting => ({
  shadow: mood.shadow,
  depth,
  light: mood.light,
  from,
  strength,
});

/** One limb or the trunk as a layer; the light's edge is what the shifted shape leaves uncovered. */
function layer(canvas: Canvas, forms: readonly Form[], light: Lighting, k: number): string {
  const shift = times(light.from, -0.013 * k);
  const shapes = (color: string): string => forms.map(({ path }) => fill(path, color)).join("");
  const edge = canvas.define(
    (id) =>
      `<mask id="${id}">${shapes("#fff")}<g transform="translate(${shift[0].toFixed(2)} ${shift[1].toFixed(2)})">${shapes("#000")}</g></mask>`,
  );
  const tone = (color: string): string => mix(color, light.shadow, light.depth);
  return (
    forms.map(({ path, color }) => fill(path, tone(color))).join("") +
    group(
      forms.map(({ path, color }) => fill(path, mix(color, light.light, 0.72))),
      `mask="${edge}" opacity="${light.strength ?? 0.85}"`,
    )
  );
}

const darker = (light: Lighting): Lighting => ({
  ...light,
  depth: Math.min(1, light.depth + 0.14),
  strength: (light.strength ?? 0.85) * 0.7,
});

/** Far limbs first, then trunk and head, the near limbs last. */
export function draw(canvas: Canvas, pose: Pose, place: Placement, who: Person, light: Lighting): Drawn {
  const s = skeleton(pose, place);
  const k = s.size;
  const head = headForms(s, who);
  const layers = [
    layer(canvas, armForms(s, s.armFar, who), darker(light), k),
    layer(canvas, legForms(s, s.legFar, who), darker(light), k),
    head.behind.length > 0 ? layer(canvas, head.behind, light, k) : "",
    layer(canvas, legForms(s, s.legNear, who), light, k),
    layer(canvas, trunkForms(s, who), light, k),
  ];
  if (who.bottom === "skirt" || who.bottom === "dress") {
    layers.push(
      layer(
        canvas,
        [
          {
            path: skirtForm(s, k, who.bottom === "dress" ? 0.85 : 0.62, who.bottom === "dress" ? 0.085 : 0.06),
            color: who.bottomColor,
          },
        ],
        light,
        k,
      ),
    );
  }
  layers.push(layer(canvas, head.front, light, k), layer(canvas, armForms(s, s.armNear, who), light, k));
  return { ...s, svg: group(layers) };
}
