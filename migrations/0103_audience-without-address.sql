-- outside a transaction
DROP INDEX CONCURRENTLY IF EXISTS "person_facts_by_member_until";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "person_facts_by_member_until" ON "person_facts" USING btree ("member_until","mail_to","is_unsubscribed") WHERE "person_facts"."member_until" is not null;
