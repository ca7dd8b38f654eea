CREATE TABLE "person_facts" (
	"user_id" text PRIMARY KEY NOT NULL,
	"paid_until" timestamp with time zone,
	"member_until" timestamp with time zone,
	"last_attended" date,
	"is_unsubscribed" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
ALTER TABLE "person_facts" ADD CONSTRAINT "person_facts_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("user_id") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
CREATE INDEX "person_facts_by_paid_until" ON "person_facts" USING btree ("paid_until","user_id") WHERE "person_facts"."paid_until" is not null;--> statement-breakpoint
CREATE INDEX "person_facts_never_paid" ON "person_facts" USING btree ("user_id") WHERE "person_facts"."paid_until" is null;--> statement-breakpoint
CREATE INDEX "person_facts_by_last_attended" ON "person_facts" USING btree ("last_attended","user_id") WHERE "person_facts"."last_attended" is not null;--> statement-breakpoint
CREATE INDEX "person_facts_never_attended" ON "person_facts" USING btree ("user_id") WHERE "person_facts"."last_attended" is null;--> statement-breakpoint
CREATE INDEX "person_facts_unsubscribed" ON "person_facts" USING btree ("user_id") WHERE "person_facts"."is_unsubscribed";--> statement-breakpoint
-- What the tables say now of these people. Subqueries with LIMIT: an EXISTS may be hashed, which reads the whole table. The address is the one that announcements would go to.
CREATE FUNCTION current_person_facts(ids text[]) RETURNS SETOF person_facts LANGUAGE sql STABLE AS $$
  select u.user_id,
    case when g.by_group then 'infinity'::timestamptz else m.paid_until end,
    case when g.by_group then 'infinity'::timestamptz else m.member_until end,
    t.day,
    coalesce(w.is_unsubscribed, false)
  from users u
    cross join lateral (select (select true from accounts a
      where a.user_id = u.user_id and a.groups && array['Members', 'Admins'] limit 1) as by_group) g
    cross join lateral (select max(s.member_until) as member_until,
        max(least(s.ended_at, case when s.status = 'incomplete' then s.paid_until
          else greatest(s.paid_until, case when s.status = 'past_due' then s.period_start else s.period_end end) end)) as paid_until
      from memberships s where s.user_id = u.user_id and s.member_until is not null) m
    cross join lateral (select max(e.day) as day from event_attendance c join social_events e on e.id = c.event_id
      where c.user_id = u.user_id and c.presence = 'here' and not e.held) t
    cross join lateral (select coalesce(
      (select a.email from accounts a where a.user_id = u.user_id and a.email_verified order by a.created_at, a.sub limit 1),
      nullif(u.email, '')) as email) e
    cross join lateral (select coalesce(
      (select true from mail_preferences p
        where mail_inbox(p.email) = mail_inbox(e.email) and p.unsubscribed_at is not null limit 1),
      (select true from mail_preferences p
        where p.email = 'sha256:' || encode(sha256(convert_to(mail_inbox(e.email), 'UTF8')), 'hex'))) as is_unsubscribed) w
  where u.user_id = any(ids)
$$;
--> statement-breakpoint
-- The rows are locked before the tables are read, so of two changes of one person the later one sees both.
CREATE FUNCTION refresh_person_facts(ids text[]) RETURNS void LANGUAGE plpgsql AS $$
begin
  insert into person_facts (user_id) select u.user_id from users u
    where u.user_id = any(ids) and not exists (select from person_facts f where f.user_id = u.user_id)
    order by u.user_id on conflict do nothing;
  perform from person_facts f where f.user_id = any(ids) order by f.user_id for update;
  update person_facts f set paid_until = c.paid_until, member_until = c.member_until,
      last_attended = c.last_attended, is_unsubscribed = c.is_unsubscribed
    from current_person_facts(ids) c
    where f.user_id = c.user_id and f is distinct from c;
end $$;
--> statement-breakpoint
CREATE FUNCTION add_person_facts() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  insert into person_facts select c.* from current_person_facts((select array_agg(user_id) from changed)) c
    on conflict do nothing;
  return null;
end $$;
--> statement-breakpoint
CREATE TRIGGER users_add_facts AFTER INSERT ON users REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION add_person_facts();
--> statement-breakpoint
CREATE FUNCTION refresh_facts_of_row() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  perform refresh_person_facts(array(select distinct i from unnest(array[
    case when tg_op <> 'INSERT' then old.user_id end, case when tg_op <> 'DELETE' then new.user_id end]) i where i is not null));
  return null;
end $$;
--> statement-breakpoint
CREATE TRIGGER users_refresh_facts AFTER UPDATE OF email ON users FOR EACH ROW
  WHEN (old.email <> new.email) EXECUTE FUNCTION refresh_facts_of_row();
--> statement-breakpoint
CREATE TRIGGER accounts_refresh_facts AFTER INSERT OR UPDATE OF user_id, email, email_verified, groups OR DELETE ON accounts
  FOR EACH ROW EXECUTE FUNCTION refresh_facts_of_row();
--> statement-breakpoint
CREATE TRIGGER memberships_refresh_facts AFTER INSERT OR DELETE
  OR UPDATE OF user_id, status, period_start, period_end, ended_at, paid_until, member_until ON memberships
  FOR EACH ROW EXECUTE FUNCTION refresh_facts_of_row();
--> statement-breakpoint
-- A whole door at once, so that its people are locked in order.
CREATE FUNCTION refresh_facts_of_attendance() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  perform refresh_person_facts(array(select user_id from changed where user_id is not null));
  return null;
end $$;
--> statement-breakpoint
CREATE TRIGGER attendance_added_facts AFTER INSERT ON event_attendance REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION refresh_facts_of_attendance();
--> statement-breakpoint
-- For each row, because a cascade from a person is a statement of its own, which most often deletes none.
CREATE TRIGGER attendance_changed_facts AFTER UPDATE OF event_id, user_id, presence OR DELETE ON event_attendance
  FOR EACH ROW EXECUTE FUNCTION refresh_facts_of_row();
--> statement-breakpoint
CREATE FUNCTION refresh_facts_of_event() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  perform refresh_person_facts(array(select user_id from event_attendance where event_id = new.id and user_id is not null));
  return null;
end $$;
--> statement-breakpoint
CREATE TRIGGER social_events_refresh_facts AFTER UPDATE OF day, held ON social_events FOR EACH ROW
  WHEN (old.day <> new.day OR old.held <> new.held) EXECUTE FUNCTION refresh_facts_of_event();
--> statement-breakpoint
CREATE FUNCTION refresh_facts_of_inbox() RETURNS trigger LANGUAGE plpgsql AS $$
declare inboxes text[] := array[case when tg_op <> 'INSERT' then mail_inbox(old.email) end,
  case when tg_op <> 'DELETE' then mail_inbox(new.email) end];
begin
  perform refresh_person_facts(array(
    select u.user_id from users u where u.email <> '' and mail_inbox(u.email) = any(inboxes)
    union select a.user_id from accounts a where a.user_id is not null and mail_inbox(a.email) = any(inboxes)));
  return null;
end $$;
--> statement-breakpoint
CREATE TRIGGER mail_preferences_added_facts AFTER INSERT ON mail_preferences FOR EACH ROW
  WHEN (new.unsubscribed_at IS NOT NULL) EXECUTE FUNCTION refresh_facts_of_inbox();
--> statement-breakpoint
CREATE TRIGGER mail_preferences_changed_facts AFTER UPDATE OF email, unsubscribed_at ON mail_preferences FOR EACH ROW
  EXECUTE FUNCTION refresh_facts_of_inbox();
--> statement-breakpoint
CREATE TRIGGER mail_preferences_removed_facts AFTER DELETE ON mail_preferences FOR EACH ROW
  EXECUTE FUNCTION refresh_facts_of_inbox();
