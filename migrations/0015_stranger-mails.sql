-- The inbox that an address leads to: without its +tag, and at Gmail without dots.
CREATE FUNCTION mail_inbox(email text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN domain IN ('gmail.com', 'googlemail.com') THEN replace(name, '.', '') || '@gmail.com' ELSE name || '@' || domain END
  FROM (SELECT coalesce(nullif(split_part(local, '+', 1), ''), local) AS name, domain
    FROM (SELECT regexp_replace(lower(email), '@[^@]*$', '') AS local, regexp_replace(lower(email), '^.*@', '') AS domain) AS parts) AS inbox
$$;
--> statement-breakpoint
CREATE TABLE "stranger_mails" (
	"inbox_hash" text PRIMARY KEY NOT NULL,
	"sent_at" timestamp with time zone[] NOT NULL
);
--> statement-breakpoint
CREATE INDEX "mail_preferences_unsubscribed_inbox" ON "mail_preferences" USING btree (mail_inbox("email")) WHERE "mail_preferences"."unsubscribed_at" is not null;