import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { expectOne, faultsWith } from "./sound-house.ts";
import { readTree } from "./source-tree.ts";
import { ALLOWED } from "./words.ts";

const FILE = "src/shared/words.ts";

test.each([
  ["export const organiserName = 1;", "organiz-"],
  ["// The colour of a pin.", "-or"],
  ["export const favourite = 1;", "-or"],
  ["// Its behaviour stays.", "-or"],
  ["export const normalised = 1;", "-ize"],
  ["// Analyse it.", "-yze"],
  ["// 40 metres from the centre.", "-er"],
  ["// A grey edge.", "gray"],
  ["// Labelled with its name.", "one l"],
  ["// Goes towards the sea.", "the American form"],
  ["// An event that is cancelled.", "canceled"],
  [`export const words = "It is cancelled.";`, "canceled"],
  [`export const words = "Cancelled";`, "canceled"],
  [`export const label = "E-mail";`, "email"],
  ["// Sends an e-mail.", "email"],
  ["// Whoever asks is answered.", "the role"],
  ["// Drops the kept pages.", "cached page"],
  [`export const words = "A seat is free.";`, "space"],
  [`export const words = "Give up my place";`, "space"],
  ["export const eventStanding = 1;", "rsvpState"],
])("%s", (text, use) => {
  expectOne({ [FILE]: `export const a = 1;\n${text}\n` }, `${FILE}:2`, `use ${use}`);
});

test("documents, styles and file names are read too", () => {
  expectOne({ "deploy/a.conf": "# A\n\n# The colour.\n" }, "deploy/a.conf:3", "use -or");
  expectOne({ "README.md": "Your organiser.\n" }, "README.md:1", "use organiz-");
  expectOne({ "src/shared/a.css": "/* In grey. */\n" }, "src/shared/a.css:1", "use gray");
  expectOne({ "src/shared/colours.ts": "" }, "src/shared/colours.ts:1", "use -or");
  const { texts } = readTree(fileURLToPath(new URL("../..", import.meta.url)));
  for (const file of [
    "README.md",
    "docs/architecture.md",
    ".env.example",
    "src/ui/tokens.css",
    "tests/api/join.test.ts",
  ])
    expect(texts.get(file), file).toBeTruthy();
});

test.each([
  `export const isOff = (status: string) => status === "cancelled";`,
  "// The status `cancelled` is the API's.",
  `export const at = { "aria-labelledby": "title" };`,
  "// Twenty code-mails an hour, for four hours, with outstanding understanding.",
  "// The organizer's favorite color is canceled.",
])("%s is well", (text) => {
  expect(faultsWith({ [FILE]: `${text}\n` })).toEqual([]);
});

test("what is allowed is still needed", () => {
  const { texts } = readTree(fileURLToPath(new URL("../..", import.meta.url)));
  const others = [...texts].filter(([file]) => !file.startsWith("scripts/structure/words"));
  expect(ALLOWED.filter((part) => !others.some(([, text]) => text.includes(part)))).toEqual([]);
});
