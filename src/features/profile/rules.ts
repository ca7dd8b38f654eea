import { SET_ONCE } from "#src/features/profile/messages.ts";

/** Fields that can be set only once: teams, shirts and chat access depend on them. */
export type SetOnce = { readonly phone: string; readonly sex: string; readonly shirtSize: string };
export const SET_ONCE_FIELDS = ["phone", "sex", "shirtSize"] as const satisfies readonly (keyof SetOnce)[];

type Change = { readonly [Field in keyof SetOnce]?: string | undefined };

/** The changes that are no longer allowed, with reasons. An equal value is not a change. */
export function setOnceFaults(now: SetOnce, change: Change): Record<string, string> {
  const late = SET_ONCE_FIELDS.filter(
    (field) => change[field] !== undefined && now[field] !== "" && change[field] !== now[field],
  );
  return Object.fromEntries(late.map((field) => [field, SET_ONCE]));
}
