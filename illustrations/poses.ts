/** Poses, drawn from the moment just before or at the height of a movement. */
import { atEase } from "./poses-ease.ts";
import { playing } from "./poses-play.ts";

export const poses = { ...playing, ...atEase } as const;
