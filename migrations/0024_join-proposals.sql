CREATE TABLE "join_proposals" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"known_user_id" text NOT NULL,
	"reasons" text[] NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"decided_at" timestamp with time zone,
	"decision" text,
	CONSTRAINT "join_proposals_of_two" CHECK ("join_proposals"."user_id" <> "join_proposals"."known_user_id")
);
--> statement-breakpoint
ALTER TABLE "join_proposals" ADD CONSTRAINT "join_proposals_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "join_proposals" ADD CONSTRAINT "join_proposals_known_user_id_users_user_id_fk" FOREIGN KEY ("known_user_id") REFERENCES "public"."users"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "join_proposals_once" ON "join_proposals" USING btree ("user_id","known_user_id");--> statement-breakpoint
CREATE INDEX "join_proposals_by_known" ON "join_proposals" USING btree ("known_user_id");--> statement-breakpoint
CREATE INDEX "join_proposals_open" ON "join_proposals" USING btree ("id") WHERE "join_proposals"."decided_at" is null;