/** What figures look like: build, skin, hair and clothes. */
import { cloth, hairs, skins } from "./palette.ts";

type Hair = "short" | "curls" | "bun" | "tail" | "long" | "cap" | "shaved";
type Top = "tee" | "tank" | "crop" | "bare" | "hoodie";
type Bottom = "shorts" | "leggings" | "skirt" | "dress" | "trousers";

export type Person = {
  readonly slender: boolean;
  readonly skin: string;
  readonly hair: Hair;
  readonly hairColor: string;
  /** Where a tail or long hair swings to, as limbs' angles. */
  readonly swing?: number;
  readonly top: Top;
  readonly topColor: string;
  readonly bottom: Bottom;
  readonly bottomColor: string;
  readonly shoes?: string;
  /** Seen from behind or the front, the head shows no profile. */
  readonly facing?: "side" | "away";
};

const person = (
  slender: boolean,
  [skin, hair, hairColor]: readonly [string, Hair, string],
  [top, topColor]: readonly [Top, string],
  [bottom, bottomColor]: readonly [Bottom, string],
): Person => ({ slender, skin, hair, hairColor, top, topColor, bottom, bottomColor });

/** The regulars: the same faces come back from picture to picture. */
export const regulars = {
  ana: person(true, [skins.tan, "tail", hairs.black], ["crop", cloth.coral], ["shorts", cloth.ink]),
  ben: person(false, [skins.light, "short", hairs.brown], ["bare", skins.light], ["shorts", cloth.ocean]),
  cleo: person(true, [skins.deep, "curls", hairs.black], ["tank", cloth.sun], ["leggings", cloth.plum]),
  dev: person(false, [skins.brown, "short", hairs.black], ["tee", cloth.sand], ["shorts", cloth.coral]),
  ella: person(true, [skins.rose, "bun", hairs.auburn], ["tank", cloth.sky], ["shorts", cloth.rose]),
  finn: person(false, [skins.rose, "cap", cloth.coral], ["tank", cloth.ocean], ["shorts", cloth.ink]),
  gia: person(true, [skins.light, "long", hairs.blond], ["crop", cloth.sand], ["skirt", cloth.ocean]),
  hugo: person(false, [skins.deep, "shaved", hairs.black], ["tee", cloth.coral], ["shorts", cloth.sand]),
  iris: person(true, [skins.brown, "long", hairs.black], ["crop", cloth.coral], ["dress", cloth.coral]),
  jon: person(false, [skins.tan, "curls", hairs.brown], ["hoodie", cloth.leaf], ["trousers", cloth.ink]),
} as const satisfies Record<string, Person>;

export const dressed = (who: Person, change: Partial<Person>): Person => ({ ...who, ...change });
