CREATE TABLE "user_imports" (
	"id" text PRIMARY KEY NOT NULL,
	"actor_sub" text NOT NULL,
	"answer" jsonb,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
DROP INDEX "users_by_words";--> statement-breakpoint
ALTER TABLE "form_submissions" ADD COLUMN "done_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "form_submissions" ADD COLUMN "done_by" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "search_words" text GENERATED ALWAYS AS (' ' || fold_name(first_name || ' ' || last_name || ' ' || nickname || ' ' || email || ' ' || phone)) STORED;--> statement-breakpoint
CREATE INDEX "form_submissions_open" ON "form_submissions" USING btree ("id") WHERE "form_submissions"."done_at" is null;--> statement-breakpoint
CREATE INDEX "users_by_whole_name" ON "users" USING btree (fold_name("first_name" || ' ' || "last_name") text_pattern_ops);--> statement-breakpoint
CREATE INDEX "users_by_whole_nickname" ON "users" USING btree (fold_name("nickname") text_pattern_ops) WHERE "users"."nickname" <> '';--> statement-breakpoint
CREATE INDEX "users_by_search_words" ON "users" USING gin ("search_words" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "users_by_sex" ON "users" USING btree ("zsex","user_id");--> statement-breakpoint
CREATE INDEX "users_without_groupme_user_id" ON "users" USING btree ("user_id") WHERE "users"."groupme_user_id" = '';