/** Heads: a plain profile (or the round of a head seen from behind) and its hair. */
import { curve, minus, plus, points, step, times, tubeOutline, type Point } from "./geometry.ts";
import type { Form } from "./limbs.ts";
import { bones, type Skeleton } from "./figure.ts";
import type { Person } from "./wardrobe.ts";

type Frame = (forward: number, up: number) => Point;

const profile = points(
  "-0.3 0.06, -0.44 0.42, -0.4 0.76, -0.1 1, 0.22 0.93, 0.36 0.7, 0.36 0.58, 0.455 0.43, 0.37 0.37, 0.385 0.28, 0.35 0.2, 0.33 0.06, 0.16 0.02, 0 0.12, -0.08 -0.1, -0.28 -0.1",
);
const round = points("-0.2 0, -0.36 0.25, -0.39 0.6, -0.25 0.93, 0 1.01, 0.25 0.93, 0.39 0.6, 0.36 0.25, 0.2 0");
const shortSide = points(
  "0.34 0.8, 0.2 1.03, -0.12 1.09, -0.44 0.84, -0.49 0.46, -0.36 0.14, -0.2 0.2, -0.12 0.44, 0.02 0.56, 0.1 0.74",
);
const shortAway = points("-0.3 0.16, -0.43 0.5, -0.36 0.92, 0 1.1, 0.36 0.92, 0.43 0.5, 0.3 0.16, 0 0.1");

const outline = (frame: Frame, points: readonly (readonly [number, number])[]): string =>
  curve(
    points.map(([x, y]) => frame(x, y)),
    true,
  );

function blob(frame: Frame, x: number, y: number, r: number): string {
  const ring = Array.from({ length: 10 }, (_, i): Point => {
    const angle = (i / 10) * Math.PI * 2;
    return frame(x + Math.cos(angle) * r, y + Math.sin(angle) * r);
  });
  return curve(ring, true);
}

/** A lock that leaves the head and follows the swing, widest in its middle. */
function lock(frame: Frame, from: readonly [number, number], flow: Flow, length: number, width: number): string {
  const root = frame(from[0], from[1]);
  const unit = flow.size * bones.head;
  const drop = step(flow.angle, length * unit);
  const sag: Point = [0, length * 0.14 * unit];
  const at = (t: number): Point =>
    plus(plus(root, [(flow.flip ? -1 : 1) * drop[0] * t, drop[1] * t]), times(sag, t * t));
  const shape = [0.6, 1, 0.92, 0.55, 0.12].map((w, i) => ({
    at: at(i / 4),
    left: w * width * unit,
    right: w * width * unit,
  }));
  return curve(tubeOutline(shape), true);
}

type Flow = { readonly angle: number; readonly size: number; readonly flip: boolean };

const curlSpots = points(
  "-0.3 0.3, -0.5 0.55, -0.46 0.86, -0.22 1.1, 0.1 1.14, 0.32 0.98, -0.1 0.8, -0.3 0.62, 0.12 0.9",
);

function hairForms(frame: Frame, s: Skeleton, who: Person): { behind: string; front: string } {
  const away = who.facing === "away";
  const base = outline(frame, away ? shortAway : shortSide);
  const flow: Flow = { angle: who.swing ?? -18, size: s.size, flip: s.flip };
  switch (who.hair) {
    case "shaved":
      return {
        behind: "",
        front: outline(
          frame,
          away
            ? shortAway.map(([x, y]) => [x * 0.93, y * 0.95] as const)
            : shortSide.map(([x, y]) => [x * 0.95, y * 0.965] as const),
        ),
      };
    case "short":
      return { behind: "", front: base };
    case "cap":
      return {
        behind: "",
        front:
          outline(frame, points("0.34 0.72, 0.3 0.96, -0.06 1.1, -0.42 0.9, -0.46 0.66, -0.1 0.68")) +
          (away ? "" : outline(frame, points("0.28 0.8, 0.62 0.7, 0.66 0.64, 0.3 0.68"))),
      };
    case "curls":
      return {
        behind: "",
        front: curlSpots.map(([x, y]) => blob(frame, x, y, 0.22)).join("") + base,
      };
    case "bun":
      return { behind: "", front: base + blob(frame, away ? 0 : -0.3, away ? 1.14 : 1.1, 0.2) };
    case "tail":
      return { behind: lock(frame, [away ? 0 : -0.4, 0.78], flow, 1.5, 0.15), front: base };
    default:
      return {
        behind: lock(frame, [-0.18, 0.5], flow, 1.6, 0.32),
        front: base + (away ? lock(frame, [0, 0.6], flow, 1.5, 0.38) : lock(frame, [-0.24, 0.62], flow, 1.35, 0.22)),
      };
  }
}

export function headForms(s: Skeleton, who: Person): { behind: readonly Form[]; front: readonly Form[] } {
  const up = minus(s.skull, s.neck);
  const sign = s.flip ? -1 : 1;
  const forward: Point = [-up[1] * sign, up[0] * sign];
  const frame: Frame = (x, y) => plus(plus(s.neck, times(forward, x)), times(up, y));
  const { behind, front } = hairForms(frame, s, who);
  const face = outline(frame, who.facing === "away" ? round : profile);
  return {
    behind: behind ? [{ path: behind, color: who.hairColor }] : [],
    front: [
      { path: face, color: who.skin },
      { path: front, color: who.hairColor },
    ],
  };
}
