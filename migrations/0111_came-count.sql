ALTER TABLE "social_events" ADD COLUMN "came_count" integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
-- The events are locked before their marks are read, so of two changes of one door the later one counts both.
CREATE FUNCTION count_came() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  perform from social_events where id in (select event_id from changed) order by id for update;
  update social_events e set came_count = c.came
    from (select ids.event_id, (select coalesce(sum(1 + a.guests), 0)::int from event_attendance a
        where a.event_id = ids.event_id and a.presence = 'here') as came
      from (select distinct event_id from changed) as ids) c
    where e.id = c.event_id and e.came_count <> c.came;
  return null;
end $$;
--> statement-breakpoint
CREATE TRIGGER attendance_added_counted AFTER INSERT ON event_attendance REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_came();
--> statement-breakpoint
CREATE TRIGGER attendance_changed_counted AFTER UPDATE ON event_attendance REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_came();
--> statement-breakpoint
CREATE TRIGGER attendance_removed_counted AFTER DELETE ON event_attendance REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_came();
--> statement-breakpoint
UPDATE social_events e SET came_count = c.came
  FROM (SELECT event_id, sum(1 + guests)::int AS came FROM event_attendance WHERE presence = 'here' GROUP BY event_id) c
  WHERE e.id = c.event_id;
