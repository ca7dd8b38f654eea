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

/** Traces, metrics and logs of this process, on their way to a collector. Loaded only where one is set. */
export type Telemetry = {
  readonly requests: RequestSpans;
  /** The same jobs, each run in a span of its own. */
  traced(jobs: readonly Job[]): Job[];
  /** Sends each log line too, and puts the ids of the request into those that are written for it. */
  readonly logging: Pick<LoggerOptions, "mixin" | "hooks">;
  /** Sends what /metrics shows, every minute. */
  send(metrics: Metrics): void;
  /** Where it is said that the collector is away, and that it is back. */
  tellHealth(tells: TellsHealth): void;
  /** Sends what is left; gives up when the collector takes too long. */
  stop(): Promise<void>;
};

// A collector that is away must not hold up a stop.
const STOP_MS = 3_000;

const REQUEST_ID = createContextKey("request id");

const makeResource = () =>
  defaultResource()
    .merge(resourceFromAttributes({ "service.name": "sandbar" }))
    // OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES say otherwise.
    .merge(detectResources({ detectors: [serviceInstanceIdDetector, envDetector] }));

const requestIdNow = () => context.active().getValue(REQUEST_ID) as string | undefined;

/** Ids of the span that is under way, for log lines. */
function idsNow(): Record<string, string> {
  const span = trace.getActiveSpan();
  if (!span?.isRecording()) return {};
  const requestId = requestIdNow();
  return { traceId: span.spanContext().traceId, ...(requestId !== undefined && { requestId }) };
}

/** Answers requests in spans. What a stranger says of traces is not believed, so each request begins one. */
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

/** The same job in a span. */
const traced = (tracer: Tracer, job: Job): Job => ({
  ...job,
  run: async (app, signal) =>
    tracer.startActiveSpan(`job ${job.name}`, { root: true }, async (span) => {
      try {
        return await job.run(app, signal);
      } catch (error) {
        // Its message may quote what people wrote.
        span.setAttribute("error.type", error instanceof Error ? error.name : "unknown");
        span.setStatus({ code: SpanStatusCode.ERROR });
        throw error;
      } finally {
        span.end();
      }
    }),
});

/** Starts sending to OTEL_EXPORTER_OTLP_ENDPOINT; the libraries read it and its companions themselves. */
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
