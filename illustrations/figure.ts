/** The rig: from a pose (angles of limbs) to the places of the joints in the scene. */
import { mixNumber, plus, reachAngles, step, times, turnAbout, type Point } from "./geometry.ts";

/** Two angles and the end piece's; 0 hangs down, 90 points forward, 180 up. */
export type Limb = readonly [upper: number, lower: number, end?: number];

/** `near` is the side toward the viewer; `turn` 0 is a profile, 1 seen from the front or back. */
export type Pose = {
  readonly lean: number;
  readonly arch?: number;
  readonly head?: number;
  readonly turn?: number;
  readonly shoulderRoll?: number;
  readonly hipRoll?: number;
  readonly armNear: Limb;
  readonly armFar: Limb;
  readonly legNear: Limb;
  readonly legFar: Limb;
};

/** A hand or foot brought to a place in the scene, with the side its joint bends to. */
type Reach = { readonly to: Point; readonly bend?: 1 | -1 };

export type Placement = {
  readonly x: number;
  readonly y: number;
  /** Height when upright, in scene units. */
  readonly size: number;
  /** What `y` is: the lowest foot (the default) or the hip. */
  readonly anchor?: "feet" | "hip";
  readonly flip?: boolean;
  readonly spin?: number;
  readonly handNear?: Reach;
  readonly handFar?: Reach;
  readonly footNear?: Reach;
  readonly footFar?: Reach;
};

export type Chain = {
  readonly root: Point;
  readonly joint: Point;
  readonly end: Point;
  readonly tip: Point;
};

export type Skeleton = {
  readonly size: number;
  readonly flip: boolean;
  readonly turn: number;
  readonly pelvis: Point;
  readonly waist: Point;
  readonly chest: Point;
  readonly neck: Point;
  readonly skull: Point;
  readonly armNear: Chain;
  readonly armFar: Chain;
  readonly legNear: Chain;
  readonly legFar: Chain;
};

export const bones = {
  torso: 0.285,
  neck: 0.05,
  head: 0.128,
  arm: { upper: 0.165, lower: 0.15 },
  hand: 0.07,
  leg: { upper: 0.255, lower: 0.25 },
  foot: 0.115,
} as const;

const HEEL = 0.036;

function chain(root: Point, limb: Limb, lengths: { upper: number; lower: number }, tip: number): Chain {
  const joint = plus(root, step(limb[0], lengths.upper));
  const end = plus(joint, step(limb[1], lengths.lower));
  return { root, joint, end, tip: plus(end, step(limb[2] ?? limb[1], tip)) };
}

/** A raised arm lifts its shoulder, a thigh swung forward takes its hip along a little. */
function roots(pose: Pose, waistUp: Point): { shoulders: [Point, Point]; hips: [Point, Point]; chest: Point } {
  const turn = pose.turn ?? 0.15;
  const up = step(180 - pose.lean, 1);
  const across: Point = [-up[1], up[0]];
  const chest = plus(waistUp, times(up, bones.torso * 0.55));
  const side = (half: number, roll: number, sign: number): Point => times(turnAbout(across, roll), half * sign);
  const wide = mixNumber(0.018, 0.098, turn);
  const narrow = mixNumber(0.01, 0.048, turn);
  const lift = (limb: Limb): Point =>
    times(up, 0.034 * Math.max(0, Math.cos((((limb[0] - 180) % 360) * Math.PI) / 180)));
  const [shoulderRoll, hipRoll] = [pose.shoulderRoll ?? 0, pose.hipRoll ?? 0];
  const base = plus(chest, times(up, -0.022));
  return {
    chest,
    shoulders: [
      plus(plus(base, side(wide, shoulderRoll, -1)), lift(pose.armNear)),
      plus(plus(base, side(wide, shoulderRoll, 1)), lift(pose.armFar)),
    ],
    hips: [side(narrow, hipRoll, -1), side(narrow, hipRoll, 1)],
  };
}

const local = (pose: Pose) => {
  const up = step(180 - pose.lean, 1);
  const forward: Point = [-up[1], up[0]];
  const waist = plus(times(up, bones.torso * 0.45), times(forward, (pose.arch ?? 0) * 0.03));
  const { shoulders, hips, chest } = roots(pose, waist);
  const headAngle = 180 - (pose.head ?? pose.lean * 0.4);
  const skull = plus(chest, step(mixNumber(180 - pose.lean, headAngle, 0.6), bones.neck));
  return { waist, chest, shoulders, hips, skull, crown: plus(skull, step(headAngle, bones.head)) };
};

/** The pose in the scene: placed on its feet or hip, mirrored, and with hands and feet brought where they belong. */
export function skeleton(pose: Pose, place: Placement): Skeleton {
  const { size, flip = false, spin = 0 } = place;
  const body = local(pose);
  const foot = (limb: Limb): Limb => [limb[0], limb[1], limb[2] ?? limb[1] + 88];
  const rest = (hip: Point, limb: Limb) => chain(hip, foot(limb), bones.leg, bones.foot);
  const lowest = Math.max(
    ...[rest(body.hips[0], pose.legNear), rest(body.hips[1], pose.legFar)].flatMap(({ end, tip }) => [
      turnAbout(end, spin)[1] + HEEL,
      turnAbout(tip, spin)[1] + 0.012,
    ]),
  );
  const originY = place.anchor === "hip" ? place.y : place.y - lowest * size;
  const out = (p: Point): Point => {
    const [x, y] = turnAbout(p, spin);
    return [place.x + (flip ? -x : x) * size, originY + y * size];
  };
  const back = (p: Point): Point =>
    turnAbout([((p[0] - place.x) / size) * (flip ? -1 : 1), (p[1] - originY) / size], -spin);
  const solve = (root: Point, limb: Limb, reach: Reach | undefined, kind: "arm" | "leg"): Chain => {
    const natural = kind === "leg" ? foot(limb) : limb;
    const tip = kind === "leg" ? bones.foot : bones.hand;
    if (!reach) return chain(root, natural, bones[kind], tip);
    const [upper, lower] = reachAngles(root, back(reach.to), bones[kind], reach.bend ?? (kind === "leg" ? 1 : -1));
    return chain(root, [upper, lower, limb[2] ?? (kind === "leg" ? lower + 88 : lower)], bones[kind], tip);
  };
  const placed = (c: Chain): Chain => ({
    root: out(c.root),
    joint: out(c.joint),
    end: out(c.end),
    tip: out(c.tip),
  });
  return {
    size,
    flip,
    turn: pose.turn ?? 0.15,
    pelvis: out([0, 0]),
    waist: out(body.waist),
    chest: out(body.chest),
    neck: out(body.skull),
    skull: out(body.crown),
    armNear: placed(solve(body.shoulders[0], pose.armNear, place.handNear, "arm")),
    armFar: placed(solve(body.shoulders[1], pose.armFar, place.handFar, "arm")),
    legNear: placed(solve(body.hips[0], pose.legNear, place.footNear, "leg")),
    legFar: placed(solve(body.hips[1], pose.legFar, place.footFar, "leg")),
  };
}
