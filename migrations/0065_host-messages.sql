CREATE TABLE "host_messages" (
	"id" text PRIMARY KEY NOT NULL,
	"event_id" text NOT NULL,
	"author_user_id" text,
	"is_host" boolean NOT NULL,
	"groups" text[] NOT NULL,
	"subject" text NOT NULL,
	"body" text NOT NULL,
	"recipients" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "host_messages_groups" CHECK ("host_messages"."groups" <@ array['going', 'maybe', 'waiting']::text[])
);
--> statement-breakpoint
ALTER TABLE "audit_log" DROP CONSTRAINT "audit_log_action";
--> statement-breakpoint
ALTER TABLE "notices" DROP CONSTRAINT "notices_kind";
--> statement-breakpoint
ALTER TABLE "push_preferences" DROP CONSTRAINT "push_preferences_kinds";
--> statement-breakpoint
ALTER TABLE "mail_preferences" ADD COLUMN "host_messages" boolean DEFAULT true NOT NULL;
--> statement-breakpoint
ALTER TABLE "notices" ADD COLUMN "host_message_id" text;
--> statement-breakpoint
ALTER TABLE "host_messages" ADD CONSTRAINT "host_messages_event_id_social_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."social_events"("id") ON DELETE cascade ON UPDATE cascade;
--> statement-breakpoint
ALTER TABLE "host_messages" ADD CONSTRAINT "host_messages_author_user_id_users_user_id_fk" FOREIGN KEY ("author_user_id") REFERENCES "public"."users"("user_id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "host_messages_by_event" ON "host_messages" USING btree ("event_id","created_at");
--> statement-breakpoint
CREATE INDEX "host_messages_by_author" ON "host_messages" USING btree ("author_user_id");
--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_host_message_id_host_messages_id_fk" FOREIGN KEY ("host_message_id") REFERENCES "public"."host_messages"("id") ON DELETE cascade ON UPDATE no action NOT VALID;
--> statement-breakpoint
ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_action" CHECK ("audit_log"."action" in ('user_created', 'user_edited', 'user_deleted', 'users_merged', 'request_approved', 'request_declined', 'mail_retried', 'event_published', 'event_refused', 'event_change_published', 'event_change_refused', 'event_posted', 'event_changes_sent', 'event_withdrawn', 'host_id_issued', 'host_id_revoked', 'event_changed', 'guests_written', 'payment_recorded', 'payment_corrected', 'payment_assigned', 'payments_exported', 'photo_hidden', 'photo_kept', 'photo_deleted', 'users_imported', 'users_exported', 'message_done', 'message_reopened', 'proposal_taken', 'proposal_dismissed', 'accounts_untied', 'person_overwritten', 'role_granted', 'role_revoked', 'announcement_made', 'announcement_stopped', 'undone')) NOT VALID;
--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_kind" CHECK ("notices"."kind" in ('promoted', 'seat_offered', 'seat_free', 'event_changed', 'event_cancelled', 'event_published', 'event_refused', 'change_published', 'change_refused', 'host_message')) NOT VALID;
--> statement-breakpoint
ALTER TABLE "push_preferences" ADD CONSTRAINT "push_preferences_kinds" CHECK ("push_preferences"."muted_kinds" <@ array['promotion', 'offer', 'decision', 'change', 'cancellation', 'message']::text[]) NOT VALID;
