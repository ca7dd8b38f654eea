ALTER TABLE "identity_keys" ADD COLUMN "verifies_until" timestamp with time zone;--> statement-breakpoint
-- By hand from here on. Every process caches the keys that verify.
CREATE FUNCTION notify_identity_keys_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('identity_keys_changed', '');
  RETURN NULL;
END;
$$;
--> statement-breakpoint
CREATE TRIGGER identity_keys_changed AFTER INSERT OR UPDATE OR DELETE ON identity_keys
  FOR EACH STATEMENT EXECUTE FUNCTION notify_identity_keys_changed();
