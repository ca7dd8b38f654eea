-- outside a transaction
-- contract: only a deletion uses it; without it the previous release is slower there.
DROP INDEX CONCURRENTLY IF EXISTS "social_events_by_words";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "social_events_by_words" ON "social_events" USING gin (("title" || ' ' || "host" || ' ' || "host1" || ' ' || "host2" || ' ' || "description" || ' ' || "short_location" || ' ' || "location" || ' ' || "private_location" || ' ' || "facebook_link" || ' ' || "poll_text" || ' ' || "poll_private_location" || ' ' || "bring" || ' ' || "cancel_reason") gin_trgm_ops);
