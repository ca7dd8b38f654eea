-- outside a transaction
DROP INDEX CONCURRENTLY IF EXISTS "social_events_to_draw";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "social_events_to_draw" ON "social_events" USING btree ("draw_at") WHERE "social_events"."draw_at" is not null and "social_events"."drawn_at" is null;