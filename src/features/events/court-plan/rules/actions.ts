import type { Format } from "#src/features/events/court-plan/rules/formats.ts";
import type { Score } from "#src/features/events/court-plan/rules/score.ts";

export type Presence = "here" | "resting" | "left";
export type Wish = "with" | "apart";
/**
 * A phone repeats an action if its response was lost. Actions that are not idempotent (`start`, `swap`, `shuffle`) name
 * the state they were made from, except those that phones stored before this rule.
 */
export type Action =
  | { readonly type: "configure"; readonly format: Format; readonly courts: number; readonly minutes: number }
  | { readonly type: "arrive"; readonly id: string; readonly level?: number }
  | { readonly type: "presence"; readonly id: string; readonly presence: Presence }
  | { readonly type: "level"; readonly id: string; readonly level: number }
  | { readonly type: "wish"; readonly id: string; readonly other: string; readonly wish: Wish | null }
  | { readonly type: "court"; readonly court: number; readonly isOpen: boolean; readonly at: string }
  | { readonly type: "start"; readonly at: string; readonly round?: number }
  | { readonly type: "finish"; readonly game: string; readonly at: string; readonly score: Score | null }
  | { readonly type: "score"; readonly game: string; readonly was: Score | null; readonly score: Score | null }
  | { readonly type: "strike"; readonly game: string; readonly isStruck: boolean }
  /** Plays on through the next round; `isLong: false` undoes that. */
  | { readonly type: "long"; readonly game: string; readonly isLong?: false }
  /** `seat`: the first player's seat. */
  | {
      readonly type: "swap";
      readonly first: string;
      readonly second: string;
      readonly round?: number;
      readonly seat?: number;
    }
  /** `was`: the previous seed. */
  | { readonly type: "shuffle"; readonly was?: number };
