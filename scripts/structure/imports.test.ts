import { describe, expect, test } from "vitest";
import { expectOne, faultsWith, imports } from "./sound-house.ts";

test("a house in which everything stands where it belongs has no fault", () => {
  expect(faultsWith({})).toEqual([]);
});

describe("directions", () => {
  test.each([
    [
      "shared imports nothing of ours",
      "src/shared/money.ts",
      "#src/policy/viewer.ts",
      "shared may use nothing of ours, not policy",
    ],
    [
      "policy imports only shared",
      "src/policy/events.ts",
      "#src/db/connect.server.ts",
      "policy may use shared, not db",
    ],
    ["ui knows no feature", "src/ui/card.ts", "#src/features/events/schema.ts", "ui may use shared, not features"],
    ["a lower layer does not import a higher one", "src/http/read.ts", "#src/api/rest.ts", "not api"],
    ["layers of one height do not import each other", "src/jobs/queue.ts", "#src/http/status.ts", "not http"],
    ["features do not know the server", "src/features/events/commands.server.ts", "#src/server/main.ts", "not server"],
    [
      "a port knows none of its adapters",
      "src/ports/chat/port.ts",
      "#src/db/connect.server.ts",
      "port may name the types of db",
    ],
    ["no source imports a script", "src/server/start.ts", "../../scripts/build.mjs", "not scripts"],
    ["a feature does not read the settings' file", "src/features/join/rules.ts", "#src/config.server.ts", "not config"],
  ])("%s", (_, file, imported, words) => {
    expectOne({ "scripts/build.mjs": "export const a = 1;\n", [file]: imports(imported) }, `${file}:1`, words);
  });

  test("adapters are chosen in compose.server.ts alone", () => {
    for (const file of ["src/server/other.ts", "src/features/events/commands.server.ts"]) {
      expectOne(
        { [file]: imports("#src/ports/mailer/smtp/smtp.server.ts") },
        `${file}:1`,
        "only src/server/compose.server.ts may",
      );
    }
  });

  test("one adapter does not use another", () => {
    const file = "src/ports/mailer/smtp/retry.ts";
    expectOne(
      { [file]: imports("#src/ports/mailer/file/file.server.ts") },
      `${file}:1`,
      "only src/server/compose.server.ts may",
    );
    expect(faultsWith({ [file]: imports("./smtp.server.ts") })).toEqual([]);
  });

  test("only main.ts and admin.ts use seeds, and only tests use tests", () => {
    expectOne(
      { "src/server/app.ts": imports("#seeds/town.ts") },
      "src/server/app.ts:1",
      "only src/server/main.ts and src/server/admin.ts may",
    );
    expectOne(
      { "seeds/people.ts": imports("#tests/api/events.test.ts") },
      "seeds/people.ts:1",
      "only tests may use tests",
    );
  });

  test("context may name the settings' and the database's types, not use them", () => {
    const file = "src/context/clock.ts";
    expectOne({ [file]: imports("#src/config.server.ts") }, `${file}:1`, "may name the types of config");
    expect(
      faultsWith({ [file]: `import type { Db } from "#src/db/connect.server.ts";\nexport type D = Db;\n` }),
    ).toEqual([]);
  });

  test("type-only imports have directions too", () => {
    const file = "src/shared/money.ts";
    expectOne(
      { [file]: `import type { Viewer } from "#src/policy/viewer.ts";\nexport type V = Viewer;\n` },
      `${file}:1`,
      "not policy",
    );
    expectOne({ [file]: `export type V = import("#src/policy/viewer.ts").Viewer;\n` }, `${file}:1`, "not policy");
  });

  test("re-exports and dynamic imports count, at the line where they stand", () => {
    const file = "src/shared/money.ts";
    expectOne({ [file]: `\nexport * from "#src/policy/viewer.ts";\n` }, `${file}:2`, "not policy");
    expectOne({ [file]: `export { canSee } from "../policy/viewer.ts";\n` }, `${file}:1`, "not policy");
    expectOne(
      { [file]: `\n\nexport const load = () => import("#src/policy/viewer.ts");\n` },
      `${file}:3`,
      "not policy",
    );
  });

  test("a file that stands nowhere, or an import that leads nowhere, is told of", () => {
    expectOne({ "src/things/thing.ts": "export const a = 1;\n" }, "src/things/thing.ts:1", "stands nowhere");
    expectOne({ "src/shared/money.ts": imports("#src/shared/coins.ts") }, "src/shared/money.ts:1", "is not there");
    expectOne({ "src/shared/money.ts": imports("./dates") }, "src/shared/money.ts:1", "with its ending");
  });
});

describe("features", () => {
  test.each([
    ["src/features/events/service.ts", "is not of the vocabulary"],
    ["src/features/events/queries.ts", "is not of the vocabulary"],
    ["src/features/events/hooks/use-event.ts", "is not of the vocabulary"],
    ["src/features/join/rsvps/rules.ts", "is not of the vocabulary"],
    ["src/features/events/session.ts", "is not of the vocabulary"],
    ["src/features/events/service.test.ts", "is not of the vocabulary"],
    ["src/features/events/commands/rename.ts", "must end in .server.ts"],
    ["src/features/weather/schema.ts", "no place in the order"],
    ["src/features/schema.ts", "belongs to one feature's folder"],
  ])("%s is refused by its name", (file, words) => {
    expectOne({ [file]: "export const a = 1;\n" }, `${file}:1`, words);
  });

  test.each([
    "src/features/events/commands/rename-event.server.ts",
    "src/features/events/rules/places.ts",
    "src/features/events/rules.test.ts",
    "src/features/events/queries.test.ts",
    "src/features/events/mails.server.ts",
    "src/features/events/waiting-list/commands.server.ts",
    "src/features/events/components/card.module.css",
    "src/features/identity/session.test.ts",
  ])("%s is a name of the vocabulary", (file) => {
    expect(faultsWith({ [file]: file.endsWith("css") ? "a {}\n" : "export const a = 1;\n" })).toEqual([]);
  });

  test("an earlier feature does not use a later one", () => {
    const file = "src/features/events/rules.ts";
    expectOne(
      { "src/features/join/schema.ts": "export const a = 1;\n", [file]: imports("#src/features/join/schema.ts") },
      `${file}:1`,
      "events comes before join",
    );
    const shell = "src/features/site/components/next.tsx";
    expectOne({ [shell]: imports("#src/features/events/schema.ts") }, `${shell}:1`, "site comes before events");
  });

  test("a feature is used through what it shows, not through its view, its transport or its own files", () => {
    const file = "src/features/join/commands.server.ts";
    for (const hidden of ["view.ts", "rest.server.ts"]) {
      expectOne(
        { [file]: imports(`#src/features/events/${hidden}`) },
        `${file}:1`,
        "features may use a feature through its",
      );
    }
    const own = "src/features/join/draft-storage.ts";
    expectOne(
      { [own]: "export const a = 1;\n", "src/features/marketing/rules.ts": imports(`#${own}`) },
      "src/features/marketing/rules.ts:1",
      "may use a feature through its",
    );
    expectOne(
      { "src/api/graphql.ts": imports("#src/features/events/queries.server.ts") },
      "src/api/graphql.ts:1",
      "api may use a feature through its",
    );
  });

  test("nobody imports a page", () => {
    const page = "#src/features/events/routes/event-page.tsx";
    for (const file of ["src/features/events/routes/other.tsx", "src/features/join/routes/other.tsx"]) {
      expectOne({ [file]: imports(page) }, `${file}:1`, "nobody imports a page");
    }
  });
});

describe("the browser", () => {
  test("components and ui import no .server file, directly or by a detour", () => {
    const query = "#src/features/events/queries.server.ts";
    const card = "src/features/events/components/list.tsx";
    expectOne({ [card]: imports(query) }, `${card}:1`, "which is the server's alone");
    const words = "src/features/events/components/words.ts";
    expectOne(
      { [words]: imports("#src/features/events/rules.ts"), "src/features/events/rules.ts": imports(query) },
      `${words}:1`,
      `rules.ts → ${query.slice(1)}`,
    );
  });

  test("a detour over another component is told of once, there", () => {
    const [card, list] = ["src/features/events/components/card.tsx", "src/features/events/components/list.tsx"];
    expectOne(
      { [list]: imports(`#${card}`), [card]: imports("#src/features/events/queries.server.ts") },
      `${card}:1`,
      "the server's alone",
    );
  });

  test("a type of the server may be named, but `import { type … }` still runs the module", () => {
    const card = "src/features/events/components/list.tsx";
    const from = `from "#src/features/events/queries.server.ts";\nexport type B = A;\n`;
    expect(faultsWith({ [card]: `import type { A } ${from}` })).toEqual([]);
    expectOne({ [card]: `import { type A } ${from}` }, `${card}:1`, "the server's alone");
  });
});

test("a circle of imports is shown whole, whether static, dynamic or of types alone", () => {
  const [a, b] = ["src/shared/a.ts", "src/shared/b.ts"];
  for (const back of [
    `import "./a.ts";\n`,
    `export const load = () => import("./a.ts");\n`,
    `import type { A } from "./a.ts";\nexport type B = A;\n`,
  ]) {
    expectOne({ [a]: `import "./b.ts";\n`, [b]: back }, `${b}:1`, `${a} → ${b} → ${a}`);
  }
});
