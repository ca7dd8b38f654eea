-- The retention of these rows counts from now on: a link in a mail of the last year must go on to work.
UPDATE "mail_preferences" SET "updated_at" = now() WHERE "updated_at" < now();
