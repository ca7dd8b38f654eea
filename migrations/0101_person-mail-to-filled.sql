UPDATE person_facts f SET mail_to = c.mail_to, interests = c.interests
  FROM current_person_facts(array(SELECT user_id FROM users)) c
  WHERE f.user_id = c.user_id AND (f.mail_to, f.interests) IS DISTINCT FROM (c.mail_to, c.interests);
--> statement-breakpoint
ANALYZE person_facts;
