import { reactRouter } from "@react-router/dev/vite";
import { type CSSOptions, defineConfig } from "vite";

const HOVER = "(hover: hover)";

const FRAMEWORK = {
  name: "react",
  test: /node_modules\/(react|react-dom|scheduler|react-router|cookie|set-cookie-parser|turbo-stream)\//,
  priority: 3,
};
const SITE = {
  name: "site",
  // Only what the first pages show, named one by one: a group takes along all that its modules use, wherever they are
  // used, so a form's schema among them would bring its library to everybody.
  test: /src\/(ui\/((fonts|global|tokens)\.css|after-paint|button|color-scheme|early-press|empty-state|notice|page|picture|use-hydrated|use-kept-scroll|use-online)|features\/(site\/(?!routes)|events\/(messages|calendar\/rules|components\/(day-list|event-(filter|link|list|media|row|words)|next-events|photo-wall|safe-links|tear-off))|identity\/(id-token|proof-requests|session|components\/(keep-session|session-keeper|use-as-member)))|shared\/(dates|money|choices|pictures))/,
  priority: 2,
};

const EVENT = {
  name: "event",
  // One event's page, where most visits begin: its seven small files cost more than they weigh.
  test: /src\/features\/events\/(components\/(copy-button|event-(action|article|details|facts)|next-action)|rsvps\/components|calendar\/components)/,
  priority: 1,
};

/** Touch screens keep `:hover` on the last element tapped, which then looks selected, so it applies with a mouse only. */
const CSS: CSSOptions = {
  postcss: {
    plugins: [
      {
        postcssPlugin: "hover-by-mouse",
        Rule(rule, { AtRule }) {
          const hovered = rule.selectors.filter((selector) => selector.includes(":hover"));
          const isWrapped = rule.parent?.type === "atrule" && rule.parent.params === HOVER;
          if (hovered.length === 0 || isWrapped) return;
          const others = rule.selectors.filter((selector) => !hovered.includes(selector));
          const wrapped = new AtRule({ name: "media", params: HOVER });
          rule.after(wrapped.append(rule.clone({ selectors: hovered })));
          if (others.length > 0) rule.selectors = others;
          else rule.remove();
        },
      },
    ],
  },
};

/** Loaded on first use, or in development only. Not bundled, so that a start does not read it. */
const LATE = [
  "@aws-sdk/client-cognito-identity-provider",
  "@aws-sdk/client-s3",
  "@opentelemetry/context-async-hooks",
  "@opentelemetry/exporter-logs-otlp-http",
  "@opentelemetry/exporter-metrics-otlp-http",
  "@opentelemetry/exporter-trace-otlp-http",
  "@opentelemetry/resources",
  "@opentelemetry/sdk-logs",
  "@opentelemetry/sdk-metrics",
  "@opentelemetry/sdk-trace",
  "@pothos/core",
  "@simplewebauthn/server",
  "@zxcvbn-ts/core",
  "@zxcvbn-ts/language-common",
  "fontkit",
  "graphql",
  "graphql-yoga",
  "openid-client",
  "sharp",
  "stripe",
  "vite",
];

export default defineConfig(({ command }) => ({
  plugins: [reactRouter()],
  publicDir: "assets",
  css: CSS,
  // React picks its development form at run time unless this is settled when the renderer is built.
  define: command === "build" ? { "process.env.NODE_ENV": '"production"' } : {},
  build: {
    target: "es2022",
    // Every asset is served from memory under an immutable name; inlining would repeat it in each page.
    assetsInlineLimit: 0,
  },
  environments: {
    client: {
      build: {
        // What every page needs in two files instead of twenty: on a phone each request costs more than its bytes.
        rollupOptions: { output: { codeSplitting: { groups: [FRAMEWORK, SITE, EVENT] } } },
      },
    },
    ssr: {
      build: { rollupOptions: { input: { main: "./src/server/main.ts", pages: "./src/server/pages.ts" } } },
      resolve: command === "build" ? { noExternal: true, external: LATE } : {},
    },
  },
}));
