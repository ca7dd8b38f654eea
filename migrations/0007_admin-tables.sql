CREATE TABLE "user_imports" (
	"id" text PRIMARY KEY NOT NULL,
	"actor_sub" text NOT NULL,
	"answer" jsonb,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "form_submissions" ADD COLUMN "done_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "form_submissions" ADD COLUMN "done_by" text;--> statement-breakpoint
CREATE INDEX "form_submissions_open" ON "form_submissions" USING btree ("id") WHERE "form_submissions"."done_at" is null;