import { expect, test } from "vitest";
import { mentionedIn } from "#src/features/chats/rules.ts";
import { suggest } from "#src/features/chats/components/use-mentions.ts";

const NAMES = ["Ana Ruiz", "Ana Stone", "Ben Otto"];

test("[DAY-08] names are suggested after an @, but not within an email address", () => {
  expect(suggest("Hi @", NAMES)).toEqual(NAMES);
  expect(suggest("Hi @an", NAMES)).toEqual(["Ana Ruiz", "Ana Stone"]);
  expect(suggest("Hi @Ana S", NAMES)).toEqual(["Ana Stone"]);
  expect(suggest("Hi @Ana ", NAMES)).toEqual(["Ana Ruiz", "Ana Stone"]);
  expect(suggest("Hi @Ana Stone", NAMES)).toEqual([]);
  expect(suggest("Hi @Ana Stone ", NAMES)).toEqual([]);
  expect(suggest("write to me@an", NAMES)).toEqual([]);
  expect(suggest("Hi @Ana Ruiz, see", NAMES)).toEqual([]);
  expect(suggest("Hi @zoe o'n", ["Zoë O’Neil"])).toEqual(["Zoë O’Neil"]);
});

test("[DAY-08] mentions match whole names, the longer of two, and ten at most", () => {
  const people = [
    { userId: "ana", names: ["Ana", ""] },
    { userId: "ruiz", names: ["Ana Ruiz", "Anita"] },
    { userId: "ben", names: ["Ben Otto", "B. O."] },
  ];
  expect(mentionedIn("@ana ruiz and @Ben Otto!", people)).toEqual(["ruiz", "ben"]);
  expect(mentionedIn("@Ana, bring a net", people)).toEqual(["ana"]);
  expect(mentionedIn("@anita", people)).toEqual(["ruiz"]);
  expect(mentionedIn("@Anabel me@ana.example Ben Otto", people)).toEqual([]);
  const many = Array.from({ length: 12 }, (_, index) => ({ userId: String(index), names: ["All"] }));
  expect(mentionedIn("@all", many)).toHaveLength(10);
});
