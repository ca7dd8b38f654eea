import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

type Value = { stringValue?: string; intValue?: number | string; doubleValue?: number };
type Attributes = readonly { readonly key: string; readonly value: Value }[];
type Told = { readonly attributes?: Attributes };

type ReceivedSpan = Told & {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
};
type ReceivedLine = Told & { readonly traceId?: string; readonly body: Value; readonly severityNumber: number };
type Point = Told & { readonly count?: number | string; readonly bucketCounts?: readonly (number | string)[] };
type Points = { readonly dataPoints: readonly Point[] };
type ReceivedMetric = { readonly name: string; histogram?: Points; sum?: Points; gauge?: Points };

type Sent = {
  resourceSpans?: readonly { scopeSpans: readonly { spans: readonly ReceivedSpan[] }[] }[];
  resourceLogs?: readonly { scopeLogs: readonly { logRecords: readonly ReceivedLine[] }[] }[];
  resourceMetrics?: readonly { scopeMetrics: readonly { metrics: readonly ReceivedMetric[] }[] }[];
};

/** What a collector got, in the JSON form of OTLP over HTTP. */
export type OtlpReceiver = {
  readonly url: string;
  /** Everything as it came. */
  readonly raw: () => string;
  readonly spans: () => ReceivedSpan[];
  readonly lines: () => ReceivedLine[];
  readonly metrics: () => ReceivedMetric[];
  close(): Promise<void>;
};

/** The value of an attribute, as text. */
export function attribute({ attributes = [] }: Told, key: string): string | undefined {
  const value = attributes.find((each) => each.key === key)?.value;
  return value && String(Object.values(value)[0]);
}

/** A collector that keeps what it is sent. */
export async function startOtlpReceiver(): Promise<OtlpReceiver> {
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      bodies.push(body);
      response.writeHead(200, { "content-type": "application/json" }).end("{}");
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const sent = () => bodies.map((body) => JSON.parse(body) as Sent);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    raw: () => bodies.join("\n"),
    spans: () =>
      sent().flatMap(({ resourceSpans = [] }) =>
        resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
      ),
    lines: () =>
      sent().flatMap(({ resourceLogs = [] }) =>
        resourceLogs.flatMap(({ scopeLogs }) => scopeLogs.flatMap(({ logRecords }) => logRecords)),
      ),
    metrics: () =>
      sent().flatMap(({ resourceMetrics = [] }) =>
        resourceMetrics.flatMap(({ scopeMetrics }) => scopeMetrics.flatMap(({ metrics }) => metrics)),
      ),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
