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

/** Sends a log line as pino wrote it, so that a collector has what standard output has and no more. Returns the line. */
export function recordLine(logger: Logger, line: string): string {
  const { level, time, msg, ...attributes } = JSON.parse(line) as Line;
  logger.emit({
    timestamp: new Date(time),
    severityNumber: SEVERITY[level] ?? SeverityNumber.UNSPECIFIED,
    // The line of a request has no words of its own.
    body: msg ?? "request",
    attributes,
    context: context.active(),
  });
  return line;
}
