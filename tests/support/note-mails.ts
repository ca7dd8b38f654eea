import type { App } from "#src/context/app.ts";
import { mailKinds } from "#src/mail/kinds.server.ts";

/** A kind of mail for tests of the outbox. A note that is gone has no reason anymore. */
export const noteMails = mailKinds({
  note: async (_app: App, { gone = false }: { gone?: boolean; code?: string }) =>
    gone ? null : { subject: "Note", blocks: [{ kind: "text", text: "Hello" }], list: null, why: "Because." },
});
