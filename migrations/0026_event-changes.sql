CREATE TABLE "event_changes" (
	"event_id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"change" jsonb NOT NULL,
	"scope" text NOT NULL,
	"version" text NOT NULL,
	"proposed_at" timestamp with time zone NOT NULL,
	"refused_at" timestamp with time zone,
	"refusal_reason" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
ALTER TABLE "event_changes" ADD CONSTRAINT "event_changes_event_id_social_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."social_events"("id") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "event_changes" ADD CONSTRAINT "event_changes_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("user_id") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
CREATE INDEX "event_changes_waiting" ON "event_changes" USING btree ("proposed_at","event_id") WHERE "event_changes"."refused_at" is null;--> statement-breakpoint
CREATE INDEX "event_changes_by_user" ON "event_changes" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "event_changes_by_cover" ON "event_changes" USING btree (("change" ->> 'imgKey'));