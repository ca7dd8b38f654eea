import { join } from "node:path";
import { expect, test } from "vitest";
import { ageBase, filesIn, nextSecond, recover, startArchived, wordsIn } from "#tests/support/archived-database.ts";
import { until } from "#tests/support/processes.ts";
import { temporaryFolder } from "#tests/support/temporary-folder.ts";

type Places = { readonly archive: string; readonly placeOf: (name: string) => string };

async function makePlaces(): Promise<Places> {
  const folder = await temporaryFolder();
  return { archive: join(folder, "archive"), placeOf: (name) => join(folder, name) };
}

/** Recovers into a place; what is in it, or why not. */
async function recovered({ archive, placeOf }: Places, to: string, name: string): Promise<readonly string[] | string> {
  const settings = { DATA_DIR: placeOf(name), WAL_ARCHIVE_DIR: archive };
  const { code, err } = await recover(["--to", to], settings);
  return code === 0 ? wordsIn(placeOf(name)) : err;
}

test("[OPS-04] a recovery that is only looked at changes nothing for the site that goes on", async () => {
  const places = await makePlaces();
  const site = await startArchived(places.placeOf("site"), places.archive);
  await site.saveBase();
  await site.write("monday");
  const monday = await nextSecond();
  await site.write("tuesday");
  await ageBase(places.archive, 24);
  await site.stop();

  expect(await recovered(places, monday, "looked at")).toEqual(["monday"]);
  const onward = await startArchived(places.placeOf("site"), places.archive);
  expect(await onward.saveBase()).toBe(1);
  await onward.write("wednesday");
  await onward.stop();
  expect(await recovered(places, "latest", "after the disk died")).toEqual(["monday", "tuesday", "wednesday"]);
});

test("[OPS-04] after a recovery every minute is had from the branch that the site was on then", async () => {
  const places = await makePlaces();
  const first = await startArchived(places.placeOf("first"), places.archive);
  await first.saveBase();
  await first.write("good");
  const good = await nextSecond();
  await first.write("wrong");
  const wrong = await nextSecond();
  await first.write("later");
  await ageBase(places.archive, 21);
  // Fresh, and of the branch that is left at once.
  expect(await first.saveBase()).toBe(1);
  await first.stop();
  const stopped = await nextSecond();

  expect(await recovered(places, good, "second")).toEqual(["good"]);
  const second = await startArchived(places.placeOf("second"), places.archive);
  await until("the branch is known", async () =>
    (await filesIn(places.archive, "wal")).some((file) => file.includes("00000002.history")),
  );
  await second.write("new");
  const begun = await nextSecond();
  await second.write("newer");
  await second.stop();
  expect(await recovered(places, "latest", "before its base")).toEqual(["good", "new", "newer"]);

  const again = await startArchived(places.placeOf("second"), places.archive);
  expect(await again.saveBase()).toBe(1);
  expect(await again.saveBase()).toBe(0);
  await again.write("newest");
  await again.stop();
  const asked = ["latest", begun, wrong, stopped];
  expect(await Promise.all(asked.map((to, index) => recovered(places, to, `recovered-${index}`)))).toEqual([
    ["good", "new", "newer", "newest"],
    ["good", "new"],
    ["good", "wrong"],
    expect.stringContaining("the site had stopped"),
  ]);
});
