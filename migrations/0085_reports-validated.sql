ALTER TABLE "audit_log" VALIDATE CONSTRAINT "audit_log_action";--> statement-breakpoint
ALTER TABLE "form_submissions" VALIDATE CONSTRAINT "form_submissions_owner_sub_accounts_sub_fk";--> statement-breakpoint
ALTER TABLE "form_submissions" VALIDATE CONSTRAINT "form_submissions_outcome";
