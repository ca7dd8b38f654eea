-- outside a transaction
DROP INDEX CONCURRENTLY IF EXISTS "person_facts_by_name";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "person_facts_by_name" ON "person_facts" USING btree ("sort_name" collate "C","user_id","paid_until","member_until","last_attended","is_unsubscribed");--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "users_by_shown_name";
