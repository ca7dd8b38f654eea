import { context, type Logger, SeverityNumber } from "@opentelemetry/api";

/** Severity by pino's level. */
const SEVERITY: Readonly<Record<number, SeverityNumber>> = {
  10: SeverityNumber.TRACE,
  20: SeverityNumber.DEBUG,
  30: SeverityNumber.INFO,
  40: SeverityNumber.WARN,
  50: SeverityNumber.ERROR,
  60: SeverityNumber.FATAL,
};

type Line = { level: number; time: string; msg?: string } & Record<string, string | number | boolean | null>;

/**
 * Exports a log line exactly as pino wrote it, so the collector gets the same fields as standard output. Returns the
 * line.
 */
export function recordLine(logger: Logger, line: string): string {
  const { level, time, msg, ...attributes } = JSON.parse(line) as Line;
  logger.emit({
    timestamp: new Date(time),
    severityNumber: SEVERITY[level] ?? SeverityNumber.UNSPECIFIED,
    // Request lines have no message.
    body: msg ?? "request",
    attributes,
    context: context.active(),
  });
  return line;
}
