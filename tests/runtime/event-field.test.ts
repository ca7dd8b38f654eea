import { execFile } from "node:child_process";
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, test } from "vitest";

const run = promisify(execFile);
const root = process.cwd();
const copies: string[] = [];
afterAll(async () => {
  for (const copy of copies) await rm(copy, { recursive: true, force: true });
});

/** File → after which line, and what is written there, to give events a level. */
const FIELD: Readonly<Record<string, readonly [after: string, line: string]>> = {
  "src/db/tables/events.ts": [`groupMeChatId: text("groupme_chat_id")`, `level: text("level").notNull().default(""),`],
  "src/features/events/rules/plain-fields.ts": [
    "groupMeChatId: {",
    `level: { label: "Level", max: 40, missing: null },`,
  ],
  "src/features/privacy/queries/columns.server.ts": [`shortLocation: "words"`, `level: "words",`],
  "src/features/events/form/components/sections.tsx": [
    `<PlainLine form={form} name="groupMeChatId" />`,
    `<PlainLine form={form} name="level" />`,
  ],
  "src/features/events/components/event-details.tsx": [
    `{event.length !== ""`,
    `{event.level !== "" && <Row label="Level">{event.level}</Row>}`,
  ],
  "seeds/demo-events.ts": [`title: "Sunset Volleyball"`, `level: "Easy",`],
};

/** A copy of what a site is made of, with the field. */
async function copyWithField(): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), "event-field-"));
  copies.push(copy);
  for (const name of ["src", "seeds", "package.json", "tsconfig.json"])
    await cp(join(root, name), join(copy, name), { recursive: true });
  await symlink(join(root, "node_modules"), join(copy, "node_modules"));
  for (const [file, [after, line]] of Object.entries(FIELD)) {
    const lines = (await readFile(join(copy, file), "utf8")).split("\n");
    const at = lines.findIndex((each) => each.includes(after));
    expect(at, file).toBeGreaterThan(-1);
    await writeFile(join(copy, file), lines.toSpliced(at + 1, 0, line).join("\n"));
  }
  return copy;
}

// Follows a level from the form to the row, through a change, and back to the page and the forms that start from it.
const WALK = `
import { getTableColumns } from "drizzle-orm";
import { socialEvents } from "#src/db/tables/events.ts";
import { BLANK, copied, payloadOf } from "#src/features/events/form/rules/draft.ts";
import { newEventSchema } from "#src/features/events/create/schema.ts";
import { changedRow } from "#src/features/events/edit/commands/changed-row.server.ts";
import { changeOf, draftOf } from "#src/features/events/edit/rules/edit.ts";
import { SETTING_LABELS } from "#src/features/events/edit/rules/settings.ts";
import { eventChangeSchema } from "#src/features/events/edit/schema.ts";
import { settingsOf } from "#src/features/events/edit/view.ts";
import { eventSchema } from "#src/features/events/schema.ts";
import { viewEvent } from "#src/features/events/view.ts";
import { VISITOR } from "#src/policy/viewer.ts";
import { demoEvents } from "#seeds/demo-events.ts";

const typed = { ...BLANK, title: "Reef Walk", date: "2026-12-05", location: "Pier", description: "A walk", host: "Ana", chat: "Volleyball", level: "Easy" };
const given = newEventSchema.parse(payloadOf(typed));
const [{ event }] = demoEvents("2026-11-22", "America/New_York");
const blank = Object.fromEntries(Object.entries(getTableColumns(socialEvents)).map(([name, { default: value }]) => [name, value ?? null]));
const row = { ...blank, imgList: [], photoCaptions: {}, previousStartsAt: null, ...event };
const change = eventChangeSchema.parse(changeOf(settingsOf(row), { ...draftOf(settingsOf(row), row.id), level: "Hard" }));
const after = changedRow(row, change, new Date(0));
const seen = viewEvent(after, VISITOR);
console.log(JSON.stringify({
  sent: given.level, seeded: row.level, change, changed: after.level, read: eventSchema.parse(seen).level,
  copied: copied(BLANK, seen).level, edited: draftOf(settingsOf(after), row.id).level, label: SETTING_LABELS.level,
}));
`;

test("one field of the event form is added in six files, and these are the ones that CONTRIBUTING names", async () => {
  const files = Object.keys(FIELD);
  expect(files.length).toBeLessThanOrEqual(6);
  const guide = await readFile(join(root, "CONTRIBUTING.md"), "utf8");
  const steps = guide.slice(guide.indexOf("1. **Store it**"), guide.indexOf("Then test it"));
  expect(new Set(steps.match(/(?:src|seeds)\/[\w./-]+\.tsx?/g))).toEqual(new Set(files));

  const copy = await copyWithField();
  await writeFile(join(copy, "walk.ts"), WALK);
  const { stdout } = await run(process.execPath, ["walk.ts"], { cwd: copy });
  expect(JSON.parse(stdout)).toEqual({
    sent: "Easy",
    seeded: "Easy",
    change: { level: "Hard", scope: "this" },
    changed: "Hard",
    read: "Hard",
    copied: "Hard",
    edited: "Hard",
    label: "Level",
  });

  const settings = JSON.parse(await readFile(join(copy, "tsconfig.json"), "utf8")) as object;
  const include = [...files, "src/**/*.d.ts", "src/features/events/**/*", "src/features/privacy/**/*"];
  const exclude = ["**/routes/**", "**/*.test.ts"];
  await writeFile(join(copy, "tsconfig.json"), JSON.stringify({ ...settings, include, exclude }));
  await run(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), "--noEmit"], { cwd: copy });
});
