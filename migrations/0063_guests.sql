ALTER TABLE "social_events" ADD COLUMN "guests_per_person" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "event_rsvps" ADD COLUMN "guests" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "waiting_list" ADD COLUMN "guests" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "social_events" ADD CONSTRAINT "social_events_guests_per_person" CHECK ("social_events"."guests_per_person" between 0 and 3) NOT VALID;--> statement-breakpoint
ALTER TABLE "event_rsvps" ADD CONSTRAINT "event_rsvps_guests" CHECK ("event_rsvps"."guests" between 0 and 3) NOT VALID;--> statement-breakpoint
ALTER TABLE "waiting_list" ADD CONSTRAINT "waiting_list_guests" CHECK ("waiting_list"."guests" between 0 and 3) NOT VALID;