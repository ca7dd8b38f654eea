ALTER TABLE "identity_codes" ADD COLUMN "asked_from" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "pool_asked_at" timestamp with time zone;