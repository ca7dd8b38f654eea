CREATE TABLE "bitcoin_cash_checkouts" (
	"tx_id" text PRIMARY KEY NOT NULL,
	"provider" text NOT NULL,
	"purpose" text NOT NULL,
	"user_id" text,
	"email" text DEFAULT '' NOT NULL,
	"description" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"settled_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "demonstration_subscriptions" (
	"id" text PRIMARY KEY NOT NULL,
	"reference" text NOT NULL,
	"email" text NOT NULL,
	"status" text NOT NULL,
	"period_start" timestamp with time zone NOT NULL,
	"period_end" timestamp with time zone NOT NULL,
	"invoices" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "memberships" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text,
	"matched_by" text DEFAULT 'nothing' NOT NULL,
	"provider" text NOT NULL,
	"method" text NOT NULL,
	"provider_id" text NOT NULL,
	"customer_id" text DEFAULT '' NOT NULL,
	"payer_email" text DEFAULT '' NOT NULL,
	"is_recurring" boolean NOT NULL,
	"status" text,
	"status_at" timestamp with time zone,
	"period_start" timestamp with time zone,
	"period_end" timestamp with time zone,
	"cancel_at_period_end" boolean DEFAULT false NOT NULL,
	"ended_at" timestamp with time zone,
	"paid_until" timestamp with time zone,
	"member_until" timestamp with time zone,
	"closed_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payment_events" (
	"provider" text NOT NULL,
	"event_id" text NOT NULL,
	"type" text NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	CONSTRAINT "payment_events_provider_event_id_pk" PRIMARY KEY("provider","event_id")
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text,
	"matched_by" text DEFAULT 'nothing' NOT NULL,
	"membership_id" text,
	"provider" text NOT NULL,
	"method" text NOT NULL,
	"kind" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"currency" text DEFAULT 'usd' NOT NULL,
	"provider_ref" text NOT NULL,
	"customer_id" text DEFAULT '' NOT NULL,
	"payer_email" text DEFAULT '' NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"corrects" text,
	"paid_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "payments_have_an_amount" CHECK ("payments"."amount_cents" <> 0)
);
--> statement-breakpoint
ALTER TABLE "bitcoin_cash_checkouts" ADD CONSTRAINT "bitcoin_cash_checkouts_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("user_id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("user_id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("user_id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_membership_id_memberships_id_fk" FOREIGN KEY ("membership_id") REFERENCES "public"."memberships"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bitcoin_cash_checkouts_pending" ON "bitcoin_cash_checkouts" USING btree ("created_at") WHERE "bitcoin_cash_checkouts"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "bitcoin_cash_checkouts_by_user" ON "bitcoin_cash_checkouts" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "bitcoin_cash_checkouts_by_email" ON "bitcoin_cash_checkouts" USING btree ("email");--> statement-breakpoint
CREATE INDEX "demonstration_subscriptions_by_reference" ON "demonstration_subscriptions" USING btree ("reference");--> statement-breakpoint
CREATE UNIQUE INDEX "memberships_by_provider" ON "memberships" USING btree ("provider","provider_id");--> statement-breakpoint
CREATE INDEX "memberships_by_user" ON "memberships" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "memberships_by_customer" ON "memberships" USING btree ("provider","customer_id") WHERE "memberships"."customer_id" <> '';--> statement-breakpoint
CREATE INDEX "memberships_unmatched" ON "memberships" USING btree ("payer_email") WHERE "memberships"."user_id" is null and "memberships"."matched_by" = 'nothing';--> statement-breakpoint
CREATE INDEX "memberships_open" ON "memberships" USING btree ("member_until") WHERE "memberships"."closed_at" is null;--> statement-breakpoint
CREATE INDEX "payment_events_by_age" ON "payment_events" USING btree ("received_at");--> statement-breakpoint
CREATE UNIQUE INDEX "payments_once" ON "payments" USING btree ("provider","provider_ref");--> statement-breakpoint
CREATE UNIQUE INDEX "payments_corrected_once" ON "payments" USING btree ("corrects") WHERE "payments"."corrects" is not null;--> statement-breakpoint
CREATE INDEX "payments_by_user" ON "payments" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "payments_by_membership" ON "payments" USING btree ("membership_id");--> statement-breakpoint
CREATE INDEX "payments_by_customer" ON "payments" USING btree ("provider","customer_id") WHERE "payments"."customer_id" <> '';--> statement-breakpoint
CREATE INDEX "payments_unmatched" ON "payments" USING btree ("id") WHERE "payments"."user_id" is null and "payments"."matched_by" = 'nothing';--> statement-breakpoint
-- By hand from here on. The books are only added to: an entry may change whose it is, and lose who paid when that
-- person deletes their account.
CREATE FUNCTION keep_payments() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    RAISE EXCEPTION 'payments are never deleted; write an entry of the opposite amount';
  END IF;
  IF (to_jsonb(OLD) - '{user_id,matched_by,payer_email,note,customer_id}'::text[])
    IS DISTINCT FROM (to_jsonb(NEW) - '{user_id,matched_by,payer_email,note,customer_id}'::text[]) THEN
    RAISE EXCEPTION 'payments are never changed; write an entry of the opposite amount';
  END IF;
  RETURN NEW;
END;
$$;
--> statement-breakpoint
CREATE TRIGGER payments_are_kept BEFORE UPDATE OR DELETE ON payments
  FOR EACH ROW EXECUTE FUNCTION keep_payments();
--> statement-breakpoint
-- Who has a live line open is looked at anew when their membership changes.
CREATE FUNCTION notify_membership_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('account_changed', sub) FROM accounts
    WHERE user_id IS NOT NULL AND user_id IN (NEW.user_id, CASE WHEN TG_OP = 'UPDATE' THEN OLD.user_id END);
  RETURN NULL;
END;
$$;
--> statement-breakpoint
CREATE TRIGGER memberships_changed AFTER INSERT OR UPDATE OF user_id, member_until, closed_at ON memberships
  FOR EACH ROW EXECUTE FUNCTION notify_membership_changed();
--> statement-breakpoint
-- Who paid before they had an account finds it waiting: an address that was proved takes what was paid with it.
CREATE FUNCTION claim_payments() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.email_verified AND NEW.user_id IS NOT NULL AND NEW.email <> '' THEN
    UPDATE memberships SET user_id = NEW.user_id, matched_by = 'email'
      WHERE user_id IS NULL AND matched_by = 'nothing' AND payer_email = NEW.email;
    UPDATE payments SET user_id = NEW.user_id, matched_by = 'email'
      WHERE user_id IS NULL AND matched_by = 'nothing'
        AND (payer_email = NEW.email
          OR membership_id IN (SELECT id FROM memberships WHERE user_id = NEW.user_id AND matched_by = 'email'));
  END IF;
  RETURN NULL;
END;
$$;
--> statement-breakpoint
CREATE TRIGGER accounts_claim_payments AFTER INSERT OR UPDATE OF user_id, email, email_verified ON accounts
  FOR EACH ROW EXECUTE FUNCTION claim_payments();
