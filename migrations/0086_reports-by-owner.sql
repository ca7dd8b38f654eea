-- outside a transaction
DROP INDEX CONCURRENTLY IF EXISTS "form_submissions_by_owner";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "form_submissions_by_owner" ON "form_submissions" USING btree ("owner_sub") WHERE "form_submissions"."owner_sub" is not null;
