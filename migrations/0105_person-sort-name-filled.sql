UPDATE person_facts f SET sort_name = fold_name(coalesce(nullif(btrim(u.first_name || ' ' || u.last_name), ''), nullif(u.nickname, ''), u.email)) FROM users u
  WHERE f.user_id = u.user_id;
--> statement-breakpoint
ANALYZE person_facts;
