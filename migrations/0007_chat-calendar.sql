CREATE TABLE "calendar_posts" (
	"event_id" text PRIMARY KEY NOT NULL,
	"chat_id" text NOT NULL,
	"standing" text NOT NULL,
	"sent" jsonb,
	"last_error" text DEFAULT '' NOT NULL,
	"claim" text,
	"claimed_until" timestamp with time zone,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "chat_calendar" (
	"id" text PRIMARY KEY NOT NULL,
	"chat_id" text NOT NULL,
	"key" text NOT NULL,
	"name" text NOT NULL,
	"description" text NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"time_zone" text NOT NULL,
	"place_name" text NOT NULL,
	"place_address" text NOT NULL,
	"url" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"cancelled_at" timestamp with time zone
);
--> statement-breakpoint
DROP INDEX "social_events_held";--> statement-breakpoint
ALTER TABLE "social_events" ADD COLUMN "refused_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "social_events" ADD COLUMN "refusal_reason" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "calendar_posts" ADD CONSTRAINT "calendar_posts_event_id_social_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."social_events"("id") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "chat_calendar" ADD CONSTRAINT "chat_calendar_chat_id_chats_id_fk" FOREIGN KEY ("chat_id") REFERENCES "public"."chats"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "chat_calendar_once" ON "chat_calendar" USING btree ("chat_id","key") WHERE "chat_calendar"."cancelled_at" is null;--> statement-breakpoint
CREATE INDEX "social_events_held" ON "social_events" USING btree ("created_at","id") WHERE "social_events"."held" and "social_events"."refused_at" is null;