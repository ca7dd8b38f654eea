import type { App } from "#src/context/app.ts";
import { deleteUnusedUploads } from "#src/features/events/uploads/commands/unused.server.ts";
import type { Person } from "#src/features/privacy/commands/person.server.ts";

/**
 * Deletes what is outside the database, after commit: accounts in the user pool, copies of mails, and unused pictures.
 * The jobs retry what fails here; the rows are gone in any case.
 */
export async function afterForgetting(app: App, person: Person, { isFinal }: { isFinal: boolean }): Promise<void> {
  const { subs, emails, phones, known } = person;
  const outside = [
    ...subs.map((sub) => app.identity.deleteAccount(sub)),
    // Only names that an organizer approved: people choose their own names, and could delete other people's mails.
    app.mailer.forget([...emails, ...phones, ...known.names]),
    ...(isFinal ? [deleteUnusedUploads(app, new Date(app.clock.now().getTime() - 86_400_000 + 1))] : []),
  ];
  for (const done of await Promise.allSettled(outside))
    if (done.status === "rejected") app.log.warn({ error: String(done.reason) }, "a deletion is not finished outside");
}
