import { readMe } from "#src/features/identity/queries.server.ts";
import type { Me as MeView } from "#src/features/identity/schema.ts";
import { type GraphqlBuilder, viewerOf } from "#src/http/graphql.server.ts";

/** The signed-in person. */
export function addMe(builder: GraphqlBuilder): void {
  const Me = builder.objectRef<MeView>("Me").implement({
    fields: (t) => ({
      id: t.exposeID("id", { description: "Equals the `userId` of the caller's messages" }),
      email: t.exposeString("email"),
      name: t.exposeString("name"),
      approved: t.exposeBoolean("approved"),
      joinDate: t.exposeString("joinDate", { description: "YYYY-MM-DD; empty if the person is not known" }),
    }),
  });
  builder.queryField("me", (t) =>
    t.field({
      type: Me,
      nullable: true,
      description: "Null for visitors",
      resolve: (_root, _args, context) => readMe(context.app, viewerOf(context)),
    }),
  );
}
