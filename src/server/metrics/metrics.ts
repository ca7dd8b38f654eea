import type { Pool } from "pg";
import {
  collectDefaultMetrics,
  Counter,
  Gauge,
  Histogram,
  type MetricObjectWithValues,
  type MetricValue,
  Registry,
} from "prom-client";
import type { App } from "#src/context/app.ts";
import { secondsSinceBackup } from "#src/server/backup/last-backup.ts";
import { type Backlog, readBacklog, UNKNOWN } from "#src/server/metrics/backlog.ts";
import type { LiveHub } from "#src/server/live/hub.ts";
import type { PageCache } from "#src/server/page-cache.ts";

// A cached page takes about a tenth of the first bucket, a rendered one up to the third; at the last, clients have
// given up.
const SECONDS = [0.001, 0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

/**
 * The Prometheus metrics of one process. Labels must not hold values a visitor can choose: each value would be a new
 * series.
 */
export class Metrics {
  readonly #registry = new Registry();
  readonly #requests: Histogram<"method" | "route" | "status">;
  readonly #refreshers: (() => Promise<void>)[] = [];
  #inFlight = 0;

  constructor() {
    this.#requests = new Histogram({
      name: "sandbar_http_request_duration_seconds",
      help: "Time until a request was answered, by the pattern of its address.",
      labelNames: ["method", "route", "status"],
      buckets: SECONDS,
      registers: [this.#registry],
    });
    this.#show("sandbar_http_requests_in_flight", "Requests that are being answered.", () => this.#inFlight);
  }

  /** Memory, CPU, event loop and garbage collection of this process. */
  watchProcess(): void {
    collectDefaultMetrics({ register: this.#registry });
  }

  /** A request started. */
  began(): void {
    this.#inFlight += 1;
  }

  /** A request finished, with its status and duration in milliseconds. */
  answered(method: string, route: string, status: number, milliseconds: number): void {
    this.#inFlight -= 1;
    this.#requests.observe({ method, route, status }, milliseconds / 1000);
  }

  /** Adds a gauge that is read when scraped. */
  #show(name: string, help: string, read: () => number): void {
    const collect = function (this: Gauge) {
      this.set(read());
    };
    this.#registry.registerMetric(new Gauge({ name, help, registers: [], collect }));
  }

  /** Adds a counter that is read when scraped. */
  #showCount(name: string, help: string, read: () => number): void {
    const collect = function (this: Counter) {
      this.reset();
      this.inc(read());
    };
    this.#registry.registerMetric(new Counter({ name, help, registers: [], collect }));
  }

  watchPool(pool: Pool): void {
    this.#show("sandbar_database_pool_connections", "Connections to the database.", () => pool.totalCount);
    this.#show("sandbar_database_pool_idle", "Connections that nobody uses just now.", () => pool.idleCount);
    this.#show("sandbar_database_pool_waiting", "How many wait for a connection.", () => pool.waitingCount);
  }

  watchPages(cache: PageCache, live: LiveHub): void {
    this.#showCount("sandbar_page_cache_hits_total", "Pages served from the cache.", () => cache.counts.hits);
    this.#showCount("sandbar_page_cache_misses_total", "Pages that had to be rendered.", () => cache.counts.misses);
    this.#show("sandbar_page_cache_pages", "Cached pages.", () => cache.counts.pages);
    this.#show("sandbar_page_cache_bytes", "Memory used by cached pages.", () => cache.counts.bytes);
    this.#show("sandbar_live_readers", "Open live streams.", () => live.readers);
  }

  /** Queue lengths in the database, NaN while it is down; plus backlogs stored elsewhere. */
  watchBacklog(app: App): void {
    let backlog: Backlog = UNKNOWN;
    this.#refreshers.push(async () => void (backlog = await readBacklog(app).catch(() => UNKNOWN)));
    this.#show("sandbar_jobs_waiting", "Jobs that are due and not begun.", () => backlog.jobsWaiting);
    this.#show("sandbar_jobs_oldest_seconds", "How long the oldest of them is due.", () => backlog.oldestJobSeconds);
    this.#show("sandbar_mails_waiting", "Mails that are to be sent.", () => backlog.mailsWaiting);
    this.#show("sandbar_mails_failed", "Mails that were given up.", () => backlog.mailsFailed);
    this.#show(
      "sandbar_archive_late_seconds",
      "How long the archive has not taken the database's changes; 0 while it does.",
      () => backlog.archiveLateSeconds,
    );
    let backupAge = Number.NaN;
    this.#refreshers.push(async () => void (backupAge = await secondsSinceBackup(app.config.dataDir)));
    this.#show("sandbar_backup_age_seconds", "How long ago a backup succeeded.", () => backupAge);
  }

  /** All metrics in Prometheus' text format. */
  async text(): Promise<string> {
    await this.#refresh();
    return this.#registry.metrics();
  }

  /** All metrics as values. */
  async values(): Promise<MetricObjectWithValues<MetricValue<string>>[]> {
    await this.#refresh();
    return this.#registry.getMetricsAsJSON();
  }

  async #refresh(): Promise<void> {
    await Promise.all(this.#refreshers.map((refresh) => refresh()));
  }
}
