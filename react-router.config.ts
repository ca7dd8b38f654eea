import type { Config } from "@react-router/dev/config";

export default {
  appDirectory: "src",
  // The whole route manifest is one small immutable file: no extra request, and it works from any cache.
  routeDiscovery: { mode: "initial" },
  serverBuildFile: "[name].js",
} satisfies Config;
