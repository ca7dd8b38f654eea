ALTER TABLE "memberships" DROP CONSTRAINT "memberships_matched_by";--> statement-breakpoint
ALTER TABLE "payments" DROP CONSTRAINT "payments_matched_by";--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_matched_by" CHECK ("memberships"."matched_by" in ('nothing', 'email', 'reference', 'organizer', 'organiser')) NOT VALID;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_matched_by" CHECK ("payments"."matched_by" in ('nothing', 'email', 'reference', 'organizer', 'organiser')) NOT VALID;
