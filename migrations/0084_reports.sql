CREATE TABLE "report_notes" (
	"id" text PRIMARY KEY NOT NULL,
	"report_id" text NOT NULL,
	"text" text NOT NULL,
	"author_sub" text,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "audit_log" DROP CONSTRAINT "audit_log_action";--> statement-breakpoint
ALTER TABLE "form_submissions" ADD COLUMN "owner_sub" text;--> statement-breakpoint
ALTER TABLE "form_submissions" ADD COLUMN "outcome" text;--> statement-breakpoint
ALTER TABLE "report_notes" ADD CONSTRAINT "report_notes_report_id_form_submissions_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."form_submissions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_notes" ADD CONSTRAINT "report_notes_author_sub_accounts_sub_fk" FOREIGN KEY ("author_sub") REFERENCES "public"."accounts"("sub") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "report_notes_by_report" ON "report_notes" USING btree ("report_id","created_at","id");--> statement-breakpoint
CREATE INDEX "report_notes_by_author" ON "report_notes" USING btree ("author_sub");--> statement-breakpoint
CREATE INDEX "report_notes_by_text" ON "report_notes" USING gin ("text" gin_trgm_ops);--> statement-breakpoint
ALTER TABLE "form_submissions" ADD CONSTRAINT "form_submissions_owner_sub_accounts_sub_fk" FOREIGN KEY ("owner_sub") REFERENCES "public"."accounts"("sub") ON DELETE set null ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_action" CHECK ("audit_log"."action" in ('user_created', 'user_edited', 'user_deleted', 'users_merged', 'person_blocked', 'person_unblocked', 'request_approved', 'request_declined', 'mail_retried', 'event_published', 'event_refused', 'event_change_published', 'event_change_refused', 'event_posted', 'event_changes_sent', 'event_withdrawn', 'host_id_issued', 'host_id_revoked', 'event_changed', 'guests_written', 'cost_split', 'cost_removed', 'share_marked', 'shares_reminded', 'payment_recorded', 'payment_corrected', 'payment_assigned', 'payments_exported', 'photo_hidden', 'photo_kept', 'photo_deleted', 'users_imported', 'users_exported', 'message_done', 'message_reopened', 'report_taken', 'report_reopened', 'report_closed', 'report_noted', 'proposal_taken', 'proposal_dismissed', 'accounts_untied', 'person_overwritten', 'role_granted', 'role_revoked', 'announcement_made', 'announcement_stopped', 'automation_changed', 'settings_changed', 'note_added', 'note_deleted', 'people_tagged', 'people_untagged', 'undone')) NOT VALID;--> statement-breakpoint
ALTER TABLE "form_submissions" ADD CONSTRAINT "form_submissions_outcome" CHECK ("form_submissions"."outcome" in ('no_action', 'talked', 'warned', 'hidden', 'blocked', 'other')) NOT VALID;