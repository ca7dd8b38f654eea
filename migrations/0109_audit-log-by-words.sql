-- outside a transaction
DROP INDEX CONCURRENTLY IF EXISTS "audit_log_by_words";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "audit_log_by_words" ON "audit_log" USING gin ((coalesce("before"::text, '') || coalesce("after"::text, '')) gin_trgm_ops);
