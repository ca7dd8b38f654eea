CREATE TABLE "court_boards" (
	"event_id" text PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"board" jsonb NOT NULL,
	"follow_token" text,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "court_boards_follow_token_unique" UNIQUE("follow_token")
);
--> statement-breakpoint
ALTER TABLE "court_boards" ADD CONSTRAINT "court_boards_event_id_social_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."social_events"("id") ON DELETE cascade ON UPDATE cascade;