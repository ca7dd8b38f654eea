CREATE TABLE "host_ids" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text,
	"host_id_hash" text NOT NULL,
	"label" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone,
	CONSTRAINT "host_ids_host_id_hash_unique" UNIQUE("host_id_hash")
);
--> statement-breakpoint
DROP INDEX "social_events_by_day";--> statement-breakpoint
DROP INDEX "social_events_public_by_day";--> statement-breakpoint
DROP INDEX "social_events_by_chat_and_day";--> statement-breakpoint
DROP INDEX "social_events_with_photos_by_chat_and_day";--> statement-breakpoint
DROP INDEX "social_events_with_photos_by_day";--> statement-breakpoint
ALTER TABLE "social_events" ADD COLUMN "short_location" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "social_events" ADD COLUMN "held" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "host_ids" ADD CONSTRAINT "host_ids_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "host_ids_by_user" ON "host_ids" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "social_events_held" ON "social_events" USING btree ("created_at") WHERE "social_events"."held";--> statement-breakpoint
CREATE INDEX "social_events_by_day" ON "social_events" USING btree ("day","start_time","id") WHERE not "social_events"."held";--> statement-breakpoint
CREATE INDEX "social_events_public_by_day" ON "social_events" USING btree ("day","start_time","id") WHERE "social_events"."general_public" and not "social_events"."held";--> statement-breakpoint
CREATE INDEX "social_events_by_chat_and_day" ON "social_events" USING btree ("chat","day","start_time","id") WHERE not "social_events"."held";--> statement-breakpoint
CREATE INDEX "social_events_with_photos_by_chat_and_day" ON "social_events" USING btree ("chat","day","start_time","id") WHERE "social_events"."show_photos" and "social_events"."general_public" and not "social_events"."held";--> statement-breakpoint
CREATE INDEX "social_events_with_photos_by_day" ON "social_events" USING btree ("day","start_time","id") WHERE "social_events"."show_photos" and "social_events"."general_public" and not "social_events"."held";