CREATE TABLE "change_log" (
	"xid" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
	"topic" text NOT NULL,
	"subject" text NOT NULL
);
--> statement-breakpoint
CREATE INDEX "change_log_by_transaction" ON "change_log" USING btree ("xid");
--> statement-breakpoint
-- Logs a change for every process to read after the commit. NOTIFY holds a lock of the whole database until its
-- transaction is on disk, so it is sent only while a process of the previous release listens, by its connection's name.
CREATE FUNCTION log_change(topic text, subject text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO change_log (topic, subject) VALUES (log_change.topic, log_change.subject);
  IF EXISTS (SELECT FROM pg_stat_get_activity(NULL) WHERE application_name = 'sandbar changes') THEN
    PERFORM pg_notify(log_change.topic, log_change.subject);
  END IF;
END;
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION notify_social_events_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed_count integer;
BEGIN
  SELECT count(*) INTO changed_count FROM (SELECT 1 FROM changed LIMIT 21) AS some_changed;
  IF changed_count > 20 THEN
    PERFORM log_change('content_changed', 'event:*');
  ELSIF changed_count > 0 THEN
    PERFORM log_change('content_changed', 'event:' || id) FROM changed;
  END IF;
  RETURN NULL;
END;
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION notify_chat_message() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM log_change('chat_message', chat_id) FROM (SELECT DISTINCT chat_id FROM added) AS chats_with_news;
  RETURN NULL;
END;
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION notify_mail_waiting() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM log_change('mail_waiting', '');
  RETURN NULL;
END;
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION notify_account_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM log_change('account_changed', OLD.sub);
  RETURN NULL;
END;
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION notify_poll_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM log_change('poll_changed', event_id)
    FROM (SELECT DISTINCT o.event_id FROM changed JOIN poll_options o ON o.id = changed.option_id) AS polls_with_news;
  RETURN NULL;
END;
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION notify_poll_closed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM log_change('poll_changed', NEW.event_id);
  RETURN NULL;
END;
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION notify_poll_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM log_change('poll_changed', OLD.event_id);
  RETURN NULL;
END;
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION notify_membership_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM log_change('account_changed', sub) FROM accounts
    WHERE user_id IS NOT NULL AND user_id IN (NEW.user_id, CASE WHEN TG_OP = 'UPDATE' THEN OLD.user_id END);
  RETURN NULL;
END;
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION notify_join_decision() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM log_change('join_decision', '');
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION notify_identity_keys_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM log_change('identity_keys_changed', '');
  RETURN NULL;
END;
$$;
