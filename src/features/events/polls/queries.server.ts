import { sql, type SQL } from "drizzle-orm";

/** SQL column with an event's poll as JSON (a `PollView`); null if there is none. */
export function pollColumn(eventId: SQL, userId: SQL): SQL {
  const votes = sql`from poll_votes v where v.option_id = o.id`;
  const options = sql`select json_agg(json_build_object(
      'id', o.id, 'label', o.label, 'votes', (select count(*)::int ${votes}),
      'chosen', exists (select ${votes} and v.user_id = ${userId})
    ) order by o.position) from poll_options o where o.event_id = p.event_id`;
  const voters = sql`select count(distinct v.user_id)::int
    from poll_votes v join poll_options o on o.id = v.option_id where o.event_id = p.event_id`;
  return sql`(select json_build_object(
      'question', p.question, 'multiple', p.multiple, 'membersOnly', p.members_only, 'closed', p.closed_at is not null,
      'voters', (${voters}), 'options', coalesce((${options}), '[]'::json)
    ) from event_polls p where p.event_id = ${eventId})`;
}
