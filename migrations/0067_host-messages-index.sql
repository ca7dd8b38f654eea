-- outside a transaction
DROP INDEX CONCURRENTLY IF EXISTS "notices_by_host_message";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "notices_by_host_message" ON "notices" USING btree ("host_message_id","user_id") WHERE "notices"."host_message_id" is not null;
