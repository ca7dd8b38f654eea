ALTER TABLE "social_events" ADD COLUMN "decision" text;--> statement-breakpoint
ALTER TABLE "social_events" ADD COLUMN "hold_reason" text;--> statement-breakpoint
ALTER TABLE "social_events" ADD COLUMN "decides_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "social_events" ADD COLUMN "decision_default" text;--> statement-breakpoint
ALTER TABLE "social_events" ADD COLUMN "minimum_going" smallint;--> statement-breakpoint
ALTER TABLE "social_events" ADD CONSTRAINT "social_events_decision" CHECK ("social_events"."decision" in ('hold', 'runs', 'called_off')) NOT VALID;--> statement-breakpoint
ALTER TABLE "social_events" ADD CONSTRAINT "social_events_hold_reason" CHECK ("social_events"."hold_reason" in ('weather', 'minimum', 'other')) NOT VALID;--> statement-breakpoint
ALTER TABLE "social_events" ADD CONSTRAINT "social_events_decision_default" CHECK ("social_events"."decision_default" in ('runs', 'called_off')) NOT VALID;--> statement-breakpoint
ALTER TABLE "social_events" ADD CONSTRAINT "social_events_hold_whole" CHECK ("social_events"."decision" is distinct from 'hold' or ("social_events"."hold_reason" is not null and "social_events"."decides_at" is not null and "social_events"."decision_default" is not null)) NOT VALID;