ALTER TABLE "social_events" ADD COLUMN "bring" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "social_events" ADD COLUMN "map_point" text DEFAULT '' NOT NULL;
