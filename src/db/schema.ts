// Every table, for the migration generator and the database handle.
export * from "./tables/events.ts";
export * from "./tables/identity-keys.ts";
export * from "./tables/join-submissions.ts";
export * from "./tables/rate-limits.ts";
export * from "./tables/users.ts";
