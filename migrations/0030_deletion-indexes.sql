-- outside a transaction
DROP INDEX CONCURRENTLY IF EXISTS "chat_calendar_by_key";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "chat_calendar_by_key" ON "chat_calendar" USING btree ("key");--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "chat_members_by_member";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "chat_members_by_member" ON "chat_members" USING btree ("member_id");--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "chat_posts_by_author";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "chat_posts_by_author" ON "chat_posts" USING btree ("author_id");--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "totp_secrets_by_sub";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "totp_secrets_by_sub" ON "totp_secrets" USING btree ("sub");
