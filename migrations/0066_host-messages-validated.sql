ALTER TABLE "audit_log" VALIDATE CONSTRAINT "audit_log_action";--> statement-breakpoint
ALTER TABLE "notices" VALIDATE CONSTRAINT "notices_kind";--> statement-breakpoint
ALTER TABLE "notices" VALIDATE CONSTRAINT "notices_host_message_id_host_messages_id_fk";--> statement-breakpoint
ALTER TABLE "push_preferences" VALIDATE CONSTRAINT "push_preferences_kinds";
