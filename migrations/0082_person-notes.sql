CREATE TABLE "person_notes" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"text" text NOT NULL,
	"author_sub" text,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "person_tags" (
	"user_id" text NOT NULL,
	"tag" text NOT NULL,
	"tagged_at" timestamp with time zone NOT NULL,
	CONSTRAINT "person_tags_user_id_tag_pk" PRIMARY KEY("user_id","tag")
);
--> statement-breakpoint
ALTER TABLE "audit_log" DROP CONSTRAINT "audit_log_action";--> statement-breakpoint
ALTER TABLE "person_notes" ADD CONSTRAINT "person_notes_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "person_notes" ADD CONSTRAINT "person_notes_author_sub_accounts_sub_fk" FOREIGN KEY ("author_sub") REFERENCES "public"."accounts"("sub") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "person_tags" ADD CONSTRAINT "person_tags_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "person_notes_by_user" ON "person_notes" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "person_notes_by_author" ON "person_notes" USING btree ("author_sub");--> statement-breakpoint
CREATE INDEX "person_notes_by_text" ON "person_notes" USING gin ("text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "person_tags_by_tag" ON "person_tags" USING btree ("tag","user_id");--> statement-breakpoint
ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_action" CHECK ("audit_log"."action" in ('user_created', 'user_edited', 'user_deleted', 'users_merged', 'person_blocked', 'person_unblocked', 'request_approved', 'request_declined', 'mail_retried', 'event_published', 'event_refused', 'event_change_published', 'event_change_refused', 'event_posted', 'event_changes_sent', 'event_withdrawn', 'host_id_issued', 'host_id_revoked', 'event_changed', 'guests_written', 'cost_split', 'cost_removed', 'share_marked', 'shares_reminded', 'payment_recorded', 'payment_corrected', 'payment_assigned', 'payments_exported', 'photo_hidden', 'photo_kept', 'photo_deleted', 'users_imported', 'users_exported', 'message_done', 'message_reopened', 'proposal_taken', 'proposal_dismissed', 'accounts_untied', 'person_overwritten', 'role_granted', 'role_revoked', 'announcement_made', 'announcement_stopped', 'automation_changed', 'settings_changed', 'note_added', 'note_deleted', 'people_tagged', 'people_untagged', 'undone')) NOT VALID;