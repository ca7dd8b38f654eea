ALTER TABLE "person_facts" ADD COLUMN "sort_name" text DEFAULT '' NOT NULL;
--> statement-breakpoint
-- As in 0100, with the name that the list sorts by.
CREATE OR REPLACE FUNCTION current_person_facts(ids text[]) RETURNS SETOF person_facts LANGUAGE sql STABLE AS $$
  select u.user_id,
    case when g.by_group then 'infinity'::timestamptz else m.paid_until end,
    case when g.by_group then 'infinity'::timestamptz else m.member_until end,
    t.day,
    coalesce(w.is_unsubscribed, false),
    p.mail_to,
    array(select distinct lower(i) from unnest(u.re_interested_in_events) i order by 1),
    fold_name(coalesce(nullif(btrim(u.first_name || ' ' || u.last_name), ''), nullif(u.nickname, ''), u.email))
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
      case when u.status = 'approved' then nullif(u.email, '') end) as mail_to) p
    cross join lateral (select coalesce(p.mail_to, nullif(u.email, '')) as email) e
    cross join lateral (select coalesce(
      (select true from mail_preferences p
        where mail_inbox(p.email) = mail_inbox(e.email) and p.unsubscribed_at is not null limit 1),
      (select true from mail_preferences p
        where p.email = 'sha256:' || encode(sha256(convert_to(mail_inbox(e.email), 'UTF8')), 'hex'))) as is_unsubscribed) w
  where u.user_id = any(ids)
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION refresh_person_facts(ids text[]) RETURNS void LANGUAGE plpgsql AS $$
begin
  insert into person_facts (user_id) select u.user_id from users u
    where u.user_id = any(ids) and not exists (select from person_facts f where f.user_id = u.user_id)
    order by u.user_id on conflict do nothing;
  perform from person_facts f where f.user_id = any(ids) order by f.user_id for update;
  update person_facts f set paid_until = c.paid_until, member_until = c.member_until,
      last_attended = c.last_attended, is_unsubscribed = c.is_unsubscribed, mail_to = c.mail_to, interests = c.interests, sort_name = c.sort_name
    from current_person_facts(ids) c
    where f.user_id = c.user_id and f is distinct from c;
end $$;
--> statement-breakpoint
DROP TRIGGER users_refresh_facts ON users;
--> statement-breakpoint
-- An address counts once an organizer has approved its person.
CREATE TRIGGER users_refresh_facts AFTER UPDATE OF email, status, re_interested_in_events, first_name, last_name, nickname ON users FOR EACH ROW
  WHEN (old.email <> new.email OR old.status <> new.status OR old.re_interested_in_events <> new.re_interested_in_events
    OR (old.first_name, old.last_name, old.nickname) <> (new.first_name, new.last_name, new.nickname)) EXECUTE FUNCTION refresh_facts_of_row();
