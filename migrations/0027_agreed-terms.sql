ALTER TABLE "accounts" ADD COLUMN "terms_version" text;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "terms_agreed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "join_submissions" ADD COLUMN "terms_version" text;--> statement-breakpoint
ALTER TABLE "join_submissions" ADD COLUMN "terms_agreed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "sign_up_names" ADD COLUMN "terms_version" text;--> statement-breakpoint
ALTER TABLE "sign_up_names" ADD COLUMN "terms_agreed_at" timestamp with time zone;