ALTER TABLE "push_preferences" VALIDATE CONSTRAINT "push_preferences_kinds";
