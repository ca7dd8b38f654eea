import { type Attributes, type HrTime, ValueType } from "@opentelemetry/api";
import type { Resource } from "@opentelemetry/resources";
import {
  AggregationTemporality,
  type DataPoint,
  DataPointType,
  type Histogram,
  type MetricData,
  type MetricProducer,
} from "@opentelemetry/sdk-metrics";
import type { MetricObjectWithValues, MetricValue } from "prom-client";
import type { Metrics } from "#src/server/metrics/metrics.ts";

type Values = MetricObjectWithValues<MetricValue<string>>;
/** A sample; those of histograms name their part, such as `…_bucket`. */
type Sample = MetricValue<string> & { readonly metricName?: string };

/** OpenTelemetry's time format: seconds and nanoseconds. */
const hrTime = (milliseconds: number): HrTime => [
  Math.floor(milliseconds / 1000),
  Math.floor((milliseconds % 1000) * 1_000_000),
];

/** Labels without the bucket bound (`le`). */
function attributesOf({ labels }: Sample): Attributes {
  return Object.fromEntries(Object.entries(labels).filter(([name]) => name !== "le"));
}

/** Converts one series' buckets: Prometheus buckets are cumulative, OpenTelemetry's are not. */
function histogramOf(samples: readonly Sample[]): Histogram {
  const part = (end: string) => samples.filter(({ metricName = "" }) => metricName.endsWith(end));
  const buckets = part("_bucket").map(({ labels, value }) => ({ bound: Number(labels["le"]), below: value }));
  const bounded = buckets.filter(({ bound }) => Number.isFinite(bound));
  const count = part("_count")[0]?.value ?? 0;
  const totals = [...bounded.map(({ below }) => below), count];
  return {
    buckets: {
      boundaries: bounded.map(({ bound }) => bound),
      counts: totals.map((total, index) => total - (totals[index - 1] ?? 0)),
    },
    sum: part("_sum")[0]?.value ?? 0,
    count,
  };
}

function translate({ name, help, type, values }: Values, startTime: HrTime, endTime: HrTime): MetricData {
  const common = {
    descriptor: { name, description: help, unit: "", valueType: ValueType.DOUBLE },
    aggregationTemporality: AggregationTemporality.CUMULATIVE,
  };
  const at = { startTime, endTime };
  if (String(type) === "histogram") {
    const series = Map.groupBy(values as Sample[], (sample) => JSON.stringify(attributesOf(sample)));
    const dataPoints = [...series.values()].map((samples): DataPoint<Histogram> => ({
      ...at,
      attributes: samples[0] ? attributesOf(samples[0]) : {},
      value: histogramOf(samples),
    }));
    return { ...common, dataPointType: DataPointType.HISTOGRAM, dataPoints };
  }
  // Prometheus shows unknown values as NaN; OpenTelemetry omits them.
  const dataPoints = values
    .filter(({ value }) => Number.isFinite(value))
    .map((sample) => ({ ...at, attributes: attributesOf(sample), value: sample.value }));
  if (String(type) === "counter") return { ...common, dataPointType: DataPointType.SUM, dataPoints, isMonotonic: true };
  return { ...common, dataPointType: DataPointType.GAUGE, dataPoints };
}

/** Exports the /metrics registry to OpenTelemetry, so nothing is counted twice. */
export function metricProducer(metrics: Metrics, resource: Resource): MetricProducer {
  const startTime = hrTime(Date.now());
  return {
    async collect() {
      const all = await metrics.values();
      const endTime = hrTime(Date.now());
      const translated = all.map((values) => translate(values, startTime, endTime));
      const scope = { name: "sandbar" };
      return { resourceMetrics: { resource, scopeMetrics: [{ scope, metrics: translated }] }, errors: [] };
    },
  };
}
