import type { App } from "#src/context/app.ts";
import { OutsideAway } from "#src/shared/outside.ts";

/** While a provider is away what is known stays and what is to be told waits: the next round comes in a minute. */
async function unlessAway(app: App, work: () => Promise<number>): Promise<number> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof OutsideAway)) throw error;
    app.log.warn({ error: error.message }, "the chats are as they were last known");
    return 0;
  }
}

/** Makes our chats as their provider has them. Returns how many messages came. */
export const syncChats = (app: App) => unlessAway(app, () => app.chatProvider.sync());

/** Tells the provider of the chats who may join and who may not. Returns of how many. */
export const tellDecisions = (app: App) => unlessAway(app, () => app.chatProvider.tellDecisions());
