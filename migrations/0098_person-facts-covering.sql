-- outside a transaction
DROP INDEX CONCURRENTLY IF EXISTS "person_facts_by_paid";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "person_facts_by_paid" ON "person_facts" USING btree ("paid_until","user_id","member_until","last_attended","is_unsubscribed") WHERE "person_facts"."paid_until" is not null;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "person_facts_by_attended";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "person_facts_by_attended" ON "person_facts" USING btree ("last_attended","user_id","paid_until","member_until","is_unsubscribed") WHERE "person_facts"."last_attended" is not null;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "person_facts_by_paid_until";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "person_facts_by_last_attended";
