/** The forms of a body over its skeleton: limbs, trunk, and the clothes on them. */
import type { Chain, Skeleton } from "./figure.ts";
import { curve, minus, mixPoint, plus, times, tubeOutline, type Point, type Station } from "./geometry.ts";
import type { Person } from "./wardrobe.ts";

export type Form = { readonly path: string; readonly color: string };

const soft = (stations: readonly Station[], hem = 1): string => curve(tubeOutline(stations, 1, hem), true);

const even = (at: Point, r: number): Station => ({ at, left: r, right: r });

/** `side` is +1 when the outline's left is the body's back. */
function legForm(leg: Chain, k: number, side: number, build: number): string {
  const back = (at: Point, r: number, extra: number): Station =>
    side > 0 ? { at, left: r + extra, right: r } : { at, left: r, right: r + extra };
  const thigh = soft([
    even(leg.root, 0.056 * k * build),
    even(mixPoint(leg.root, leg.joint, 0.35), 0.053 * k * build),
    even(mixPoint(leg.root, leg.joint, 0.78), 0.039 * k * build),
    even(leg.joint, 0.034 * k * build),
  ]);
  const calf = soft([
    even(leg.joint, 0.034 * k * build),
    back(mixPoint(leg.joint, leg.end, 0.28), 0.029 * k * build, 0.012 * k * build),
    back(mixPoint(leg.joint, leg.end, 0.6), 0.023 * k * build, 0.004 * k * build),
    even(leg.end, 0.018 * k * build),
  ]);
  return thigh + calf;
}

function footForm(leg: Chain, k: number, shod: boolean): string {
  const toe = leg.tip;
  const along = times(minus(toe, leg.end), 1 / (0.115 * k));
  const shin = minus(leg.end, leg.joint);
  const normal: Point = [-along[1], along[0]];
  const down = normal[0] * shin[0] + normal[1] * shin[1] > 0 ? normal : times(normal, -1);
  const thick = shod ? 1.2 : 1;
  const at = (forward: number, below: number): Point =>
    plus(plus(leg.end, times(along, forward * k)), times(down, below * k * thick));
  return curve(
    [
      at(-0.012, -0.024),
      at(-0.028, 0.012),
      at(-0.024, 0.034),
      at(0.02, 0.034),
      at(0.08, 0.036),
      at(0.114, 0.033),
      at(0.116, 0.018),
      at(0.07, 0.002),
      at(0.018, -0.018),
    ],
    true,
  );
}

function armForm(arm: Chain, k: number, build: number): string {
  const hand = mixPoint(arm.end, arm.tip, 0.5);
  return (
    soft([
      even(arm.root, 0.037 * k * build),
      even(mixPoint(arm.root, arm.joint, 0.4), 0.032 * k * build),
      even(arm.joint, 0.024 * k * build),
    ]) +
    soft([
      even(arm.joint, 0.024 * k * build),
      even(mixPoint(arm.joint, arm.end, 0.3), 0.027 * k * build),
      even(arm.end, 0.016 * k * build),
    ]) +
    soft([even(arm.end, 0.015 * k), even(hand, 0.021 * k), even(arm.tip, 0.011 * k)])
  );
}

function torsoStations(s: Skeleton, k: number, slender: boolean): readonly Station[] {
  const wide = s.turn;
  const size = (flat: number, broad: number): number => (flat + (broad - flat) * wide) * k;
  const tail = plus(s.pelvis, times(minus(s.pelvis, s.waist), 0.3));
  const over = plus(s.chest, times(minus(s.neck, s.chest), 0.35));
  const [hip, waist, chest] = slender ? [1.06, 0.84, 0.92] : [0.98, 1, 1.06];
  return [
    even(tail, size(0.03, 0.05) * hip),
    even(mixPoint(tail, s.pelvis, 0.75), size(0.059, 0.08) * hip),
    even(mixPoint(s.pelvis, s.waist, 0.45), size(0.057, 0.078) * hip),
    even(s.waist, size(0.05, 0.068) * waist),
    even(mixPoint(s.waist, s.chest, 0.5), size(0.06, 0.086) * chest),
    even(mixPoint(s.waist, s.chest, 0.86), size(0.056, 0.094) * chest),
    even(over, size(0.026, 0.04)),
  ];
}

const grown = (stations: readonly Station[], by: number): readonly Station[] =>
  stations.map(({ at, left, right }) => ({ at, left: left + by, right: right + by }));

/** A leg of cloth down to a part of the limb. */
function trouserLeg(leg: Chain, k: number, reach: number, loose: number): string {
  const knee = Math.min(1, reach);
  const thigh = soft(
    [
      even(mixPoint(leg.root, leg.joint, -0.02), 0.05 * k * loose),
      even(mixPoint(leg.root, leg.joint, knee * 0.4), 0.058 * k * loose),
      even(mixPoint(leg.root, leg.joint, knee), (reach > 1 ? 0.04 : 0.062 - 0.012 * knee) * k * loose),
    ],
    reach > 1 ? 1 : 0.15,
  );
  if (reach <= 1) return thigh;
  const hem = mixPoint(leg.joint, leg.end, reach - 1);
  return (
    thigh +
    soft([
      even(leg.joint, 0.04 * k * loose),
      even(mixPoint(leg.joint, hem, 0.3), 0.04 * k * loose),
      even(hem, 0.03 * k * loose),
    ])
  );
}

export function skirtForm(s: Skeleton, k: number, reach: number, flare: number): string {
  const [a, b] = [mixPoint(s.legNear.root, s.legNear.joint, reach), mixPoint(s.legFar.root, s.legFar.joint, reach)];
  const [left, right] = a[0] < b[0] ? [a, b] : [b, a];
  const down = Math.max(a[1], b[1]) + 0.02 * k;
  const spread = flare * k;
  const half = 0.055 * k;
  return curve(
    [
      [s.waist[0] - half, s.waist[1]],
      [mixPoint(s.pelvis, left, 0.45)[0] - 0.075 * k, mixPoint(s.pelvis, left, 0.45)[1]],
      [left[0] - spread, left[1] + 0.01 * k],
      [mixPoint(left, right, 0.33)[0], down + 0.012 * k],
      [mixPoint(left, right, 0.67)[0], down - 0.006 * k],
      [right[0] + spread, right[1] + 0.01 * k],
      [mixPoint(s.pelvis, right, 0.45)[0] + 0.075 * k, mixPoint(s.pelvis, right, 0.45)[1]],
      [s.waist[0] + half, s.waist[1]],
    ],
    true,
  );
}

export function legForms(s: Skeleton, leg: Chain, who: Person): readonly Form[] {
  const k = s.size;
  const side = s.flip ? -1 : 1;
  const covered = who.bottom === "leggings";
  const forms: Form[] = [
    { path: footForm(leg, k, who.shoes !== undefined), color: who.shoes ?? who.skin },
    {
      path: legForm(leg, k, side, who.slender ? 0.93 : 1),
      color: covered ? who.bottomColor : who.skin,
    },
  ];
  if (who.bottom === "shorts")
    forms.push({
      path: trouserLeg(leg, k, who.slender ? 0.36 : 0.66, who.slender ? 0.95 : 1.06),
      color: who.bottomColor,
    });
  if (who.bottom === "trousers") forms.push({ path: trouserLeg(leg, k, 1.86, 1), color: who.bottomColor });
  return forms;
}

export function armForms(s: Skeleton, arm: Chain, who: Person): readonly Form[] {
  const k = s.size;
  const build = who.slender ? 0.86 : 1.02;
  const forms: Form[] = [{ path: armForm(arm, k, build), color: who.skin }];
  const sleeve = (to: Point): string =>
    soft([
      even(arm.root, 0.045 * k * build),
      even(mixPoint(arm.root, to, 0.5), 0.042 * k * build),
      even(to, 0.039 * k * build),
    ]);
  if (who.top === "tee") forms.push({ path: sleeve(mixPoint(arm.root, arm.joint, 0.58)), color: who.topColor });
  if (who.top === "hoodie") {
    forms.push({ path: sleeve(arm.joint), color: who.topColor });
    forms.push({
      path: soft([even(arm.joint, 0.034 * k), even(mixPoint(arm.joint, arm.end, 0.9), 0.026 * k)]),
      color: who.topColor,
    });
  }
  return forms;
}

export function trunkForms(s: Skeleton, who: Person): readonly Form[] {
  const k = s.size;
  const stations = torsoStations(s, k, who.slender);
  const forms: Form[] = [
    {
      path: soft([
        even(s.chest, 0.034 * k),
        even(s.neck, 0.025 * k * (who.slender ? 0.9 : 1.1)),
        even(mixPoint(s.neck, s.skull, 0.3), 0.024 * k),
      ]),
      color: who.skin,
    },
    { path: soft(stations), color: who.skin },
  ];
  const shirt = who.top === "crop" ? stations.slice(4, 6) : stations.slice(who.top === "tank" ? 2 : 1, 6);
  const cover = grown(shirt, (who.top === "hoodie" ? 0.012 : 0.005) * k);
  if (who.bottom !== "dress")
    forms.push({ path: soft(grown(stations.slice(0, 3), 0.004 * k)), color: who.bottomColor });
  if (who.top !== "bare") forms.push({ path: curve(tubeOutline(cover, 0.1), true), color: who.topColor });
  if (who.bottom === "dress")
    forms.push({ path: soft(grown(stations.slice(0, 6), 0.003 * k)), color: who.bottomColor });
  return forms;
}
