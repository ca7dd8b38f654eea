import { expect } from "vitest";
import { checkStructure } from "../check-structure.ts";
import { makeTree } from "./source-tree.ts";

// A small house in which everything stands where it belongs; each test puts one thing in the wrong place.
export const SOUND = {
  "src/shared/dates.ts": `export const day = "2026-11-21";\nexport type Day = string;\n`,
  "src/shared/result.ts": `export const ok = true;\n`,
  "src/policy/viewer.ts": `export type Viewer = { kind: string };\nexport const canSee = (viewer: Viewer) => viewer.kind === "member";\n`,
  "src/db/tables/events.ts": `import { pgTable } from "drizzle-orm/pg-core";\nexport const events = pgTable("events", {});\nexport type EventRow = object;\n`,
  "src/db/tables/users.ts": `export const users = 1;\n`,
  "src/db/connect.server.ts": `import pg from "pg";\nexport const pool = pg;\nexport type Db = object;\n`,
  "src/config.server.ts": `export const config = process.env;\nexport type Config = object;\n`,
  "src/ports/mailer/port.ts": `export type Mailer = object;\n`,
  "src/ports/mailer/smtp/smtp.server.ts": `import type { Mailer } from "#src/ports/mailer/port.ts";\nexport const smtp: Mailer = {};\n`,
  "src/ports/mailer/file/file.server.ts": `export const file = 1;\n`,
  "src/context/app.ts": `import type { Config } from "#src/config.server.ts";\nimport type { Db } from "#src/db/connect.server.ts";\nexport type App = { config: Config; db: Db };\n`,
  "src/http/status.ts": `export const statusOf = 1;\n`,
  "src/http/cursor.ts": `export const cursor = 1;\n`,
  "src/ui/button.tsx": `import { day } from "#src/shared/dates.ts";\nexport function Button() { return <i>{day}</i>; }\n`,
  "src/features/identity/session.ts": `export const session = 1;\n`,
  "src/features/site/components/shell.tsx": `export const shell = 1;\n`,
  "src/features/site/routes/landing.tsx": `import { EventCard } from "#src/features/events/components/event-card.tsx";\nexport default function Landing() { return EventCard; }\n`,
  "src/features/events/schema.ts": `export const schema = 1;\n`,
  "src/features/events/view.ts": `import type { EventRow } from "#src/db/tables/events.ts";\nexport const viewEvent = (row: EventRow) => row;\n`,
  "src/features/events/queries.server.ts": `import { eq } from "drizzle-orm";\nimport { events } from "#src/db/tables/events.ts";\nimport type { App } from "#src/context/app.ts";\nimport { viewEvent } from "#src/features/events/view.ts";\nexport const listEvents = (app: App) => [app.db, eq, events, viewEvent];\n`,
  "src/features/events/rest.server.ts": `import { listEvents } from "#src/features/events/queries.server.ts";\nexport const readEvents = listEvents;\n`,
  "src/features/events/components/event-card.tsx": `import { session } from "#src/features/identity/session.ts";\nimport { Button } from "#src/ui/button.tsx";\nexport const EventCard = [Button, session];\n`,
  "src/features/events/routes/event-page.tsx": `import { listEvents } from "#src/features/events/queries.server.ts";\nexport const loader = listEvents;\nexport default function EventPage() { return null; }\n`,
  "src/features/events/rsvps/rules.ts": `export const mayAnswer = 1;\n`,
  "src/features/join/rules.ts": `import { schema } from "../events/schema.ts";\nexport const steps = schema;\n`,
  "src/api/rest.ts": `import { readEvents } from "#src/features/events/rest.server.ts";\nexport const restMap = [readEvents];\n`,
  "src/server/compose.server.ts": `import { smtp } from "#src/ports/mailer/smtp/smtp.server.ts";\nexport const compose = smtp;\n`,
  "src/server/main.ts": `import { restMap } from "#src/api/rest.ts";\nimport { seedTown } from "#seeds/town.ts";\nexport const main = [restMap, seedTown];\n`,
  "seeds/town.ts": `import { events } from "#src/db/tables/events.ts";\nexport const seedTown = events;\n`,
  "tests/api/events.test.ts": `import { smtp } from "#src/ports/mailer/smtp/smtp.server.ts";\nimport { seedTown } from "#seeds/town.ts";\nconst home = process.env.HOME;\nexport const all = [smtp, seedTown, home];\n`,
};

/** What is said of the house with these files added, or put in the place of its own. */
export function faultsWith(files: Readonly<Record<string, string>>): string[] {
  return checkStructure(makeTree({ ...SOUND, ...files })).map(({ file, line, says }) => `${file}:${line}  ${says}`);
}

/** Expects exactly one fault, at this place and in these words. */
export function expectOne(files: Readonly<Record<string, string>>, place: string, words: string): void {
  const faults = faultsWith(files);
  expect(faults).toHaveLength(1);
  expect(faults[0]).toMatch(new RegExp(`^${RegExp.escape(`${place}  `)}`));
  expect(faults[0]).toContain(words);
}

/** A module of one import. */
export const imports = (path: string, kind = "import") => `${kind} { a } from "${path}";\nexport const b = a;\n`;
