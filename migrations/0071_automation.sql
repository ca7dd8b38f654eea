CREATE TABLE "automation_log" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"key" text NOT NULL,
	"user_id" text,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "automation_log_kind" CHECK ("automation_log"."kind" in ('approve_match', 'welcome', 'digest', 'thanks', 'come_back', 'membership_ending'))
);
--> statement-breakpoint
CREATE TABLE "automations" (
	"kind" text PRIMARY KEY NOT NULL,
	"is_on" boolean NOT NULL,
	"amount" integer,
	"on_since" timestamp with time zone NOT NULL,
	"ran_on" date,
	CONSTRAINT "automations_kind" CHECK ("automations"."kind" in ('approve_match', 'welcome', 'digest', 'thanks', 'come_back', 'membership_ending'))
);
--> statement-breakpoint
ALTER TABLE "audit_log" DROP CONSTRAINT "audit_log_action";--> statement-breakpoint
ALTER TABLE "automation_log" ADD CONSTRAINT "automation_log_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("user_id") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
CREATE UNIQUE INDEX "automation_log_once" ON "automation_log" USING btree ("kind","key");--> statement-breakpoint
CREATE INDEX "automation_log_by_user" ON "automation_log" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "automation_log_by_age" ON "automation_log" USING btree ("created_at");--> statement-breakpoint
ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_action" CHECK ("audit_log"."action" in ('user_created', 'user_edited', 'user_deleted', 'users_merged', 'request_approved', 'request_declined', 'mail_retried', 'event_published', 'event_refused', 'event_change_published', 'event_change_refused', 'event_posted', 'event_changes_sent', 'event_withdrawn', 'host_id_issued', 'host_id_revoked', 'event_changed', 'guests_written', 'payment_recorded', 'payment_corrected', 'payment_assigned', 'payments_exported', 'photo_hidden', 'photo_kept', 'photo_deleted', 'users_imported', 'users_exported', 'message_done', 'message_reopened', 'proposal_taken', 'proposal_dismissed', 'accounts_untied', 'person_overwritten', 'role_granted', 'role_revoked', 'announcement_made', 'announcement_stopped', 'automation_changed', 'undone')) NOT VALID;