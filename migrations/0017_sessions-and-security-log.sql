-- Sessions of the release before have no id that an id token could name: people sign in once more.
DELETE FROM "sessions";
--> statement-breakpoint
CREATE TABLE "session_rotations" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"session_id" text NOT NULL,
	"replaced_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sign_in_challenges" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"sub" text NOT NULL,
	"proved_with" text[] NOT NULL,
	"pool_token" text,
	"wrong_tries" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "security_events" (
	"id" text PRIMARY KEY NOT NULL,
	"sub" text,
	"kind" text NOT NULL,
	"device" text DEFAULT '' NOT NULL,
	"network" text DEFAULT '' NOT NULL,
	"detail" text DEFAULT '' NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "security_events_kind" CHECK ("security_events"."kind" in ('sign_in', 'sign_in_failed', 'locked', 'password_reset', 'password_changed', 'email_changed', 'factor_added', 'factor_removed', 'recovery_code_used', 'role_changed', 'keys_rotated', 'session_ended', 'refresh_reused', 'calendar_address', 'data_exported', 'account_made', 'command'))
);
--> statement-breakpoint
ALTER TABLE "accounts" ALTER COLUMN "tokens_valid_from" SET DEFAULT '1970-01-01T00:00:00.000Z';--> statement-breakpoint
ALTER TABLE "sessions" DROP CONSTRAINT "sessions_pkey";--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "id" text PRIMARY KEY DEFAULT gen_random_uuid()::text NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "family_hash" text;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "rotation_key" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "proved_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "proved_with" text[] DEFAULT '{}'::text[] NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "device" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "network" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "session_rotations" ADD CONSTRAINT "session_rotations_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_in_challenges" ADD CONSTRAINT "sign_in_challenges_sub_accounts_sub_fk" FOREIGN KEY ("sub") REFERENCES "public"."accounts"("sub") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "security_events" ADD CONSTRAINT "security_events_sub_accounts_sub_fk" FOREIGN KEY ("sub") REFERENCES "public"."accounts"("sub") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "session_rotations_by_session" ON "session_rotations" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "sign_in_challenges_by_sub" ON "sign_in_challenges" USING btree ("sub");--> statement-breakpoint
CREATE INDEX "sign_in_challenges_by_expiry" ON "sign_in_challenges" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "security_events_by_sub" ON "security_events" USING btree ("sub","id");--> statement-breakpoint
CREATE INDEX "security_events_by_kind" ON "security_events" USING btree ("kind","id");--> statement-breakpoint
CREATE INDEX "security_events_by_time" ON "security_events" USING btree ("at");--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_token_hash_unique" UNIQUE("token_hash");--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_family_hash_unique" UNIQUE("family_hash");--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_proofs" CHECK ("sessions"."proved_with" <@ array['password', 'passkey', 'totp', 'recovery_code', 'mail_link', 'oidc']::text[]);
--> statement-breakpoint
-- Live lines of an account end with any of its sessions; whoever still may opens them again.
CREATE TRIGGER sessions_ended AFTER DELETE ON sessions
  FOR EACH ROW EXECUTE FUNCTION notify_account_changed();
