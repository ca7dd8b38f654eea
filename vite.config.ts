import { reactRouter } from "@react-router/dev/vite";
import { defineConfig } from "vite";

export default defineConfig(({ command }) => ({
  plugins: [reactRouter()],
  publicDir: "assets",
  build: {
    target: "es2022",
    // Every asset is served from memory under an immutable name; inlining would repeat it in each page.
    assetsInlineLimit: 0,
  },
  environments: {
    ssr: {
      build: { rollupOptions: { input: "./src/server/pages.ts" } },
      // React is bundled in its production form, whatever NODE_ENV the site runs under; the database driver is not.
      resolve: command === "build" ? { noExternal: true, external: ["pg", "drizzle-orm", "zod"] } : {},
    },
  },
}));
