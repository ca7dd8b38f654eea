// autocannon brings no types; this is the part of it that we use.
declare module "autocannon" {
  export type Request = { method?: string; path?: string; headers?: Record<string, string>; body?: string };

  type Options = {
    url: string;
    connections: number;
    duration?: number;
    amount?: number;
    overallRate?: number;
    requests: (Request & { setupRequest?: (request: Request) => Request })[];
  };

  type Result = {
    statusCodeStats: Record<string, { count: number }>;
    errors: number;
    timeouts: number;
    latency: { p50: number };
  };

  type Run = PromiseLike<Result> & {
    on(event: "response", hear: (client: unknown, status: number, bytes: number, ms: number) => void): unknown;
  };

  export default function autocannon(options: Options): Run;
}
