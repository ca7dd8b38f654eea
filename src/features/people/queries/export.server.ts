import { and, count, desc, eq, inArray, lt, type SQL } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import { personFacts } from "#src/db/tables/person-facts.ts";
import { users } from "#src/db/tables/users.ts";
import { isMatching } from "#src/features/people/queries/filters.server.ts";
import { FIELD_LABELS } from "#src/features/people/messages.ts";
import type { ExportRequest } from "#src/features/people/schema/csv.ts";
import { USER_FIELDS } from "#src/features/people/schema/users.ts";
import { viewUser } from "#src/features/people/view.ts";
import { streamTable } from "#src/http/table-file.server.ts";

// People in memory at a time.
const ROWS_A_CHUNK = 500;

const COLUMNS = [
  { key: "userId", header: "User id" },
  ...USER_FIELDS.map((key) => ({ key, header: FIELD_LABELS[key] })),
  { key: "dateAdded", header: "Date added" },
];

function isExported(app: App, { userIds, filter }: ExportRequest): SQL | undefined {
  return userIds ? inArray(users.userId, userIds) : isMatching(app, filter);
}

/** The number of people in an export. */
export async function countExported(app: App, request: ExportRequest): Promise<number> {
  const [row] = await app.db
    .select({ people: count() })
    .from(users)
    .innerJoin(personFacts, eq(personFacts.userId, users.userId))
    .where(isExported(app, request));
  return row?.people ?? 0;
}

async function* readChunks(app: App, request: ExportRequest): AsyncGenerator<readonly object[]> {
  const wanted = isExported(app, request);
  let last: string | undefined;
  for (;;) {
    const rows = await app.db
      .select({ user: users })
      .from(users)
      .innerJoin(personFacts, eq(personFacts.userId, users.userId))
      .where(and(wanted, last === undefined ? undefined : lt(users.userId, last)))
      .orderBy(desc(users.userId))
      .limit(ROWS_A_CHUNK);
    if (rows.length > 0 || last === undefined) yield rows.map(({ user }) => viewUser(user));
    last = rows.at(-1)?.user.userId;
    if (rows.length < ROWS_A_CHUNK) return;
  }
}

/** Streams people as a table, in the console's order. */
export function streamUsers(app: App, request: ExportRequest): ReadableStream<Uint8Array> {
  return streamTable(app, COLUMNS, readChunks(app, request));
}
