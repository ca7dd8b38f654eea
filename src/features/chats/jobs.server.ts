import type { App } from "#src/context/app.ts";
import { OutsideAway } from "#src/shared/outside.ts";

/** During a provider outage, data and decisions stay as they are; the next run is in a minute. */
async function unlessAway(app: App, work: () => Promise<number>): Promise<number> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof OutsideAway)) throw error;
    app.log.warn({ error: error.message }, "the chats are as they were last known");
    return 0;
  }
}

/** Syncs our chats with their provider. Returns the number of new messages. */
export const syncChats = (app: App) => unlessAway(app, () => app.chatProvider.sync());

/** Sends join decisions to the provider. Returns how many. */
export const tellDecisions = (app: App) => unlessAway(app, () => app.chatProvider.tellDecisions());
