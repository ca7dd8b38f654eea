ALTER TABLE "join_submissions" ADD COLUMN "made_user_id" text;--> statement-breakpoint
-- A person has at most one account. Where several point to one person, the oldest verified one stays: whoever came
-- later by an address that was planted in the record is not its owner. The others are untied and reported to organizers
-- in the audit log and in the start log.
CREATE TEMPORARY TABLE "tied_accounts" ON COMMIT DROP AS
SELECT "sub", "email", "user_id", row_number() OVER (PARTITION BY "user_id" ORDER BY "email_verified" DESC, "created_at", "sub") = 1 AS "stays"
FROM "accounts" WHERE "user_id" IN (SELECT "user_id" FROM "accounts" GROUP BY "user_id" HAVING count(*) > 1);--> statement-breakpoint
UPDATE "accounts" SET "user_id" = NULL FROM "tied_accounts" t WHERE t."sub" = "accounts"."sub" AND NOT t."stays";--> statement-breakpoint
INSERT INTO "audit_log" ("id", "actor_sub", "actor_email", "action", "subject_ids", "before", "after", "created_at")
SELECT substr(m.time, 1, 8) || '-' || substr(m.time, 9) || '-7' || substr(gen_random_uuid()::text, 16), 'upgrade', 'Sandbar (upgrade)', 'accounts_untied', ARRAY["user_id"],
  jsonb_build_object('accounts', jsonb_agg("email" ORDER BY "stays" DESC, "email")),
  jsonb_build_object('accounts', jsonb_agg("email") FILTER (WHERE "stays")), now()
FROM "tied_accounts", (SELECT lpad(to_hex((extract(epoch FROM now()) * 1000)::bigint), 12, '0') AS time) m
GROUP BY "user_id", m.time;--> statement-breakpoint
-- Join forms could overwrite the address of a person who was not approved. Nothing tells an attack from somebody's new
-- address, so organizers get the list of people whose completed forms name more than one.
INSERT INTO "audit_log" ("id", "actor_sub", "actor_email", "action", "subject_ids", "after", "created_at")
SELECT substr(m.time, 1, 8) || '-' || substr(m.time, 9) || '-7' || substr(gen_random_uuid()::text, 16), 'upgrade', 'Sandbar (upgrade)', 'person_overwritten', ARRAY[f."user_id"],
  jsonb_build_object('email', u."email", 'addressesInJoinForms', f.addresses), now()
FROM (
  SELECT "user_id", jsonb_agg(DISTINCT lower(trim("data" ->> 'email'))) AS addresses FROM "join_submissions"
  WHERE "completed_at" IS NOT NULL AND "user_id" IS NOT NULL
  GROUP BY "user_id" HAVING count(DISTINCT lower(trim("data" ->> 'email'))) > 1
) f
JOIN "users" u ON u."user_id" = f."user_id",
(SELECT lpad(to_hex((extract(epoch FROM now()) * 1000)::bigint), 12, '0') AS time) m
WHERE NOT EXISTS (SELECT FROM "audit_log" a WHERE a."action" = 'users_merged' AND a."subject_ids"[1] = f."user_id");--> statement-breakpoint
DO $$
DECLARE untied bigint; overwritten bigint;
BEGIN
  SELECT count(*) INTO untied FROM "audit_log" WHERE "action" = 'accounts_untied';
  SELECT count(*) INTO overwritten FROM "audit_log" WHERE "action" = 'person_overwritten';
  IF untied > 0 THEN
    RAISE WARNING '% people had several accounts. Each keeps the oldest verified one; the others are untied. See the audit log in the console.', untied;
  END IF;
  IF overwritten > 0 THEN
    RAISE WARNING '% people have join forms with different addresses, so one may have replaced the other. See the audit log in the console.', overwritten;
  END IF;
END $$;--> statement-breakpoint
DROP INDEX "accounts_by_user";--> statement-breakpoint
CREATE UNIQUE INDEX "accounts_one_per_person" ON "accounts" USING btree ("user_id") WHERE "accounts"."user_id" is not null;
