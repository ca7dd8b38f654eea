import type { connect } from "#src/db/connect.server.ts";
import { uuidv7 } from "#src/shared/ids.ts";
import { NOW } from "#tests/bench/events-data.ts";
import { addOrganizer } from "#tests/bench/organizer.ts";

export const RECIPIENTS = 10_000;

/** Adds 10,000 people and an organizer. Returns what makes that organizer write to all of them. */
export async function prepareAnnouncement(
  { db, pool }: ReturnType<typeof connect>,
  siteUrl: string,
): Promise<() => Promise<void>> {
  const now = new Date(NOW);
  const token = await addOrganizer(db);
  await pool.query(
    `insert into users (user_id, first_name, last_name, email, status)
       select 'r' || n, 'Sam', 'Shore' || n, 'r' || n || '@example.com', 'approved' from generate_series(1, $1::int) n`,
    [RECIPIENTS],
  );
  await pool.query("vacuum analyze users");
  const content = [{ type: "paragraph", content: [{ type: "text", text: "See you at the beach." }] }];
  return async () => {
    const answer = await fetch(`${siteUrl}/api/admin/announcements`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({
        id: uuidv7(now.getTime()),
        subject: "Saturday",
        body: { type: "doc", content },
        segment: { kind: "everyone" },
        sendOn: null,
      }),
    });
    if (!answer.ok) throw new Error(`The announcement was refused: ${answer.status} ${await answer.text()}`);
  };
}
