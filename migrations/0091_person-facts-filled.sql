INSERT INTO person_facts SELECT c.* FROM current_person_facts(array(SELECT user_id FROM users)) c
  ORDER BY c.user_id ON CONFLICT DO NOTHING;
--> statement-breakpoint
ANALYZE person_facts;
