import type { pictures } from "#src/shared/pictures.generated.ts";

/** The target of a campaign's button. If the setting is missing, the page says so. */
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
  /** Whether the list is ordered. */
  readonly isNumbered?: boolean;
};

export type Campaign = {
  /** The canonical path first, then aliases. */
  readonly paths: readonly [string, ...string[]];
  readonly title: string;
  readonly description: string;
  readonly lead: string;
  readonly picture: keyof typeof pictures;
  readonly caption: string;
  readonly facts: readonly (readonly [label: string, value: string])[];
  /** The primary action first. */
  readonly actions: readonly CampaignAction[];
  readonly sections: readonly Section[];
  /** Content between the header and the sections. */
  readonly extra?: "salsa-photos" | "bonfire-map";
  /** Facts and actions also depend on the tournament's day. */
  readonly isTournament?: boolean;
  /** For internal use: excluded from search engines. */
  readonly isHidden?: boolean;
};
