ALTER TABLE "calendar_links" ADD COLUMN "session_id" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "former_names" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
-- By hand from here on. Keeps the names that people had before, for their erasure. An undo that writes the list itself
-- gets just that list.
CREATE FUNCTION keep_former_name() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.former_names IS NOT DISTINCT FROM OLD.former_names
    AND (OLD.first_name, OLD.last_name, OLD.nickname) IS DISTINCT FROM (NEW.first_name, NEW.last_name, NEW.nickname)
    AND (OLD.first_name, OLD.last_name, OLD.nickname) IS DISTINCT FROM ('', '', '')
  THEN
    NEW.former_names := OLD.former_names || jsonb_build_array(jsonb_build_object(
      'firstName', OLD.first_name, 'lastName', OLD.last_name, 'nickname', OLD.nickname));
  END IF;
  RETURN NEW;
END;
$$;
--> statement-breakpoint
CREATE TRIGGER users_keep_former_name BEFORE UPDATE OF first_name, last_name, nickname ON users
  FOR EACH ROW EXECUTE FUNCTION keep_former_name();
--> statement-breakpoint
-- Replaces what a pattern finds in every text of a JSON value; keys, numbers and the shape stay.
CREATE FUNCTION redact_json(value jsonb, pattern text, replacement text) RETURNS jsonb
LANGUAGE plpgsql IMMUTABLE STRICT AS $$
BEGIN
  CASE jsonb_typeof(value)
    WHEN 'string' THEN
      RETURN to_jsonb(regexp_replace(value #>> '{}', pattern, replacement, 'gi'));
    WHEN 'array' THEN
      RETURN (SELECT coalesce(jsonb_agg(redact_json(e.item, pattern, replacement) ORDER BY e.at), '[]'::jsonb)
        FROM jsonb_array_elements(value) WITH ORDINALITY AS e(item, at));
    WHEN 'object' THEN
      RETURN (SELECT coalesce(jsonb_object_agg(e.key, redact_json(e.value, pattern, replacement)), '{}'::jsonb)
        FROM jsonb_each(value) AS e);
    ELSE
      RETURN value;
  END CASE;
END;
$$;
