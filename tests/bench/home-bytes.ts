import { get, type IncomingMessage } from "node:http";
import type { RecordFigure } from "#tests/bench/report.ts";

/** What a browser that takes brotli is sent for an address: the bytes of the body, before it is unpacked. */
export function sentBytes(url: string): Promise<{ bytes: number; encoding: string }> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { "accept-encoding": "gzip, deflate, br" } }, (response: IncomingMessage) => {
      let bytes = 0;
      response.on("data", (chunk: Buffer) => (bytes += chunk.byteLength));
      response.on("error", reject);
      response.on("end", () => {
        if (response.statusCode !== 200) return reject(new Error(`${url} answers ${response.statusCode}`));
        resolve({ bytes, encoding: response.headers["content-encoding"] ?? "none" });
      });
    }).on("error", reject);
  });
}

function attribute(tag: string, name: string): string | undefined {
  return new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1];
}

// `import "./x.js"`, `import a from "./x.js"`, `export … from "./x.js"`; not `import("./x.js")`, which waits for a need.
const STATIC_IMPORT = /(?:^|[;}\s])(?:import|export)\s*(?:[\w$*{}\s,]+\s*from\s*)?["']([^"'\n]+\.js)["']/g;

function staticImports(source: string, base: string): string[] {
  return [...source.matchAll(STATIC_IMPORT)].flatMap(([, path]) =>
    path === undefined ? [] : new URL(path, base).href,
  );
}

/** Every script and style sheet that a page makes the browser load, static imports followed. */
export async function loadedByPage(url: string): Promise<{ scripts: string[]; styles: string[] }> {
  const html = await (await fetch(url)).text();
  const links = html.match(/<link\b[^>]*>/g) ?? [];
  const hrefs = (rel: string) =>
    links.filter((tag) => attribute(tag, "rel") === rel).flatMap((tag) => attribute(tag, "href") ?? []);
  const scriptTags = [...html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)];
  const waiting = [
    ...hrefs("modulepreload"),
    ...scriptTags.flatMap(([, tag]) => attribute(tag ?? "", "src") ?? []),
    ...scriptTags.flatMap(([, , source]) => staticImports(source ?? "", url)),
    // React Router's own inline script loads the page's modules so.
    ...scriptTags.flatMap(([, , source]) =>
      [...(source ?? "").matchAll(/import\("([^"]+\.js)"\)/g)].flatMap(([, path]) => path ?? []),
    ),
  ].map((path) => new URL(path, url).href);
  const scripts = new Set<string>();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (scripts.has(next)) continue;
    scripts.add(next);
    waiting.push(...staticImports(await (await fetch(next)).text(), next));
  }
  return { scripts: [...scripts], styles: [...new Set(hrefs("stylesheet").map((path) => new URL(path, url).href))] };
}

async function weigh(urls: readonly string[]): Promise<{ kilobytes: number; note: string }> {
  const sent = await Promise.all(urls.map(sentBytes));
  const plain = sent.filter(({ encoding }) => encoding !== "br").length;
  const note = `${urls.length} files${plain > 0 ? `, ${plain} of them NOT in brotli` : ", brotli"}`;
  return { kilobytes: sent.reduce((sum, { bytes }) => sum + bytes, 0) / 1024, note };
}

/** How much script and style the home page makes a browser load. */
export async function measureHomeBytes(origin: string, record: RecordFigure): Promise<void> {
  const { scripts, styles } = await loadedByPage(`${origin}/`);
  const js = await weigh(scripts);
  const css = await weigh(styles);
  if (scripts.length === 0 || styles.length === 0) throw new Error("the home page names no script or no style sheet");
  record("home-js", js.kilobytes, js.note);
  record("home-css", css.kilobytes, css.note);
}
