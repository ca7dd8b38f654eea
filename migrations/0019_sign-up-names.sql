CREATE TABLE "sign_up_names" (
	"sign_up_id" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"first_name" text DEFAULT '' NOT NULL,
	"last_name" text DEFAULT '' NOT NULL,
	"confirmed_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "sign_up_names_by_email" ON "sign_up_names" USING btree ("email");--> statement-breakpoint
CREATE INDEX "sign_up_names_by_age" ON "sign_up_names" USING btree ("created_at");