-- An RSVP that was confirmed before inserts no mail; it woke the four senders all the same.
CREATE OR REPLACE FUNCTION notify_mail_waiting() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM added) THEN
    PERFORM log_change('mail_waiting', '');
  END IF;
  RETURN NULL;
END;
$$;
--> statement-breakpoint
CREATE OR REPLACE TRIGGER mail_outbox_added AFTER INSERT ON mail_outbox REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION notify_mail_waiting();
