-- What every process hears of at once, whoever changed it: a message in a chat, a poll, a mail to send, an account.
CREATE FUNCTION notify_chat_message() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('chat_message', chat_id) FROM (SELECT DISTINCT chat_id FROM added) AS chats_with_news;
  RETURN NULL;
END;
$$;
--> statement-breakpoint
CREATE TRIGGER chat_messages_added AFTER INSERT ON chat_messages REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION notify_chat_message();
--> statement-breakpoint
CREATE FUNCTION notify_mail_waiting() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('mail_waiting', '');
  RETURN NULL;
END;
$$;
--> statement-breakpoint
CREATE TRIGGER mail_outbox_added AFTER INSERT ON mail_outbox
  FOR EACH STATEMENT EXECUTE FUNCTION notify_mail_waiting();
--> statement-breakpoint
CREATE FUNCTION notify_account_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('account_changed', OLD.sub);
  RETURN NULL;
END;
$$;
--> statement-breakpoint
CREATE TRIGGER accounts_changed AFTER UPDATE OF groups, email_verified, user_id, tokens_valid_from OR DELETE ON accounts
  FOR EACH ROW EXECUTE FUNCTION notify_account_changed();
--> statement-breakpoint
CREATE FUNCTION notify_poll_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('poll_changed', event_id)
    FROM (SELECT DISTINCT o.event_id FROM changed JOIN poll_options o ON o.id = changed.option_id) AS polls_with_news;
  RETURN NULL;
END;
$$;
--> statement-breakpoint
CREATE TRIGGER poll_votes_added AFTER INSERT ON poll_votes REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_poll_changed();
--> statement-breakpoint
CREATE TRIGGER poll_votes_removed AFTER DELETE ON poll_votes REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_poll_changed();
--> statement-breakpoint
CREATE FUNCTION notify_poll_closed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('poll_changed', NEW.event_id);
  RETURN NULL;
END;
$$;
--> statement-breakpoint
CREATE TRIGGER event_polls_changed AFTER INSERT OR UPDATE ON event_polls
  FOR EACH ROW EXECUTE FUNCTION notify_poll_closed();
