CREATE TABLE "seat_offers" (
	"id" text PRIMARY KEY NOT NULL,
	"event_id" text NOT NULL,
	"user_id" text NOT NULL,
	"kind" text NOT NULL,
	"outcome" text DEFAULT 'open' NOT NULL,
	"offered_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "seat_offers_kind" CHECK ("seat_offers"."kind" in ('offer', 'first_come')),
	CONSTRAINT "seat_offers_outcome" CHECK ("seat_offers"."outcome" in ('open', 'accepted', 'expired', 'taken', 'left'))
);
--> statement-breakpoint
ALTER TABLE "notices" DROP CONSTRAINT "notices_kind";--> statement-breakpoint
ALTER TABLE "seat_offers" ADD CONSTRAINT "seat_offers_event_id_social_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."social_events"("id") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "seat_offers" ADD CONSTRAINT "seat_offers_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "seat_offers_once" ON "seat_offers" USING btree ("event_id","user_id") WHERE "seat_offers"."outcome" = 'open';--> statement-breakpoint
CREATE INDEX "seat_offers_by_event" ON "seat_offers" USING btree ("event_id","user_id");--> statement-breakpoint
CREATE INDEX "seat_offers_by_user" ON "seat_offers" USING btree ("user_id");--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_kind" CHECK ("notices"."kind" in ('promoted', 'seat_offered', 'seat_free', 'event_changed', 'event_cancelled', 'event_published', 'event_refused', 'change_published', 'change_refused')) NOT VALID;