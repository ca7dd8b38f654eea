CREATE TABLE "card_refunds" (
	"id" text PRIMARY KEY NOT NULL,
	"payment_id" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"charge_id" text DEFAULT '' NOT NULL,
	"asks" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "card_refunds_have_an_amount" CHECK ("card_refunds"."amount_cents" > 0)
);
--> statement-breakpoint
ALTER TABLE "card_refunds" ADD CONSTRAINT "card_refunds_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "card_refunds_open_once" ON "card_refunds" USING btree ("payment_id") WHERE "card_refunds"."charge_id" = '';--> statement-breakpoint
CREATE INDEX "card_refunds_by_payment" ON "card_refunds" USING btree ("payment_id");