-- Similar names are found by their groups of three letters. Both PostgreSQL's own and ours bring the extension along.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
-- A name as it is compared: lower case, no accents, no punctuation or pictures, single spaces. Immutable, unlike the
-- unaccent extension, so that indexes may hold it; and the same under every collation, hence the code points. Plain
-- names take the short way: comparing many is most of what finding similar ones costs.
CREATE FUNCTION fold_name(name text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN name ~ '^[a-zA-Z0-9]+( [a-zA-Z0-9]+)*$' THEN lower(name) ELSE btrim(regexp_replace(
    lower(replace(replace(replace(translate(
      regexp_replace(normalize(name, NFKD), '[\u0300-\u036f]', '', 'g'),
      'øØłŁđĐıħĦÆŒẞ', 'oollddihhæœß'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe')),
    '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2000-\u2bff\ufe00-\ufe0f\U0001F000-\U0001FAFF]+', ' ', 'g'))
  END
$$;
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"id" text PRIMARY KEY NOT NULL,
	"actor_sub" text NOT NULL,
	"actor_user_id" text,
	"actor_email" text NOT NULL,
	"action" text NOT NULL,
	"subject_ids" text[] NOT NULL,
	"before" jsonb,
	"after" jsonb,
	"undo" jsonb,
	"created_at" timestamp with time zone NOT NULL,
	"undone_at" timestamp with time zone,
	"undone_by" text
);
--> statement-breakpoint
CREATE TABLE "chat_join_requests" (
	"id" text PRIMARY KEY NOT NULL,
	"chat_id" text DEFAULT '' NOT NULL,
	"provider_id" text NOT NULL,
	"provider_user_id" text NOT NULL,
	"nickname" text DEFAULT '' NOT NULL,
	"phone" text DEFAULT '' NOT NULL,
	"email" text DEFAULT '' NOT NULL,
	"image_url" text DEFAULT '' NOT NULL,
	"requested_at" timestamp with time zone NOT NULL,
	"decided_at" timestamp with time zone,
	"decision" text,
	"user_id" text
);
--> statement-breakpoint
ALTER TABLE "chat_join_requests" ADD CONSTRAINT "chat_join_requests_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("user_id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_log_by_actor" ON "audit_log" USING btree ("actor_email","id");--> statement-breakpoint
CREATE INDEX "audit_log_by_action" ON "audit_log" USING btree ("action","id");--> statement-breakpoint
CREATE INDEX "audit_log_by_subject" ON "audit_log" USING gin ("subject_ids");--> statement-breakpoint
CREATE INDEX "audit_log_undoable" ON "audit_log" USING btree ("created_at") WHERE "audit_log"."undo" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "chat_join_requests_open_once" ON "chat_join_requests" USING btree ("provider_user_id") WHERE "chat_join_requests"."decided_at" is null;--> statement-breakpoint
CREATE INDEX "chat_join_requests_open" ON "chat_join_requests" USING btree ("requested_at","id") WHERE "chat_join_requests"."decided_at" is null;--> statement-breakpoint
CREATE INDEX "chat_join_requests_by_provider_id" ON "chat_join_requests" USING btree ("provider_id","provider_user_id");--> statement-breakpoint
CREATE INDEX "chat_join_requests_by_user" ON "chat_join_requests" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "mail_outbox_by_status" ON "mail_outbox" USING btree ("status","id");--> statement-breakpoint
CREATE INDEX "users_by_zphone2" ON "users" USING btree ("zphone2") WHERE "users"."zphone2" <> '';--> statement-breakpoint
CREATE INDEX "users_by_groupme_user_id" ON "users" USING btree ("groupme_user_id") WHERE "users"."groupme_user_id" <> '';--> statement-breakpoint
CREATE INDEX "users_by_date_added" ON "users" USING btree ("date_added");--> statement-breakpoint
CREATE INDEX "users_by_folded_name" ON "users" USING gin (fold_name("first_name" || ' ' || "last_name") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "users_by_folded_nickname" ON "users" USING gin (fold_name("nickname") gin_trgm_ops) WHERE "users"."nickname" <> '';--> statement-breakpoint
CREATE INDEX "users_by_words" ON "users" USING gin ((' ' || fold_name("first_name" || ' ' || "last_name" || ' ' || "nickname" || ' ' || "email" || ' ' || "phone")) gin_trgm_ops);