ALTER TABLE "notices" VALIDATE CONSTRAINT "notices_kind";
