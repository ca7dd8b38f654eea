-- The previous release may still write 'organiser' while this runs, so the code reads both spellings.
ALTER TABLE "memberships" VALIDATE CONSTRAINT "memberships_matched_by";--> statement-breakpoint
ALTER TABLE "payments" VALIDATE CONSTRAINT "payments_matched_by";--> statement-breakpoint
UPDATE "memberships" SET "matched_by" = 'organizer' WHERE "matched_by" = 'organiser';--> statement-breakpoint
UPDATE "payments" SET "matched_by" = 'organizer' WHERE "matched_by" = 'organiser';
