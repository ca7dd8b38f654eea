ALTER TABLE "social_events" VALIDATE CONSTRAINT "social_events_decision";--> statement-breakpoint
ALTER TABLE "social_events" VALIDATE CONSTRAINT "social_events_hold_reason";--> statement-breakpoint
ALTER TABLE "social_events" VALIDATE CONSTRAINT "social_events_decision_default";--> statement-breakpoint
ALTER TABLE "social_events" VALIDATE CONSTRAINT "social_events_hold_whole";
