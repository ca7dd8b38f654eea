-- outside a transaction
DROP INDEX CONCURRENTLY IF EXISTS "chat_messages_by_words";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "chat_messages_by_words" ON "chat_messages" USING gin ("text" gin_trgm_ops);--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "social_events_by_words";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "social_events_by_words" ON "social_events" USING gin (("title" || ' ' || "host" || ' ' || "host1" || ' ' || "host2" || ' ' || "description" || ' ' || "short_location" || ' ' || "location" || ' ' || "private_location" || ' ' || "facebook_link" || ' ' || "poll_text" || ' ' || "poll_private_location") gin_trgm_ops);--> statement-breakpoint
-- contract: only a deletion used these three, and it now uses the index above; without them the previous release is slower.
DROP INDEX CONCURRENTLY IF EXISTS "social_events_by_host_name";--> statement-breakpoint
-- contract: as above.
DROP INDEX CONCURRENTLY IF EXISTS "social_events_by_host1";--> statement-breakpoint
-- contract: as above.
DROP INDEX CONCURRENTLY IF EXISTS "social_events_by_host2";
