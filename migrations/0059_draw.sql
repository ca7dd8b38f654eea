ALTER TABLE "social_events" ADD COLUMN "draw_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "social_events" ADD COLUMN "draw_seed" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "social_events" ADD COLUMN "drawn_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "waiting_list" ADD COLUMN "draw_number" integer;--> statement-breakpoint
ALTER TABLE "waiting_list" ADD COLUMN "lost_before" boolean DEFAULT false NOT NULL;