CREATE TABLE "place_links" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"event_id" text NOT NULL,
	"email" text NOT NULL,
	"first_name" text DEFAULT '' NOT NULL,
	"last_name" text DEFAULT '' NOT NULL,
	"phone" text DEFAULT '' NOT NULL,
	"user_id" text,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "place_links" ADD CONSTRAINT "place_links_event_id_social_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."social_events"("id") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "place_links" ADD CONSTRAINT "place_links_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "place_links_by_email" ON "place_links" USING btree ("email");--> statement-breakpoint
CREATE INDEX "place_links_by_event" ON "place_links" USING btree ("event_id");--> statement-breakpoint
CREATE INDEX "place_links_by_user" ON "place_links" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "place_links_by_expiry" ON "place_links" USING btree ("expires_at");