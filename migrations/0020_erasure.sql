CREATE TABLE "undo_keys" (
	"audit_id" text PRIMARY KEY NOT NULL,
	"key" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "undo_keys_by_age" ON "undo_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "audit_log_by_account" ON "audit_log" USING btree ("actor_sub");--> statement-breakpoint
CREATE INDEX "audit_log_by_undoer" ON "audit_log" USING btree ("undone_by") WHERE "audit_log"."undone_by" is not null;--> statement-breakpoint
CREATE INDEX "chat_join_requests_by_provider_user" ON "chat_join_requests" USING btree ("provider_user_id");--> statement-breakpoint
CREATE INDEX "chat_join_requests_by_phone" ON "chat_join_requests" USING btree ("phone") WHERE "chat_join_requests"."phone" <> '';--> statement-breakpoint
CREATE INDEX "chat_join_requests_by_email" ON "chat_join_requests" USING btree ("email") WHERE "chat_join_requests"."email" <> '';--> statement-breakpoint
CREATE INDEX "social_events_by_host_name" ON "social_events" USING btree (lower("host"));--> statement-breakpoint
CREATE INDEX "social_events_by_host1" ON "social_events" USING btree (lower("host1")) WHERE "social_events"."host1" <> '';--> statement-breakpoint
CREATE INDEX "social_events_by_host2" ON "social_events" USING btree (lower("host2")) WHERE "social_events"."host2" <> '';--> statement-breakpoint
CREATE INDEX "social_events_with_password" ON "social_events" USING btree ("id") WHERE "social_events"."password" <> '';--> statement-breakpoint
CREATE INDEX "form_submissions_by_email" ON "form_submissions" USING btree ("email");--> statement-breakpoint
CREATE INDEX "form_submissions_by_reader" ON "form_submissions" USING btree ("done_by") WHERE "form_submissions"."done_by" is not null;--> statement-breakpoint
CREATE INDEX "photo_requests_by_email" ON "photo_requests" USING btree ("email") WHERE "photo_requests"."email" <> '';--> statement-breakpoint
CREATE INDEX "join_submissions_by_email" ON "join_submissions" USING btree (lower(trim("data" ->> 'email')));--> statement-breakpoint
CREATE INDEX "mail_outbox_by_person" ON "mail_outbox" USING btree (("data" ->> 'userId'));--> statement-breakpoint
CREATE INDEX "demonstration_subscriptions_by_email" ON "demonstration_subscriptions" USING btree ("email");--> statement-breakpoint
CREATE INDEX "memberships_by_payer" ON "memberships" USING btree ("payer_email") WHERE "memberships"."payer_email" <> '';--> statement-breakpoint
CREATE INDEX "payments_by_payer" ON "payments" USING btree ("payer_email") WHERE "payments"."payer_email" <> '';