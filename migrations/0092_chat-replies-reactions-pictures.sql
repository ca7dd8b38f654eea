CREATE TABLE "chat_pictures" (
	"chat_id" text NOT NULL,
	"seq" integer NOT NULL,
	"key" text NOT NULL,
	"alt" text DEFAULT '' NOT NULL,
	CONSTRAINT "chat_pictures_chat_id_seq_pk" PRIMARY KEY("chat_id","seq")
);
--> statement-breakpoint
CREATE TABLE "chat_reactions" (
	"chat_id" text NOT NULL,
	"seq" integer NOT NULL,
	"emoji" text NOT NULL,
	"user_id" text NOT NULL,
	"reacted_at" timestamp with time zone NOT NULL,
	CONSTRAINT "chat_reactions_chat_id_seq_emoji_user_id_pk" PRIMARY KEY("chat_id","seq","emoji","user_id"),
	CONSTRAINT "chat_reactions_emoji" CHECK ("chat_reactions"."emoji" in ('👍', '❤️', '😂', '🎉', '😮', '😢'))
);
--> statement-breakpoint
ALTER TABLE "chat_messages" ADD COLUMN "reply_to" text;--> statement-breakpoint
ALTER TABLE "chat_pictures" ADD CONSTRAINT "chat_pictures_message" FOREIGN KEY ("chat_id","seq") REFERENCES "public"."chat_messages"("chat_id","seq") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_reactions" ADD CONSTRAINT "chat_reactions_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_reactions" ADD CONSTRAINT "chat_reactions_message" FOREIGN KEY ("chat_id","seq") REFERENCES "public"."chat_messages"("chat_id","seq") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "chat_pictures_by_key" ON "chat_pictures" USING btree ("key");--> statement-breakpoint
CREATE INDEX "chat_pictures_by_words" ON "chat_pictures" USING gin ("alt" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "chat_reactions_by_user" ON "chat_reactions" USING btree ("user_id");