ALTER TABLE "payments" ADD CONSTRAINT "payments_corrects_payments_id_fk" FOREIGN KEY ("corrects") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "identity_codes" ADD CONSTRAINT "identity_codes_purpose" CHECK ("identity_codes"."purpose" in ('sign_up', 'reset_password')) NOT VALID;--> statement-breakpoint
ALTER TABLE "sign_in_challenges" ADD CONSTRAINT "sign_in_challenges_proofs" CHECK ("sign_in_challenges"."proved_with" <@ array['password', 'passkey', 'totp', 'recovery_code', 'mail_link', 'oidc']::text[]) NOT VALID;--> statement-breakpoint
ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_action" CHECK ("audit_log"."action" in ('user_created', 'user_edited', 'user_deleted', 'users_merged', 'request_approved', 'request_declined', 'mail_retried', 'event_published', 'event_refused', 'event_change_published', 'event_change_refused', 'event_posted', 'event_changes_sent', 'event_withdrawn', 'host_id_issued', 'host_id_revoked', 'event_changed', 'payment_recorded', 'payment_corrected', 'payment_assigned', 'photo_hidden', 'photo_kept', 'photo_deleted', 'users_imported', 'users_exported', 'message_done', 'message_reopened', 'proposal_taken', 'proposal_dismissed', 'accounts_untied', 'person_overwritten', 'undone')) NOT VALID;--> statement-breakpoint
ALTER TABLE "chat_join_requests" ADD CONSTRAINT "chat_join_requests_decision" CHECK ("chat_join_requests"."decision" in ('approved', 'declined')) NOT VALID;--> statement-breakpoint
ALTER TABLE "calendar_posts" ADD CONSTRAINT "calendar_posts_standing" CHECK ("calendar_posts"."standing" in ('unsure', 'failed', 'posted', 'withdrawn')) NOT VALID;--> statement-breakpoint
ALTER TABLE "chats" ADD CONSTRAINT "chats_provider" CHECK ("chats"."provider" in ('local', 'groupme')) NOT VALID;--> statement-breakpoint
ALTER TABLE "demo_rows" ADD CONSTRAINT "demo_rows_table" CHECK ("demo_rows"."table_name" in ('users', 'accounts', 'social_events', 'chats', 'host_ids', 'chat_join_requests')) NOT VALID;--> statement-breakpoint
ALTER TABLE "event_changes" ADD CONSTRAINT "event_changes_scope" CHECK ("event_changes"."scope" in ('this', 'following')) NOT VALID;--> statement-breakpoint
ALTER TABLE "social_events" ADD CONSTRAINT "social_events_status" CHECK ("social_events"."status" in ('scheduled', 'cancelled', 'postponed')) NOT VALID;--> statement-breakpoint
ALTER TABLE "photo_requests" ADD CONSTRAINT "photo_requests_status" CHECK ("photo_requests"."status" in ('open', 'kept', 'deleted')) NOT VALID;--> statement-breakpoint
ALTER TABLE "uploaded_images" ADD CONSTRAINT "uploaded_images_kind" CHECK ("uploaded_images"."kind" in ('picture', 'video')) NOT VALID;--> statement-breakpoint
ALTER TABLE "join_proposals" ADD CONSTRAINT "join_proposals_reasons" CHECK ("join_proposals"."reasons" <@ array['email', 'phone', 'second_phone']::text[]) NOT VALID;--> statement-breakpoint
ALTER TABLE "join_proposals" ADD CONSTRAINT "join_proposals_decision" CHECK ("join_proposals"."decision" in ('taken', 'dismissed')) NOT VALID;--> statement-breakpoint
ALTER TABLE "mail_outbox" ADD CONSTRAINT "mail_outbox_status" CHECK ("mail_outbox"."status" in ('waiting', 'sent', 'skipped', 'failed')) NOT VALID;--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_kind" CHECK ("notices"."kind" in ('promoted', 'event_changed', 'event_cancelled', 'event_published', 'event_refused', 'change_published', 'change_refused')) NOT VALID;--> statement-breakpoint
ALTER TABLE "bitcoin_cash_checkouts" ADD CONSTRAINT "bitcoin_cash_checkouts_provider" CHECK ("bitcoin_cash_checkouts"."provider" in ('stripe', 'prompt_cash', 'demonstration', 'hand')) NOT VALID;--> statement-breakpoint
ALTER TABLE "bitcoin_cash_checkouts" ADD CONSTRAINT "bitcoin_cash_checkouts_purpose" CHECK ("bitcoin_cash_checkouts"."purpose" in ('payment', 'membership')) NOT VALID;--> statement-breakpoint
ALTER TABLE "bitcoin_cash_checkouts" ADD CONSTRAINT "bitcoin_cash_checkouts_status" CHECK ("bitcoin_cash_checkouts"."status" in ('pending', 'paid', 'expired')) NOT VALID;--> statement-breakpoint
ALTER TABLE "demonstration_subscriptions" ADD CONSTRAINT "demonstration_subscriptions_status" CHECK ("demonstration_subscriptions"."status" in ('incomplete', 'active', 'past_due', 'canceled')) NOT VALID;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_matched_by" CHECK ("memberships"."matched_by" in ('nothing', 'email', 'reference', 'organiser')) NOT VALID;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_provider" CHECK ("memberships"."provider" in ('stripe', 'prompt_cash', 'demonstration', 'hand')) NOT VALID;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_method" CHECK ("memberships"."method" in ('card', 'bitcoin_cash', 'cash', 'venmo', 'cash_app', 'other')) NOT VALID;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_status" CHECK ("memberships"."status" in ('incomplete', 'active', 'past_due', 'canceled')) NOT VALID;--> statement-breakpoint
ALTER TABLE "payment_events" ADD CONSTRAINT "payment_events_provider" CHECK ("payment_events"."provider" in ('stripe', 'prompt_cash', 'demonstration', 'hand')) NOT VALID;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_matched_by" CHECK ("payments"."matched_by" in ('nothing', 'email', 'reference', 'organiser')) NOT VALID;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_provider" CHECK ("payments"."provider" in ('stripe', 'prompt_cash', 'demonstration', 'hand')) NOT VALID;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_method" CHECK ("payments"."method" in ('card', 'bitcoin_cash', 'cash', 'venmo', 'cash_app', 'other')) NOT VALID;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_kind" CHECK ("payments"."kind" in ('payment', 'refund', 'correction')) NOT VALID;--> statement-breakpoint
ALTER TABLE "event_rsvps" ADD CONSTRAINT "event_rsvps_answer" CHECK ("event_rsvps"."answer" in ('going', 'maybe', 'not_going')) NOT VALID;--> statement-breakpoint
ALTER TABLE "waiting_list" ADD CONSTRAINT "waiting_list_status" CHECK ("waiting_list"."status" in ('waiting', 'promoted', 'left')) NOT VALID;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_zsex" CHECK ("users"."zsex" in ('male', 'female', '')) NOT VALID;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_role" CHECK ("users"."role" in ('user', 'member', 'admin')) NOT VALID;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_status" CHECK ("users"."status" in ('applied', 'approved')) NOT VALID;
