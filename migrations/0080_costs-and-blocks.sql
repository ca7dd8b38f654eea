CREATE TABLE "person_blocks" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"reason" text NOT NULL,
	"blocked_at" timestamp with time zone NOT NULL,
	"until" timestamp with time zone,
	"lifted_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "event_costs" (
	"event_id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"what" text DEFAULT '' NOT NULL,
	"split_over" text NOT NULL,
	"split_at" timestamp with time zone NOT NULL,
	CONSTRAINT "event_costs_kind" CHECK ("event_costs"."kind" in ('total', 'each')),
	CONSTRAINT "event_costs_split_over" CHECK ("event_costs"."split_over" in ('came', 'going')),
	CONSTRAINT "event_costs_amount" CHECK ("event_costs"."amount_cents" > 0)
);
--> statement-breakpoint
CREATE TABLE "event_shares" (
	"id" text PRIMARY KEY NOT NULL,
	"event_id" text NOT NULL,
	"user_id" text,
	"walk_in" text,
	"heads" smallint NOT NULL,
	"amount_cents" integer NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"reminders" smallint DEFAULT 0 NOT NULL,
	"reminded_at" timestamp with time zone,
	CONSTRAINT "event_shares_status" CHECK ("event_shares"."status" in ('open', 'paid', 'waived')),
	CONSTRAINT "event_shares_amount" CHECK ("event_shares"."amount_cents" >= 0)
);
--> statement-breakpoint
ALTER TABLE "audit_log" DROP CONSTRAINT "audit_log_action";--> statement-breakpoint
ALTER TABLE "person_blocks" ADD CONSTRAINT "person_blocks_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_costs" ADD CONSTRAINT "event_costs_event_id_social_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."social_events"("id") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "event_shares" ADD CONSTRAINT "event_shares_event_id_social_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."social_events"("id") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "event_shares" ADD CONSTRAINT "event_shares_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("user_id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "person_blocks_open_once" ON "person_blocks" USING btree ("user_id") WHERE "person_blocks"."lifted_at" is null;--> statement-breakpoint
CREATE INDEX "person_blocks_by_user" ON "person_blocks" USING btree ("user_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "event_shares_once" ON "event_shares" USING btree ("event_id","user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "event_shares_walk_in_once" ON "event_shares" USING btree ("event_id","walk_in");--> statement-breakpoint
CREATE INDEX "event_shares_by_user" ON "event_shares" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "event_shares_open" ON "event_shares" USING btree ("id") WHERE "event_shares"."status" = 'open' and "event_shares"."amount_cents" > 0;--> statement-breakpoint
ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_action" CHECK ("audit_log"."action" in ('user_created', 'user_edited', 'user_deleted', 'users_merged', 'person_blocked', 'person_unblocked', 'request_approved', 'request_declined', 'mail_retried', 'event_published', 'event_refused', 'event_change_published', 'event_change_refused', 'event_posted', 'event_changes_sent', 'event_withdrawn', 'host_id_issued', 'host_id_revoked', 'event_changed', 'guests_written', 'cost_split', 'cost_removed', 'share_marked', 'shares_reminded', 'payment_recorded', 'payment_corrected', 'payment_assigned', 'payments_exported', 'photo_hidden', 'photo_kept', 'photo_deleted', 'users_imported', 'users_exported', 'message_done', 'message_reopened', 'proposal_taken', 'proposal_dismissed', 'accounts_untied', 'person_overwritten', 'role_granted', 'role_revoked', 'announcement_made', 'announcement_stopped', 'automation_changed', 'settings_changed', 'undone')) NOT VALID;