import type { pictures } from "#src/shared/pictures.generated.ts";

/** Where a campaign's button leads. What stands in the settings may be missing, and then the page says so. */
export type CampaignAction =
  | { readonly kind: "page"; readonly to: string; readonly label: string }
  | {
      readonly kind: "form";
      readonly form: "merchOrder" | "eventFeedback" | "groupFeedback";
      readonly label: string;
      readonly missing: string;
    }
  | { readonly kind: "lesson"; readonly missing: string };

type Section = {
  readonly heading: string;
  readonly text?: string;
  readonly list?: readonly string[];
  /** The list is a way to go, or is counted. */
  readonly isNumbered?: boolean;
};

/** A page that wants people to do one thing. */
export type Campaign = {
  /** The first is the page's own address, the others lead to it too. */
  readonly paths: readonly [string, ...string[]];
  readonly title: string;
  readonly description: string;
  readonly lead: string;
  readonly picture: keyof typeof pictures;
  readonly caption: string;
  readonly facts: readonly (readonly [label: string, value: string])[];
  /** The first is the next action. */
  readonly actions: readonly CampaignAction[];
  readonly sections: readonly Section[];
  /** What stands between the top and the sections. */
  readonly extra?: "salsa-photos" | "bonfire-map";
  /** Facts and actions also depend on the tournament's day. */
  readonly isTournament?: boolean;
  /** For the group's own use: not to be found by search. */
  readonly isHidden?: boolean;
};
