import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { createRoutesStub, Scripts } from "react-router";
import { expect, test } from "vitest";
import { scriptsLater } from "#src/shared/late-scripts.server.ts";

test("finds and defers React Router's module script and preloads", () => {
  const body = createElement("body", null, createElement(Scripts, { nonce: "secret" }));
  const Page = createRoutesStub([{ path: "/", Component: () => createElement("html", { lang: "en" }, body) }]);
  const html = renderToString(createElement(Page, { initialEntries: ["/"] }));
  expect(html).toMatch(/<link rel="modulepreload"[^>]*href="build\/stub-path-to-module.js"/);
  const later = scriptsLater(html, ' nonce="secret"');
  expect(later).not.toContain('type="module" async=""');
  expect(later).not.toMatch(/<link rel="modulepreload"[^>]*href=/);
  expect(later).toContain('(["build/stub-path-to-module.js"], document.getElementById("late"))');
  expect(later).toContain('type="text/plain" id="late"');
});
