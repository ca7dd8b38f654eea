ALTER TABLE "social_events" VALIDATE CONSTRAINT "social_events_guests_per_person";--> statement-breakpoint
ALTER TABLE "event_rsvps" VALIDATE CONSTRAINT "event_rsvps_guests";--> statement-breakpoint
ALTER TABLE "waiting_list" VALIDATE CONSTRAINT "waiting_list_guests";
