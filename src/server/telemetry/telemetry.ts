import {
  context,
  createContextKey,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Tracer,
} from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { OTLPLogExporter } from "@opentelemetry/exporter-logs-otlp-http";
import { OTLPMetricExporter } from "@opentelemetry/exporter-metrics-otlp-http";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
  serviceInstanceIdDetector,
} from "@opentelemetry/resources";
import { BatchLogRecordProcessor, LoggerProvider } from "@opentelemetry/sdk-logs";
import { MeterProvider, PeriodicExportingMetricReader } from "@opentelemetry/sdk-metrics";
import { BatchSpanProcessor, TracerProvider } from "@opentelemetry/sdk-trace";
import type { LoggerOptions } from "pino";
import type { Job } from "#src/server/jobs/jobs.ts";
import type { Metrics } from "#src/server/metrics/metrics.ts";
import type { RequestSpans } from "#src/server/middleware.ts";
import { CollectorHealth, type TellsHealth } from "#src/server/telemetry/collector-health.ts";
import { recordLine } from "#src/server/telemetry/log-records.ts";
import { metricProducer } from "#src/server/telemetry/metric-producer.ts";
import { traceQueries } from "#src/db/query-spans.server.ts";

/** Exports this process's traces, metrics and logs. Loaded only if a collector is configured. */
export type Telemetry = {
  readonly requests: RequestSpans;
  /** Wraps each run of a job in its own span. */
  traced(jobs: readonly Job[]): Job[];
  /** Exports each log line, and adds the trace and request ids to lines logged during a request. */
  readonly logging: Pick<LoggerOptions, "mixin" | "hooks">;
  /** Exports the /metrics registry every minute. */
  send(metrics: Metrics): void;
  /** Sets the logger that reports the collector's outages. */
  tellHealth(tells: TellsHealth): void;
  /** Flushes and shuts down; gives up if the collector takes too long. */
  stop(): Promise<void>;
};

// An unreachable collector must not delay shutdown.
const STOP_MS = 3_000;

const REQUEST_ID = createContextKey("request id");

const makeResource = () =>
  defaultResource()
    .merge(resourceFromAttributes({ "service.name": "sandbar" }))
    // OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES override the defaults.
    .merge(detectResources({ detectors: [serviceInstanceIdDetector, envDetector] }));

const requestIdNow = () => context.active().getValue(REQUEST_ID) as string | undefined;

/** Trace and request ids of the active span, for log lines. */
function idsNow(): Record<string, string> {
  const span = trace.getActiveSpan();
  if (!span?.isRecording()) return {};
  const requestId = requestIdNow();
  return { traceId: span.spanContext().traceId, ...(requestId !== undefined && { requestId }) };
}

/** Traces requests. Ignores incoming trace headers, which are untrusted, so each request starts a new trace. */
const requestSpans =
  (tracer: Tracer): RequestSpans =>
  async ({ requestId, method }, answer) => {
    const attributes = { "http.request.method": method, "sandbar.request_id": requestId };
    const span = tracer.startSpan(method, { kind: SpanKind.SERVER, attributes }, ROOT_CONTEXT);
    const within = trace.setSpan(ROOT_CONTEXT, span).setValue(REQUEST_ID, requestId);
    try {
      const { route, status } = await context.with(within, answer);
      span.updateName(`${method} ${route}`).setAttributes({ "http.route": route, "http.response.status_code": status });
      if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
    } finally {
      span.end();
    }
  };

/** Wraps a job's runs in a span. */
const traced = (tracer: Tracer, job: Job): Job => ({
  ...job,
  run: async (app, signal) =>
    tracer.startActiveSpan(`job ${job.name}`, { root: true }, async (span) => {
      try {
        return await job.run(app, signal);
      } catch (error) {
        // Record only the error's name: its message may quote personal data.
        span.setAttribute("error.type", error instanceof Error ? error.name : "unknown");
        span.setStatus({ code: SpanStatusCode.ERROR });
        throw error;
      } finally {
        span.end();
      }
    }),
});

/** Starts exporting to OTEL_EXPORTER_OTLP_ENDPOINT; the libraries read the OTEL_ variables themselves. */
export function startTelemetry(): Telemetry {
  const resource = makeResource();
  const health = new CollectorHealth();
  const spans = new TracerProvider({
    resource,
    spanProcessors: [new BatchSpanProcessor({ exporter: health.watch(new OTLPTraceExporter()) })],
  });
  const lines = new LoggerProvider({
    resource,
    processors: [new BatchLogRecordProcessor({ exporter: health.watch(new OTLPLogExporter()) })],
  });
  let meters: MeterProvider | undefined;
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  const tracer = spans.getTracer("sandbar");
  const logger = lines.getLogger("sandbar");
  traceQueries(tracer, requestIdNow);
  return {
    requests: requestSpans(tracer),
    traced: (jobs) => jobs.map((job) => traced(tracer, job)),
    logging: { mixin: idsNow, hooks: { streamWrite: (line) => recordLine(logger, line) } },
    send(metrics) {
      const exporter = health.watch(new OTLPMetricExporter());
      const reader = new PeriodicExportingMetricReader({
        exporter,
        metricProducers: [metricProducer(metrics, resource)],
      });
      meters = new MeterProvider({ resource, readers: [reader] });
    },
    tellHealth: (tells) => health.tellTo(tells),
    async stop() {
      const sent = Promise.allSettled([spans.shutdown(), lines.shutdown(), meters?.shutdown()]);
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, STOP_MS)));
      await Promise.race([sent, late]);
      clearTimeout(timer);
    },
  };
}
