CREATE TABLE "chat_reads" (
	"sub" text NOT NULL,
	"chat_id" text NOT NULL,
	"seq" integer NOT NULL,
	CONSTRAINT "chat_reads_sub_chat_id_pk" PRIMARY KEY("sub","chat_id")
);
--> statement-breakpoint
ALTER TABLE "chat_messages" ADD COLUMN "edited_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "chat_messages" ADD COLUMN "removed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "chat_messages" ADD COLUMN "said" text;--> statement-breakpoint
ALTER TABLE "chat_reads" ADD CONSTRAINT "chat_reads_sub_accounts_sub_fk" FOREIGN KEY ("sub") REFERENCES "public"."accounts"("sub") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_reads" ADD CONSTRAINT "chat_reads_chat_id_chats_id_fk" FOREIGN KEY ("chat_id") REFERENCES "public"."chats"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "chat_reads_by_chat" ON "chat_reads" USING btree ("chat_id");