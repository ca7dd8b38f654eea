import { z } from "zod";
import { statusOf } from "#src/http/status.ts";
import type { FileAnswer, SuccessStatus } from "#src/http/endpoint.server.ts";
import { type Failure, FAILURE_REASONS, type Result } from "#src/shared/result.ts";
import { SECOND_FACTORS } from "#src/shared/security.ts";

/** The body of every failure. */
export const errorSchema = z.object({
  error: z.string().describe("An error code for programs"),
  reason: z.enum(FAILURE_REASONS).optional().describe("A more specific code, if programs need one"),
  message: z.string().describe("A sentence for people"),
  fields: z.record(z.string(), z.string()).optional().describe("Field → its error"),
  ticket: z
    .string()
    .optional()
    .describe("For a sign-in that requires a second factor: valid for ten minutes and one session"),
  methods: z.array(z.enum(SECOND_FACTORS)).optional().describe("The second factors that the account has"),
});

/** `Failure` → HTTP. The only place that does this. */
export function failureResponse(failure: Failure): Response {
  const { code, reason, message, fields, retryAfterSeconds, secondStep } = failure;
  const headers = new Headers({ "cache-control": "no-store" });
  if (retryAfterSeconds !== undefined) headers.set("retry-after", String(retryAfterSeconds));
  // Not for a body that is too large: the client is still sending it and would get a reset instead of this response.
  if (code === "too_slow") headers.set("connection", "close");
  return Response.json(
    { error: code, ...(reason && { reason }), message, ...(fields && { fields }), ...secondStep },
    { status: statusOf(code), headers },
  );
}

/**
 * `Result` → HTTP: the value as JSON, or the failure. Responses are private, so they are never cached. `download` sets
 * the file name.
 */
export function resultResponse<T>(
  result: Result<T>,
  { status = 200, download = null }: { status?: SuccessStatus; download?: string | null } = {},
): Response {
  if (!result.ok) return failureResponse(result.failure);
  const headers = new Headers({ "cache-control": "no-store" });
  if (download !== null) headers.set("content-disposition", `attachment; filename="${download}"`);
  return Response.json(result.value, { status, headers });
}

export function fileResponse({ content, type, name }: FileAnswer): Response {
  return new Response(content, {
    headers: {
      "content-type": type,
      "content-disposition": `attachment; filename="${name}"`,
      "cache-control": "no-store",
    },
  });
}
