DROP INDEX "users_by_folded_name";--> statement-breakpoint
DROP INDEX "users_by_folded_nickname";--> statement-breakpoint
CREATE INDEX "users_by_last_word" ON "users" USING btree (split_part(fold_name("first_name" || ' ' || "last_name"), ' ', -1),left(fold_name("first_name" || ' ' || "last_name"), 1));--> statement-breakpoint
CREATE INDEX "users_by_first_word" ON "users" USING btree (split_part(fold_name("first_name" || ' ' || "last_name"), ' ', 1),right(fold_name("first_name" || ' ' || "last_name"), 3));