import { expect, test } from "vitest";
import { readConfig } from "#src/config.server.ts";
import { startWarnings } from "#src/server/start-warnings.ts";

const warned = (settings: Record<string, string>) =>
  startWarnings(readConfig({ NODE_ENV: "production", PUBLIC_URL: "https://group.example", ...settings })).map(
    (line) => line.split(" ")[0],
  );

test("a public site with an untrusted proxy or without a mail server gets a startup warning", () => {
  expect(warned({})).toEqual(["TRUST_PROXY", "MAILER"]);
  const whole = { TRUST_PROXY: "1", MAILER: "smtp", SMTP_URL: "smtp://127.0.0.1:25" };
  expect(warned(whole)).toEqual(["MAIL_FROM"]);
  expect(warned({ ...whole, MAIL_FROM: "Friends <hello@group.example>" })).toEqual([]);
  expect(warned({ NODE_ENV: "development", PUBLIC_URL: "http://localhost:3000" })).toEqual([]);
});
