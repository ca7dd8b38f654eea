// Every table, for the migration generator and the database handle.
export * from "./tables/accounts.ts";
export * from "./tables/admin.ts";
export * from "./tables/chat-calendar.ts";
export * from "./tables/chats.ts";
export * from "./tables/events.ts";
export * from "./tables/form-submissions.ts";
export * from "./tables/host-ids.ts";
export * from "./tables/identity-keys.ts";
export * from "./tables/join-submissions.ts";
export * from "./tables/mail.ts";
export * from "./tables/notices.ts";
export * from "./tables/rate-limits.ts";
export * from "./tables/rsvps.ts";
export * from "./tables/users.ts";
