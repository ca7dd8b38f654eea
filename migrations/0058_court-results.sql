CREATE TABLE "court_players" (
	"event_id" text NOT NULL,
	"player" text NOT NULL,
	"user_id" text,
	"level" double precision NOT NULL,
	CONSTRAINT "court_players_event_id_player_pk" PRIMARY KEY("event_id","player")
);
--> statement-breakpoint
CREATE TABLE "court_results" (
	"event_id" text NOT NULL,
	"player" text NOT NULL,
	"game" text NOT NULL,
	"side" smallint NOT NULL,
	"points" smallint NOT NULL,
	"against" smallint NOT NULL,
	"ended_at" timestamp with time zone NOT NULL,
	"change" double precision NOT NULL,
	CONSTRAINT "court_results_event_id_player_game_pk" PRIMARY KEY("event_id","player","game"),
	CONSTRAINT "court_results_side" CHECK ("court_results"."side" in (0, 1))
);
--> statement-breakpoint
CREATE TABLE "ladder_absences" (
	"sub" text PRIMARY KEY NOT NULL,
	"since" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "court_players" ADD CONSTRAINT "court_players_event_id_social_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."social_events"("id") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "court_players" ADD CONSTRAINT "court_players_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("user_id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "court_results" ADD CONSTRAINT "court_results_player" FOREIGN KEY ("event_id","player") REFERENCES "public"."court_players"("event_id","player") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "ladder_absences" ADD CONSTRAINT "ladder_absences_sub_accounts_sub_fk" FOREIGN KEY ("sub") REFERENCES "public"."accounts"("sub") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "court_players_by_user" ON "court_players" USING btree ("user_id");