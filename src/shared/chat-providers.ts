/** Who can keep the group's chats: the site itself, or a service. */
export const CHAT_PROVIDERS = ["local", "groupme"] as const;
