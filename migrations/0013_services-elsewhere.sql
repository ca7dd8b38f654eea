CREATE TABLE "pool_deletions" (
	"sub" text PRIMARY KEY NOT NULL,
	"requested_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "chat_posts" (
	"guid" text PRIMARY KEY NOT NULL,
	"chat_id" text NOT NULL,
	"author_id" text NOT NULL,
	"name" text NOT NULL,
	"text" text NOT NULL,
	"client_id" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
DROP INDEX "chat_join_requests_open_once";--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "pool_token" text;--> statement-breakpoint
ALTER TABLE "chat_join_requests" ADD COLUMN "told_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "chat_join_requests" ADD COLUMN "tell_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "chats" ADD COLUMN "provider" text DEFAULT 'local' NOT NULL;--> statement-breakpoint
ALTER TABLE "chats" ADD COLUMN "synced_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "chat_posts" ADD CONSTRAINT "chat_posts_chat_id_chats_id_fk" FOREIGN KEY ("chat_id") REFERENCES "public"."chats"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "chat_posts_by_created_at" ON "chat_posts" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "chat_join_requests_untold" ON "chat_join_requests" USING btree ("tell_at") WHERE "chat_join_requests"."decided_at" is not null and "chat_join_requests"."told_at" is null and "chat_join_requests"."chat_id" <> '';--> statement-breakpoint
CREATE UNIQUE INDEX "chat_join_requests_open_once" ON "chat_join_requests" USING btree ("chat_id","provider_user_id") WHERE "chat_join_requests"."decided_at" is null;--> statement-breakpoint
-- By hand: whoever tells a chat's provider of decisions hears that there is one.
CREATE FUNCTION notify_join_decision() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('join_decision', '');
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER chat_join_requests_decided AFTER UPDATE OF decided_at ON chat_join_requests
  FOR EACH STATEMENT EXECUTE FUNCTION notify_join_decision();
