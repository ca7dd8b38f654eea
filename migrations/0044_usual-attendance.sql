ALTER TABLE "social_events" ADD COLUMN "usual_low" smallint;--> statement-breakpoint
ALTER TABLE "social_events" ADD COLUMN "usual_high" smallint;