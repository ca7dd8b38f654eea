import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

const DRIZZLE = "node_modules/drizzle-orm";

test("Drizzle's modules are what quick-imports.mjs takes them for: ES modules that import each other by file name", () => {
  const { type } = JSON.parse(readFileSync(`${DRIZZLE}/package.json`, "utf8")) as { type: string };
  expect(type).toBe("module");
  const files = globSync(`${DRIZZLE}/{*,pg-core,pg-core/**,node-postgres,sql,sql/**}.js`);
  expect(files.length).toBeGreaterThan(20);
  const lost = files.flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(/^(?:import|export)[^"'\n]*from ["'](\.[^"']+)["']/gm)].flatMap(([, to]) =>
      to !== undefined && existsSync(join(dirname(file), to)) ? [] : `${file}: ${to}`,
    ),
  );
  expect(lost).toEqual([]);
});
