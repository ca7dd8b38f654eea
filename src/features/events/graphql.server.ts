import { BAD_DAYS } from "#src/features/events/messages.ts";
import { listEventsWithin } from "#src/features/events/queries.server.ts";
import type { EventView } from "#src/features/events/schema.ts";
import { type GraphqlBuilder, graphqlError, viewerOf } from "#src/http/graphql.server.ts";

const MAX_DAYS = 30;
const DAYS = 14;

/** Upcoming events, as the viewer may see them. */
export function addEvents(builder: GraphqlBuilder): void {
  const Event = builder.objectRef<EventView>("Event").implement({
    fields: (t) => ({
      id: t.exposeID("socialEventId"),
      title: t.exposeString("title"),
      date: t.exposeString("date"),
      time: t.exposeString("time"),
      location: t.exposeString("location"),
      privateLocation: t.exposeString("privateLocation", { nullable: true, description: "Null for non-members" }),
      description: t.exposeString("description"),
      generalpublic: t.exposeBoolean("generalpublic"),
    }),
  });
  builder.queryField("events", (t) =>
    t.field({
      type: [Event],
      description: "Events of today and the next `days`, 1 to 30",
      args: { days: t.arg.int({ defaultValue: DAYS }) },
      resolve: (_root, { days }, context) => {
        const ahead = days ?? DAYS;
        if (ahead < 1 || ahead > MAX_DAYS) throw graphqlError({ code: "invalid", message: BAD_DAYS });
        return listEventsWithin(context.app, viewerOf(context), ahead);
      },
    }),
  );
}
