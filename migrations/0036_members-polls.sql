ALTER TABLE "event_polls" ADD COLUMN "members_only" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE FUNCTION notify_poll_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('poll_changed', OLD.event_id);
  RETURN NULL;
END;
$$;
--> statement-breakpoint
CREATE TRIGGER event_polls_deleted AFTER DELETE ON event_polls
  FOR EACH ROW EXECUTE FUNCTION notify_poll_deleted();
