CREATE TABLE "chat_limits" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"chat_id" text,
	"reason" text NOT NULL,
	"set_at" timestamp with time zone NOT NULL,
	"until" timestamp with time zone,
	CONSTRAINT "chat_limits_once" UNIQUE NULLS NOT DISTINCT("user_id","chat_id"),
	CONSTRAINT "chat_limits_mute_ends" CHECK (("chat_limits"."chat_id" is null) = ("chat_limits"."until" is not null))
);
--> statement-breakpoint
ALTER TABLE "audit_log" DROP CONSTRAINT "audit_log_action";--> statement-breakpoint
ALTER TABLE "chat_messages" ADD COLUMN "hidden_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "chat_limits" ADD CONSTRAINT "chat_limits_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_limits" ADD CONSTRAINT "chat_limits_chat_id_chats_id_fk" FOREIGN KEY ("chat_id") REFERENCES "public"."chats"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "chat_limits_by_chat" ON "chat_limits" USING btree ("chat_id");--> statement-breakpoint
ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_action" CHECK ("audit_log"."action" in ('user_created', 'user_edited', 'user_deleted', 'users_merged', 'person_blocked', 'person_unblocked', 'request_approved', 'request_declined', 'mail_retried', 'event_published', 'event_refused', 'event_change_published', 'event_change_refused', 'event_posted', 'event_changes_sent', 'event_withdrawn', 'host_id_issued', 'host_id_revoked', 'event_changed', 'guests_written', 'cost_split', 'cost_removed', 'share_marked', 'shares_reminded', 'payment_recorded', 'payment_corrected', 'payment_assigned', 'payments_exported', 'photo_hidden', 'photo_kept', 'photo_deleted', 'users_imported', 'users_exported', 'message_done', 'message_reopened', 'message_hidden', 'message_shown', 'person_muted', 'person_unmuted', 'chat_member_removed', 'chat_member_readmitted', 'report_taken', 'report_reopened', 'report_closed', 'report_noted', 'proposal_taken', 'proposal_dismissed', 'accounts_untied', 'person_overwritten', 'role_granted', 'role_revoked', 'announcement_made', 'announcement_stopped', 'automation_changed', 'settings_changed', 'note_added', 'note_deleted', 'people_tagged', 'people_untagged', 'undone')) NOT VALID;