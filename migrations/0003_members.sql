CREATE TABLE "accounts" (
	"sub" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"email_verified" boolean DEFAULT false NOT NULL,
	"groups" text[] DEFAULT '{}'::text[] NOT NULL,
	"user_id" text,
	"tokens_valid_from" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "accounts_email_lower" CHECK ("accounts"."email" = lower("accounts"."email"))
);
--> statement-breakpoint
CREATE TABLE "credentials" (
	"sub" text PRIMARY KEY NOT NULL,
	"password_hash" text NOT NULL,
	"must_change_password" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "identity_codes" (
	"id" text PRIMARY KEY NOT NULL,
	"purpose" text NOT NULL,
	"email" text NOT NULL,
	"code_hash" text NOT NULL,
	"password_hash" text,
	"wrong_tries" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"sub" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "chat_members" (
	"chat_id" text NOT NULL,
	"member_id" text NOT NULL,
	"user_id" text,
	"name" text NOT NULL,
	"nickname" text DEFAULT '' NOT NULL,
	"image_url" text DEFAULT '' NOT NULL,
	"autokicked" boolean DEFAULT false NOT NULL,
	"muted" boolean DEFAULT false NOT NULL,
	"joined_at" timestamp with time zone NOT NULL,
	CONSTRAINT "chat_members_chat_id_member_id_pk" PRIMARY KEY("chat_id","member_id")
);
--> statement-breakpoint
CREATE TABLE "chat_messages" (
	"chat_id" text NOT NULL,
	"seq" integer NOT NULL,
	"id" text NOT NULL,
	"author_id" text DEFAULT '' NOT NULL,
	"user_id" text,
	"name" text NOT NULL,
	"avatar_url" text DEFAULT '' NOT NULL,
	"text" text NOT NULL,
	"system" boolean DEFAULT false NOT NULL,
	"client_id" text,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "chat_messages_chat_id_seq_pk" PRIMARY KEY("chat_id","seq")
);
--> statement-breakpoint
CREATE TABLE "chats" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"image_url" text DEFAULT '' NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"message_count" integer DEFAULT 0 NOT NULL,
	"member_count" integer DEFAULT 0 NOT NULL,
	"last_seq" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "form_submissions" (
	"id" text PRIMARY KEY NOT NULL,
	"form_type" text NOT NULL,
	"email" text NOT NULL,
	"data" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mail_outbox" (
	"id" text PRIMARY KEY NOT NULL,
	"key" text NOT NULL,
	"kind" text NOT NULL,
	"email" text NOT NULL,
	"data" jsonb NOT NULL,
	"status" text DEFAULT 'waiting' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"last_error" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"done_at" timestamp with time zone,
	CONSTRAINT "mail_outbox_key_unique" UNIQUE("key")
);
--> statement-breakpoint
CREATE TABLE "mail_preferences" (
	"email" text PRIMARY KEY NOT NULL,
	"token" text NOT NULL,
	"unsubscribed_at" timestamp with time zone,
	"reminders" boolean DEFAULT true NOT NULL,
	"rsvps" boolean DEFAULT true NOT NULL,
	"event_changes" boolean DEFAULT true NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "mail_preferences_token_unique" UNIQUE("token")
);
--> statement-breakpoint
CREATE TABLE "notices" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"kind" text NOT NULL,
	"event_id" text,
	"created_at" timestamp with time zone NOT NULL,
	"read_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "event_polls" (
	"event_id" text PRIMARY KEY NOT NULL,
	"question" text NOT NULL,
	"multiple" boolean DEFAULT false NOT NULL,
	"closed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "poll_options" (
	"id" text PRIMARY KEY NOT NULL,
	"event_id" text NOT NULL,
	"position" smallint NOT NULL,
	"label" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "poll_votes" (
	"option_id" text NOT NULL,
	"user_id" text NOT NULL,
	"voted_at" timestamp with time zone NOT NULL,
	CONSTRAINT "poll_votes_option_id_user_id_pk" PRIMARY KEY("option_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "waiting_list" (
	"event_id" text NOT NULL,
	"user_id" text NOT NULL,
	"ticket" integer NOT NULL,
	"status" text DEFAULT 'waiting' NOT NULL,
	"joined_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "waiting_list_event_id_ticket_pk" PRIMARY KEY("event_id","ticket")
);
--> statement-breakpoint
ALTER TABLE "social_events" ADD COLUMN "waiting_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "social_events" ADD COLUMN "last_ticket" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "social_events" ADD COLUMN "host_user_id" text;--> statement-breakpoint
ALTER TABLE "social_events" ADD COLUMN "password" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "age" smallint;--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("user_id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credentials" ADD CONSTRAINT "credentials_sub_accounts_sub_fk" FOREIGN KEY ("sub") REFERENCES "public"."accounts"("sub") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_sub_accounts_sub_fk" FOREIGN KEY ("sub") REFERENCES "public"."accounts"("sub") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_members" ADD CONSTRAINT "chat_members_chat_id_chats_id_fk" FOREIGN KEY ("chat_id") REFERENCES "public"."chats"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_members" ADD CONSTRAINT "chat_members_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("user_id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_messages" ADD CONSTRAINT "chat_messages_chat_id_chats_id_fk" FOREIGN KEY ("chat_id") REFERENCES "public"."chats"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_messages" ADD CONSTRAINT "chat_messages_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("user_id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("user_id") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_event_id_social_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."social_events"("id") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "event_polls" ADD CONSTRAINT "event_polls_event_id_social_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."social_events"("id") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "poll_options" ADD CONSTRAINT "poll_options_event_id_event_polls_event_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."event_polls"("event_id") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "poll_votes" ADD CONSTRAINT "poll_votes_option_id_poll_options_id_fk" FOREIGN KEY ("option_id") REFERENCES "public"."poll_options"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "poll_votes" ADD CONSTRAINT "poll_votes_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waiting_list" ADD CONSTRAINT "waiting_list_event_id_social_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."social_events"("id") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "waiting_list" ADD CONSTRAINT "waiting_list_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "accounts_by_email" ON "accounts" USING btree ("email");--> statement-breakpoint
CREATE INDEX "accounts_by_user" ON "accounts" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "identity_codes_by_email" ON "identity_codes" USING btree ("email","purpose");--> statement-breakpoint
CREATE INDEX "identity_codes_by_expiry" ON "identity_codes" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "sessions_by_sub" ON "sessions" USING btree ("sub");--> statement-breakpoint
CREATE INDEX "sessions_by_expiry" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "chat_members_by_user" ON "chat_members" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "chat_messages_by_id" ON "chat_messages" USING btree ("chat_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "chat_messages_by_client_id" ON "chat_messages" USING btree ("chat_id","author_id","client_id") WHERE "chat_messages"."client_id" is not null;--> statement-breakpoint
CREATE INDEX "chat_messages_by_user" ON "chat_messages" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "form_submissions_by_type" ON "form_submissions" USING btree ("form_type","id");--> statement-breakpoint
CREATE INDEX "mail_outbox_waiting" ON "mail_outbox" USING btree ("due_at") WHERE "mail_outbox"."status" = 'waiting';--> statement-breakpoint
CREATE INDEX "mail_outbox_by_email" ON "mail_outbox" USING btree ("email");--> statement-breakpoint
CREATE INDEX "notices_by_user" ON "notices" USING btree ("user_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "poll_options_in_order" ON "poll_options" USING btree ("event_id","position");--> statement-breakpoint
CREATE INDEX "poll_votes_by_user" ON "poll_votes" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "waiting_list_once" ON "waiting_list" USING btree ("event_id","user_id") WHERE "waiting_list"."status" = 'waiting';--> statement-breakpoint
CREATE INDEX "waiting_list_in_order" ON "waiting_list" USING btree ("event_id","ticket") WHERE "waiting_list"."status" = 'waiting';--> statement-breakpoint
CREATE INDEX "waiting_list_by_user" ON "waiting_list" USING btree ("user_id");--> statement-breakpoint
ALTER TABLE "social_events" ADD CONSTRAINT "social_events_host_user_id_users_user_id_fk" FOREIGN KEY ("host_user_id") REFERENCES "public"."users"("user_id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "event_rsvps_going" ON "event_rsvps" USING btree ("event_id","answered_at","user_id") WHERE "event_rsvps"."answer" = 'going';--> statement-breakpoint
CREATE INDEX "social_events_by_host" ON "social_events" USING btree ("host_user_id");--> statement-breakpoint
ALTER TABLE "social_events" ADD CONSTRAINT "social_events_waiting_not_negative" CHECK ("social_events"."waiting_count" >= 0);