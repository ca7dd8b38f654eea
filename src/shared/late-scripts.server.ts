// Delays hydration scripts until the hero image has loaded, the first interaction, or two seconds. On a phone's
// connection their 110 KB would compete with the image. Signed-in visitors get the scripts at once. Measured in
// docs/decisions/0026.

const WAITS_MS = 2000;

/** Runs in the browser, as text. The module script stays inert text until then; its CSP hash allows it. */
const begin = `((files, late) => {
  const begin = () => {
    if (!late.isConnected) return;
    for (const href of files) document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href }));
    late.replaceWith(Object.assign(document.createElement("script"), { type: "module", textContent: late.textContent }));
  };
  if (document.documentElement.hasAttribute("data-signed-in")) return begin();
  const painted = new Promise((resolve) => {
    new PerformanceObserver((list) => {
      if (list.getEntriesByName("first-contentful-paint").length > 0) resolve();
    }).observe({ type: "paint", buffered: true });
  });
  const picture = document.querySelector('img[fetchpriority="high"]');
  const loaded = new Promise((resolve) => {
    if (!picture || picture.complete) resolve();
    else for (const kind of ["load", "error"]) picture.addEventListener(kind, resolve);
  });
  Promise.all([painted, loaded]).then(begin);
  for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, begin, { once: true, capture: true });
  setTimeout(begin, ${WAITS_MS});
})`;

const PRELOAD = /<link rel="modulepreload"[^>]*href="([^"]*)"[^>]*>/g;
const MODULE = /<script([^>]*) type="module" async="">/;

/** Returns the page with deferred scripts. `nonceAttribute` marks a script as ours. */
export function scriptsLater(html: string, nonceAttribute: string): string {
  const files: string[] = [];
  const rest = html.replace(PRELOAD, (_link, href: string) => {
    files.push(href);
    return "";
  });
  return rest
    .replace(MODULE, '<script$1 type="text/plain" id="late">')
    .replace(
      "</body>",
      `<script${nonceAttribute}>${begin}(${JSON.stringify(files)}, document.getElementById("late"))</script></body>`,
    );
}
