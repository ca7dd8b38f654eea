// autocannon brings no types; this is the part of it that we use.
declare module "autocannon" {
  export type Request = { method?: string; path?: string; headers?: Record<string, string>; body?: string };

  type Options = {
    url: string;
    connections: number;
    duration?: number;
    amount?: number;
    requests: (Request & { setupRequest?: (request: Request) => Request })[];
  };

  type Result = {
    statusCodeStats: Record<string, { count: number }>;
    errors: number;
    timeouts: number;
    latency: { p50: number; p99: number };
  };

  export default function autocannon(options: Options): Promise<Result>;
}
