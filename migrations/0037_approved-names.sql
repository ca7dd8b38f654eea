ALTER TABLE "users" ADD COLUMN "approved_name" text DEFAULT '' NOT NULL;--> statement-breakpoint
-- By hand from here on. The name under which an organizer approved somebody: a deletion looks for it in other people's
-- words. Names that people give themselves are not looked for there, or anybody could rewrite what others wrote.
CREATE FUNCTION keep_approved_name() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.approved_name := CASE WHEN NEW.first_name <> '' AND NEW.last_name <> '' THEN NEW.first_name || ' ' || NEW.last_name ELSE '' END;
  RETURN NEW;
END;
$$;
--> statement-breakpoint
CREATE TRIGGER users_keep_approved_name_of_new BEFORE INSERT ON users
  FOR EACH ROW WHEN (NEW.status = 'approved' AND NEW.approved_name = '') EXECUTE FUNCTION keep_approved_name();
--> statement-breakpoint
CREATE TRIGGER users_keep_approved_name BEFORE UPDATE OF status ON users
  FOR EACH ROW WHEN (NEW.status = 'approved' AND OLD.status <> 'approved') EXECUTE FUNCTION keep_approved_name();
--> statement-breakpoint
UPDATE "users" SET "approved_name" = "first_name" || ' ' || "last_name"
  WHERE "status" = 'approved' AND "first_name" <> '' AND "last_name" <> '';
--> statement-breakpoint
-- As before, but at most thirty former names: a deletion looks for each of them.
CREATE OR REPLACE FUNCTION keep_former_name() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.former_names IS NOT DISTINCT FROM OLD.former_names
    AND (OLD.first_name, OLD.last_name, OLD.nickname) IS DISTINCT FROM (NEW.first_name, NEW.last_name, NEW.nickname)
    AND (OLD.first_name, OLD.last_name, OLD.nickname) IS DISTINCT FROM ('', '', '')
  THEN
    NEW.former_names := OLD.former_names || jsonb_build_array(jsonb_build_object(
      'firstName', OLD.first_name, 'lastName', OLD.last_name, 'nickname', OLD.nickname));
    IF jsonb_array_length(NEW.former_names) > 30 THEN
      NEW.former_names := NEW.former_names - 0;
    END IF;
  END IF;
  RETURN NEW;
END;
$$;
