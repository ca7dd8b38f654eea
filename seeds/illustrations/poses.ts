/** Poses, drawn from the moment just before or at the height of a movement. */
import type { Pose } from "./figure.ts";

export const poses = {
  stand: { lean: 0, turn: 0.6, armNear: [-8, 4], armFar: [10, 22], legNear: [-3, -4], legFar: [6, 0] },
  /** At the top of a spike: back arched, hitting arm cocked, the other pointing at the ball. */
  spike: { lean: -8, arch: 1.1, head: -22, turn: 0.42, shoulderRoll: -16, armNear: [208, 128, 150], armFar: [152, 160], legNear: [-14, -92, -62], legFar: [8, -62, -30] },
  block: { lean: 6, head: -12, turn: 0.5, armNear: [166, 168], armFar: [158, 172], legNear: [-6, -26, 10], legFar: [8, -14, 20] },
  /** Low, arms forward as one platform. */
  dig: { lean: 42, arch: -0.4, head: 6, turn: 0.25, armNear: [52, 72], armFar: [56, 74], legNear: [62, -22, 74], legFar: [16, -52, 40] },
  ready: { lean: 26, head: 2, turn: 0.4, armNear: [24, 78], armFar: [40, 92], legNear: [40, -14, 82], legFar: [22, -26, 70] },
  cheer: { lean: -4, arch: 0.4, head: -10, turn: 0.9, armNear: [212, 190], armFar: [146, 168], legNear: [-9, -6], legFar: [10, 6] },
  /** Full flight between two steps. */
  run: { lean: 12, head: 4, turn: 0.3, armNear: [-52, 42], armFar: [42, 128], legNear: [58, -28, 62], legFar: [-30, -96, -50] },
  runPush: { lean: 13, head: 4, turn: 0.3, armNear: [46, 132], armFar: [-50, 40], legNear: [-32, -46, 16], legFar: [62, -34, 58] },
  runPass: { lean: 9, head: 3, turn: 0.3, armNear: [-20, 78], armFar: [14, 100], legNear: [4, -10, 84], legFar: [22, -88, -20] },
  runAir: { lean: 10, head: 2, turn: 0.32, armNear: [-58, 34], armFar: [48, 130], legNear: [70, 6, 98], legFar: [-44, -78, -30] },
  forehand: { lean: 14, arch: 0.2, head: 6, turn: 0.45, shoulderRoll: 8, armNear: [58, 92, 104], armFar: [-40, 20], legNear: [-26, -38, 40], legFar: [50, -6, 86] },
  volley: { lean: 20, head: 2, turn: 0.4, armNear: [48, 108, 120], armFar: [30, 100], legNear: [38, -20, 74], legFar: [10, -34, 60] },
  overhead: { lean: -6, arch: 0.7, head: -18, turn: 0.5, shoulderRoll: -14, armNear: [190, 150, 160], armFar: [140, 156], legNear: [-20, -34, 40], legFar: [24, -4, 86] },
  backhand: { lean: 10, head: 4, turn: 0.55, armNear: [30, 84, 96], armFar: [62, 84], legNear: [30, -8, 84], legFar: [-24, -44, 30] },
  /** On a wall: one arm high, hips close, a knee drawn up. */
  climb: { lean: 8, arch: 0.3, head: -24, turn: 0.75, shoulderRoll: -10, armNear: [172, 160], armFar: [120, 168], legNear: [78, -16, 60], legFar: [-6, -14, 40] },
  belay: { lean: -8, head: -30, turn: 0.3, armNear: [26, 98], armFar: [30, 142], legNear: [16, -6, 84], legFar: [-14, -20, 70] },
  /** Salsa: the lead's arm up for a turn under it. */
  lead: { lean: -3, head: 2, turn: 0.4, armNear: [62, 96], armFar: [148, 166], legNear: [-22, -28, 40], legFar: [26, 6, 88] },
  follow: { lean: -10, arch: 0.7, head: -14, turn: 0.55, hipRoll: 10, armNear: [160, 172], armFar: [-66, -84], legNear: [8, -6, 60], legFar: [-30, -60, -10] },
  dip: { lean: -58, arch: 0.6, head: -84, turn: 0.4, armNear: [40, 60], armFar: [-120, -140], legNear: [34, 6, 70], legFar: [80, 50, 100] },
  sway: { lean: 5, arch: 0.5, head: -6, turn: 0.8, hipRoll: -10, armNear: [-48, -150], armFar: [140, 176], legNear: [-12, -4], legFar: [22, -14, 60] },
  sit: { lean: 10, arch: -0.4, head: 2, turn: 0.4, armNear: [32, 84], armFar: [44, 70], legNear: [104, 8, 96], legFar: [112, 16, 100] },
  sitBack: { lean: -22, arch: -0.2, head: -6, turn: 0.4, armNear: [-38, -20, -60], armFar: [70, 112], legNear: [98, 32, 110], legFar: [84, 74, 130] },
  crossed: { lean: 2, head: 4, turn: 0.8, armNear: [-20, 52], armFar: [24, -44], legNear: [64, -78, -60], legFar: [96, -60, -10] },
  guitar: { lean: 12, arch: -0.4, head: 16, turn: 0.45, armNear: [-14, 66, 70], armFar: [52, 104], legNear: [98, 4, 92], legFar: [88, -8, 86] },
  warrior: { lean: 0, head: 0, turn: 0.75, armNear: [-90, -90], armFar: [90, 90], legNear: [-48, -52, 8], legFar: [82, 0, 90] },
  tree: { lean: 0, head: 0, turn: 1, armNear: [196, 168], armFar: [164, 192], legNear: [-1, 0, 88], legFar: [66, -78, -60] },
  surf: { lean: 30, arch: -0.3, head: 12, turn: 0.55, armNear: [-72, -58], armFar: [84, 98], legNear: [-34, -8, 84], legFar: [70, -12, 88] },
  paddle: { lean: 12, head: 4, turn: 0.5, armNear: [60, 92], armFar: [100, 120], legNear: [84, 80, 150], legFar: [84, 80, 150] },
  ride: { lean: 38, arch: -0.3, head: 8, turn: 0.2, armNear: [54, 74], armFar: [56, 76], legNear: [60, -10, 84], legFar: [30, -20, 74] },
  walk: { lean: 3, head: 2, turn: 0.35, armNear: [-24, -8], armFar: [24, 42], legNear: [24, 10, 100], legFar: [-20, -34, 30] },
  stroll: { lean: 2, head: 2, turn: 0.4, armNear: [18, 34], armFar: [-18, -2], legNear: [-16, -30, 36], legFar: [20, 10, 98] },
  paint: { lean: 4, head: 6, turn: 0.35, armNear: [66, 112], armFar: [16, 84], legNear: [-6, -8], legFar: [10, 2] },
  gaze: { lean: -2, head: -4, turn: 0.9, armNear: [-14, 10], armFar: [16, -6], legNear: [-5, -5, 70], legFar: [7, 5, 100] },
  shoulderHug: { lean: 1, head: 0, turn: 0.95, armNear: [-64, -84], armFar: [66, 84], legNear: [-6, -4], legFar: [8, 4] },
  lean: { lean: 22, head: 2, turn: 0.4, armNear: [40, 92], armFar: [48, 96], legNear: [-8, -10], legFar: [14, -12, 70] },
} as const satisfies Record<string, Pose>;
