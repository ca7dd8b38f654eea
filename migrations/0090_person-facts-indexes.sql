-- outside a transaction
DROP INDEX CONCURRENTLY IF EXISTS "accounts_by_inbox";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "accounts_by_inbox" ON "accounts" USING btree (mail_inbox("email"));--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "users_by_shown_name";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "users_by_shown_name" ON "users" USING btree (fold_name(coalesce(nullif(btrim("first_name" || ' ' || "last_name"), ''), nullif("nickname", ''), "email")) collate "C","user_id");--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "users_by_inbox";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "users_by_inbox" ON "users" USING btree (mail_inbox("email")) WHERE "users"."email" <> '';
