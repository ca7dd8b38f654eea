CREATE TABLE "announcement_mails" (
	"mail_id" text PRIMARY KEY NOT NULL,
	"announcement_id" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "announcements" (
	"id" text PRIMARY KEY NOT NULL,
	"author_sub" text,
	"subject" text NOT NULL,
	"body" jsonb NOT NULL,
	"segment" jsonb NOT NULL,
	"status" text NOT NULL,
	"send_at" timestamp with time zone NOT NULL,
	"started_at" timestamp with time zone,
	"recipients" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "announcements_status" CHECK ("announcements"."status" in ('scheduled', 'started', 'stopped'))
);
--> statement-breakpoint
ALTER TABLE "audit_log" DROP CONSTRAINT "audit_log_action";--> statement-breakpoint
ALTER TABLE "announcement_mails" ADD CONSTRAINT "announcement_mails_mail_id_mail_outbox_id_fk" FOREIGN KEY ("mail_id") REFERENCES "public"."mail_outbox"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "announcement_mails" ADD CONSTRAINT "announcement_mails_announcement_id_announcements_id_fk" FOREIGN KEY ("announcement_id") REFERENCES "public"."announcements"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "announcements" ADD CONSTRAINT "announcements_author_sub_accounts_sub_fk" FOREIGN KEY ("author_sub") REFERENCES "public"."accounts"("sub") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "announcement_mails_by_announcement" ON "announcement_mails" USING btree ("announcement_id","mail_id");--> statement-breakpoint
CREATE INDEX "announcements_by_time" ON "announcements" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "announcements_by_author" ON "announcements" USING btree ("author_sub");--> statement-breakpoint
ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_action" CHECK ("audit_log"."action" in ('user_created', 'user_edited', 'user_deleted', 'users_merged', 'request_approved', 'request_declined', 'mail_retried', 'event_published', 'event_refused', 'event_change_published', 'event_change_refused', 'event_posted', 'event_changes_sent', 'event_withdrawn', 'host_id_issued', 'host_id_revoked', 'event_changed', 'payment_recorded', 'payment_corrected', 'payment_assigned', 'photo_hidden', 'photo_kept', 'photo_deleted', 'users_imported', 'users_exported', 'message_done', 'message_reopened', 'proposal_taken', 'proposal_dismissed', 'accounts_untied', 'person_overwritten', 'role_granted', 'role_revoked', 'announcement_made', 'announcement_stopped', 'undone')) NOT VALID;