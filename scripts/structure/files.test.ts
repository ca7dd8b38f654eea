import { describe, expect, test } from "vitest";
import { report } from "../check-structure.ts";
import { expectOne, faultsWith, imports, SOUND } from "./sound-house.ts";
import { makeTree } from "./source-tree.ts";

describe("what only a few may touch", () => {
  const rest = "src/features/join/rest.server.ts";

  test("SQL is written in queries, commands and jobs", () => {
    expectOne({ [rest]: `import { sql } from "drizzle-orm";\nexport const a = sql;\n` }, `${rest}:1`, "SQL belongs in");
    expectOne({ [rest]: imports("#src/db/tables/events.ts") }, `${rest}:1`, "SQL belongs in");
    expectOne({ [rest]: `export const a = (app: any) => app.db.execute("");\n` }, `${rest}:1`, "SQL belongs in");
    expectOne(
      { [rest]: `export const a = (app: any) => { const { db } = app; return db; };\n` },
      `${rest}:1`,
      "SQL belongs in",
    );
    expect(
      faultsWith({ "src/features/join/jobs.server.ts": `import { sql } from "drizzle-orm";\nexport const a = sql;\n` }),
    ).toEqual([]);
  });

  test("rows are named only where they are read, written and viewed", () => {
    const row = `import type { EventRow } from "#src/db/tables/events.ts";\nexport type A = EventRow;\n`;
    expectOne({ [rest]: row }, `${rest}:1`, "names rows");
    expectOne(
      { "src/features/events/view.ts": imports("#src/db/tables/users.ts") },
      "src/features/events/view.ts:1",
      "SQL belongs in",
    );
  });

  test.each([
    "export const a = process.env.HOME;\n",
    `export const a = process["env"];\n`,
    "const { env } = process;\nexport const a = env;\n",
    `import { env } from "node:process";\nexport const a = env;\n`,
    "export const a = globalThis.process.env;\n",
  ])("the environment is not read by %j", (text) => {
    expectOne({ "src/http/read.ts": text }, "src/http/read.ts:1", "only src/config.server.ts does");
    expect(faultsWith({ "src/db/embedded/run-as.server.ts": text, "scripts/start.mjs": text })).toEqual([]);
  });

  test("a gate is named in the description of a call, not asked in a handler", () => {
    const asked = `export const a = (viewer: any) => requireTo.read_people(viewer);\n`;
    const named = "export const a = { admit: requireTo.read_people };\n";
    for (const file of [rest, "src/features/join/queries.server.ts"]) {
      expectOne({ [file]: asked }, `${file}:1`, "asks requireTo.read_people by hand");
      expect(faultsWith({ [file]: named })).toEqual([]);
    }
    expect(faultsWith({ "src/policy/chats.ts": asked, "src/http/admission.server.ts": asked })).toEqual([]);
  });

  test.each([
    "viewer.kind",
    "viewer?.kind",
    "input.viewer.groups",
    "viewer.value.kind",
    `viewer["role"]`,
    "person.groups",
    "admin.value.kind",
  ])("%s is asked of policy", (read) => {
    expectOne(
      {
        [rest]: `export const a = (viewer: any, input: any, person: any, admin: any) => [${read}, input, person, admin];\n`,
      },
      `${rest}:1`,
      "ask a function of src/policy/",
    );
  });
});

describe("names, exports and sizes", () => {
  test.each([
    ["src/shared/fancyDates.ts", "kebab-case"],
    ["src/shared/Dates/day.ts", "kebab-case"],
    ["src/ui/big_button.module.css", "kebab-case"],
    ["src/shared/utils.ts", "says nothing of what is in it"],
    ["src/shared/date-helpers.ts", "says nothing of what is in it"],
    ["tests/common/site.ts", "says nothing of what is in it"],
    ["src/ui/index.ts", "is an index"],
  ])("%s is refused by its name", (file, words) => {
    expectOne({ [file]: "" }, `${file}:1`, words);
  });

  test("exports have names, except where a framework wants none", () => {
    expectOne({ "src/shared/a.ts": "\nexport default 1;\n" }, "src/shared/a.ts:2", "default export");
    expectOne({ "src/shared/a.ts": "const a = 1;\nexport { a as default };\n" }, "src/shared/a.ts:2", "default export");
    expect(
      faultsWith({ "src/root.tsx": "export default 1;\n", "src/entry.server.tsx": "export default 1;\n" }),
    ).toEqual([]);
  });

  test("a file has at most 300 lines, unless it is generated", () => {
    const lines = (count: number) => "// line\n".repeat(count);
    expectOne({ "src/shared/a.ts": lines(301) }, "src/shared/a.ts:300", "has 301 lines");
    expectOne({ "src/ui/a.css": lines(301) }, "src/ui/a.css:300", "has 301 lines");
    expect(faultsWith({ "src/shared/a.ts": lines(300), "src/shared/a.generated.ts": lines(301) })).toEqual([]);
  });

  test("a room has at most 6,000 lines, a sub-room of events 2,000", () => {
    const files = (room: string, count: number, each: number) =>
      Object.fromEntries(
        Array.from({ length: count }, (_, at) => [
          `src/features/${room}/components/a${at}.css`,
          ".a {}\n".repeat(each),
        ]),
      );
    expectOne(files("join", 21, 300), "src/features/join:1", "move one noun");
    expectOne(files("events/rsvps", 7, 300), "src/features/events/rsvps:1", "and 2000 are the most");
    expect(faultsWith({ ...files("join", 19, 300), ...files("events/rsvps", 6, 300) })).toEqual([]);
  });

  test("a function has at most 60 lines, except in a test", () => {
    const text = (lines: number) => `\nexport function long() {\n${"  // line\n".repeat(lines - 2)}}\n`;
    expectOne({ "src/shared/a.ts": text(61) }, "src/shared/a.ts:2", "`long` has 61 lines");
    expectOne(
      { "src/shared/a.ts": text(61).replace("function long()", "const long = () =>") },
      "src/shared/a.ts:2",
      "`long` has 61 lines",
    );
    expect(faultsWith({ "src/shared/a.ts": text(60), "src/shared/a.test.ts": text(61) })).toEqual([]);
  });

  test("a test looks at a page until it has answered", () => {
    const file = "tests/e2e/events.test.ts";
    const looks = "expect(await page.getByRole('row').count()).toBe(1);\n";
    expectOne({ [file]: `import "vitest";\n${looks}` }, `${file}:2`, "looks at the page once");
    const patient = "await eventually(() => page.getByRole('row').count()).toBe(1);\n";
    expect(faultsWith({ [file]: patient, "tests/api/events.test.ts": looks })).toEqual([]);
  });

  test("what cannot be parsed is told of", () => {
    expect(faultsWith({ "src/shared/a.ts": "export const = ;\n" }).join()).toContain("cannot be parsed");
  });
});

const many: Record<string, string> = { ...SOUND };
for (let index = 0; index < 120; index += 1) many[`src/shared/part-${index}.ts`] = `import "./dates.ts";\n`.repeat(5);

test("a check that read fewer files than there are, or hardly any import, does not pass", () => {
  const tree = makeTree(many);
  const { size } = tree.modules;
  expect(report(tree, size)).toMatchObject({ isWell: true });
  for (const [read, files] of [
    [tree, size + 1],
    [makeTree({}), 0],
    [makeTree({ "src/shared/dates.ts": "export const day = 1;\n" }), 1],
  ] as const) {
    expect(report(read, files)).toMatchObject({ isWell: false, text: expect.stringMatching(/^Read only \d+ modules/) });
  }
});

test("the report says how much it read, and where what is wrong", () => {
  const sound = makeTree(many);
  const { text } = report(sound, sound.modules.size);
  expect(text).toMatch(/^Read \d+ modules and 6\d\d imports: everything stands/);
  const broken = makeTree({ ...many, "src/shared/money.ts": imports("#src/policy/viewer.ts") });
  expect(report(broken, broken.modules.size)).toMatchObject({
    isWell: false,
    text: expect.stringMatching(/src\/shared\/money\.ts:1 {2}imports src\/policy\/viewer\.ts[^]+1 do not fit/),
  });
});
