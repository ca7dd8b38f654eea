export { type Deed, writeAudit } from "#src/audit/audit-log.server.ts";
