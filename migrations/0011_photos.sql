CREATE TABLE "event_photos" (
	"event_id" text NOT NULL,
	"key" text NOT NULL,
	"added_by_user_id" text,
	"created_at" timestamp with time zone NOT NULL,
	"hidden_at" timestamp with time zone,
	"hidden_position" integer,
	"hidden_cover" boolean DEFAULT false NOT NULL,
	"kept_at" timestamp with time zone,
	CONSTRAINT "event_photos_event_id_key_pk" PRIMARY KEY("event_id","key")
);
--> statement-breakpoint
CREATE TABLE "photo_requests" (
	"id" text PRIMARY KEY NOT NULL,
	"event_id" text NOT NULL,
	"key" text NOT NULL,
	"reason" text NOT NULL,
	"email" text DEFAULT '' NOT NULL,
	"user_id" text,
	"hid" boolean DEFAULT false NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"decided_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "uploaded_images" (
	"key" text PRIMARY KEY NOT NULL,
	"hash" text NOT NULL,
	"kind" text NOT NULL,
	"owner_user_id" text,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"bytes" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"touched_at" timestamp with time zone NOT NULL,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "uploaded_images_hash_unique" UNIQUE("hash")
);
--> statement-breakpoint
ALTER TABLE "social_events" ADD COLUMN "photo_captions" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "event_photos" ADD CONSTRAINT "event_photos_event_id_social_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."social_events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_photos" ADD CONSTRAINT "event_photos_added_by_user_id_users_user_id_fk" FOREIGN KEY ("added_by_user_id") REFERENCES "public"."users"("user_id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "photo_requests" ADD CONSTRAINT "photo_requests_event_id_social_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."social_events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "photo_requests" ADD CONSTRAINT "photo_requests_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("user_id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uploaded_images" ADD CONSTRAINT "uploaded_images_owner_user_id_users_user_id_fk" FOREIGN KEY ("owner_user_id") REFERENCES "public"."users"("user_id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "event_photos_by_key" ON "event_photos" USING btree ("key");--> statement-breakpoint
CREATE INDEX "event_photos_by_person" ON "event_photos" USING btree ("added_by_user_id");--> statement-breakpoint
CREATE INDEX "photo_requests_open" ON "photo_requests" USING btree ("id") WHERE "photo_requests"."status" = 'open';--> statement-breakpoint
CREATE INDEX "photo_requests_by_photo" ON "photo_requests" USING btree ("key","event_id");--> statement-breakpoint
CREATE INDEX "photo_requests_by_person" ON "photo_requests" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "uploaded_images_by_owner" ON "uploaded_images" USING btree ("owner_user_id");--> statement-breakpoint
CREATE INDEX "uploaded_images_touched" ON "uploaded_images" USING btree ("touched_at");--> statement-breakpoint
CREATE INDEX "social_events_by_uploaded_cover" ON "social_events" USING btree ("img_key") WHERE starts_with("social_events"."img_key", 'up-');