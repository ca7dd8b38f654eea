DROP INDEX "social_events_by_host";--> statement-breakpoint
ALTER TABLE "social_events" ADD COLUMN "previous_starts_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "social_events" ADD COLUMN "series_id" text;--> statement-breakpoint
CREATE INDEX "social_events_by_series" ON "social_events" USING btree ("series_id","starts_at") WHERE "social_events"."series_id" is not null;--> statement-breakpoint
CREATE INDEX "social_events_by_host" ON "social_events" USING btree ("host_user_id","day","start_time","id");