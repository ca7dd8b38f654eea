CREATE TABLE "attendance_marks" (
	"event_id" text NOT NULL,
	"id" text NOT NULL,
	"marked_at" timestamp with time zone NOT NULL,
	CONSTRAINT "attendance_marks_event_id_id_pk" PRIMARY KEY("event_id","id")
);
--> statement-breakpoint
CREATE TABLE "event_attendance" (
	"event_id" text NOT NULL,
	"id" text NOT NULL,
	"user_id" text,
	"name" text DEFAULT '' NOT NULL,
	"presence" text NOT NULL,
	"guests" smallint DEFAULT 0 NOT NULL,
	"is_self" boolean DEFAULT false NOT NULL,
	"marked_at" timestamp with time zone NOT NULL,
	CONSTRAINT "event_attendance_event_id_id_pk" PRIMARY KEY("event_id","id"),
	CONSTRAINT "event_attendance_presence" CHECK ("event_attendance"."presence" in ('here', 'away', 'excused'))
);
--> statement-breakpoint
CREATE TABLE "event_greeters" (
	"event_id" text NOT NULL,
	"user_id" text NOT NULL,
	"named_at" timestamp with time zone NOT NULL,
	CONSTRAINT "event_greeters_event_id_user_id_pk" PRIMARY KEY("event_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "attendance_marks" ADD CONSTRAINT "attendance_marks_event_id_social_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."social_events"("id") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "event_attendance" ADD CONSTRAINT "event_attendance_event_id_social_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."social_events"("id") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "event_attendance" ADD CONSTRAINT "event_attendance_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_greeters" ADD CONSTRAINT "event_greeters_event_id_social_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."social_events"("id") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "event_greeters" ADD CONSTRAINT "event_greeters_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "event_attendance_once" ON "event_attendance" USING btree ("event_id","user_id");--> statement-breakpoint
CREATE INDEX "event_attendance_by_user" ON "event_attendance" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "event_attendance_by_name" ON "event_attendance" USING gin ("name" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "event_greeters_by_user" ON "event_greeters" USING btree ("user_id");