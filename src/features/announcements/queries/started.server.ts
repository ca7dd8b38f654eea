import { and, eq } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import { announcements } from "#src/db/tables/announcements.ts";

/** An announcement's content; undefined once it is stopped. */
export async function readStarted(app: App, id: string) {
  const [row] = await app.db
    .select({ subject: announcements.subject, body: announcements.body })
    .from(announcements)
    .where(and(eq(announcements.id, id), eq(announcements.status, "started")));
  return row;
}
