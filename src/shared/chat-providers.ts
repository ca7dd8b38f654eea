/** The chat providers: the site itself, or an outside service. */
export const CHAT_PROVIDERS = ["local", "groupme"] as const;
