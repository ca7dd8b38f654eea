CREATE TABLE "event_rsvps" (
	"event_id" text NOT NULL,
	"user_id" text NOT NULL,
	"answer" text NOT NULL,
	"answered_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "event_rsvps_event_id_user_id_pk" PRIMARY KEY("event_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "social_events" (
	"id" text PRIMARY KEY NOT NULL,
	"title" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"day" date NOT NULL,
	"start_time" time NOT NULL,
	"length_minutes" integer,
	"time_zone" text NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"status" text DEFAULT 'scheduled' NOT NULL,
	"sequence" integer DEFAULT 0 NOT NULL,
	"location" text NOT NULL,
	"members_only_location" boolean DEFAULT false NOT NULL,
	"private_location" text DEFAULT '' NOT NULL,
	"general_public" boolean DEFAULT true NOT NULL,
	"cost_cents" integer DEFAULT 0 NOT NULL,
	"capacity" smallint,
	"going_count" integer DEFAULT 0 NOT NULL,
	"usual_min" smallint DEFAULT 8 NOT NULL,
	"usual_max" smallint DEFAULT 14 NOT NULL,
	"host" text NOT NULL,
	"host1" text DEFAULT '' NOT NULL,
	"host2" text DEFAULT '' NOT NULL,
	"chat" text DEFAULT 'Other Events' NOT NULL,
	"groupme_chat_url" text DEFAULT '' NOT NULL,
	"groupme_chat_id" text DEFAULT '' NOT NULL,
	"groupme_img" text DEFAULT '' NOT NULL,
	"img_key" text DEFAULT '' NOT NULL,
	"img_list" text[] DEFAULT '{}'::text[] NOT NULL,
	"show_photos" boolean DEFAULT false NOT NULL,
	"facebook_link" text DEFAULT '' NOT NULL,
	"organizer_venmo" text DEFAULT '' NOT NULL,
	"organizer_cash_app" text DEFAULT '' NOT NULL,
	"poll_text" text DEFAULT '' NOT NULL,
	"poll_private_location" text DEFAULT '' NOT NULL,
	"poll" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "social_events_id_form" CHECK ("social_events"."id" ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}-[a-z0-9-]+$'),
	CONSTRAINT "social_events_cost_not_negative" CHECK ("social_events"."cost_cents" >= 0),
	CONSTRAINT "social_events_going_not_negative" CHECK ("social_events"."going_count" >= 0),
	CONSTRAINT "social_events_usual_in_order" CHECK ("social_events"."usual_min" <= "social_events"."usual_max")
);
--> statement-breakpoint
CREATE TABLE "identity_keys" (
	"kid" text PRIMARY KEY NOT NULL,
	"private_jwk" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "join_submissions" (
	"submission_id" uuid PRIMARY KEY NOT NULL,
	"data" jsonb NOT NULL,
	"completed_at" timestamp with time zone,
	"user_id" text,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" text NOT NULL,
	"window_start" timestamp with time zone NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "rate_limits_key_window_start_pk" PRIMARY KEY("key","window_start")
);
--> statement-breakpoint
CREATE TABLE "users" (
	"user_id" text PRIMARY KEY NOT NULL,
	"first_name" text DEFAULT '' NOT NULL,
	"last_name" text DEFAULT '' NOT NULL,
	"nickname" text DEFAULT '' NOT NULL,
	"email" text DEFAULT '' NOT NULL,
	"phone" text DEFAULT '' NOT NULL,
	"zphone2" text DEFAULT '' NOT NULL,
	"zsex" text DEFAULT '' NOT NULL,
	"shirtsize" text DEFAULT '' NOT NULL,
	"groupme_user_id" text DEFAULT '' NOT NULL,
	"referred_by" text DEFAULT '' NOT NULL,
	"re_interested_in_events" text[] DEFAULT '{}'::text[] NOT NULL,
	"selected_events" text[] DEFAULT '{}'::text[] NOT NULL,
	"zmessage" text DEFAULT '' NOT NULL,
	"socials" text DEFAULT '' NOT NULL,
	"role" text DEFAULT 'user' NOT NULL,
	"status" text DEFAULT 'applied' NOT NULL,
	"date_added" timestamp with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_email_lower" CHECK ("users"."email" = lower("users"."email")),
	CONSTRAINT "users_phone_digits" CHECK ("users"."phone" ~ '^[0-9]*$')
);
--> statement-breakpoint
ALTER TABLE "event_rsvps" ADD CONSTRAINT "event_rsvps_event_id_social_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."social_events"("id") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "event_rsvps" ADD CONSTRAINT "event_rsvps_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "join_submissions" ADD CONSTRAINT "join_submissions_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("user_id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "event_rsvps_by_user" ON "event_rsvps" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "social_events_by_day" ON "social_events" USING btree ("day","start_time","id");--> statement-breakpoint
CREATE INDEX "social_events_public_by_day" ON "social_events" USING btree ("day","start_time","id") WHERE "social_events"."general_public";--> statement-breakpoint
CREATE INDEX "social_events_public_by_chat_and_day" ON "social_events" USING btree ("chat","day","start_time","id") WHERE "social_events"."general_public";--> statement-breakpoint
CREATE INDEX "social_events_with_photos_by_day" ON "social_events" USING btree ("day","start_time","id") WHERE "social_events"."show_photos" and "social_events"."general_public";--> statement-breakpoint
CREATE INDEX "join_submissions_drafts" ON "join_submissions" USING btree ("updated_at") WHERE "join_submissions"."completed_at" is null;--> statement-breakpoint
CREATE INDEX "join_submissions_by_user" ON "join_submissions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "users_by_email" ON "users" USING btree ("email") WHERE "users"."email" <> '';--> statement-breakpoint
CREATE INDEX "users_by_phone" ON "users" USING btree ("phone") WHERE "users"."phone" <> '';