-- Whatever changes an event, by whatever hand, every process hears it and drops the pages that show it.
-- One notice a changed event, or one for all of them when many change at once: the notice queue stays small.
CREATE FUNCTION notify_social_events_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed_count integer;
BEGIN
  SELECT count(*) INTO changed_count FROM (SELECT 1 FROM changed LIMIT 21) AS some_changed;
  IF changed_count > 20 THEN
    PERFORM pg_notify('content_changed', 'event:*');
  ELSIF changed_count > 0 THEN
    PERFORM pg_notify('content_changed', 'event:' || id) FROM changed;
  END IF;
  RETURN NULL;
END;
$$;
--> statement-breakpoint
CREATE TRIGGER social_events_inserted AFTER INSERT ON social_events REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_social_events_changed();
--> statement-breakpoint
CREATE TRIGGER social_events_updated AFTER UPDATE ON social_events REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_social_events_changed();
--> statement-breakpoint
CREATE TRIGGER social_events_deleted AFTER DELETE ON social_events REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_social_events_changed();
