ALTER TABLE "chats" VALIDATE CONSTRAINT "chats_event_id_social_events_id_fk";
