import { expect, test } from "vitest";
import { readConfig } from "#src/config.server.ts";

const PUBLIC = [
  "https://beach.example",
  "http://192.168.1.20:3000",
  "http://0.0.0.0:3000",
  "http://[fd00::1]",
  "http://localhost.evil.example",
];
const OPEN_HOSTS = ["0.0.0.0", "::", "10.0.0.5", "beach.example", "::ffff:10.0.0.5"];
const PRIVATE = [
  "http://localhost:3000",
  "https://sandbar.localhost",
  "http://127.0.0.1:3000",
  "http://127.1",
  "http://[::1]:3000",
];

test("[SAFE-03] an address that others can reach is refused outside production, with what to set", () => {
  for (const NODE_ENV of ["", "development", "test", "Production"]) {
    for (const PUBLIC_URL of PUBLIC)
      expect(() => readConfig({ NODE_ENV, PUBLIC_URL })).toThrow(
        `PUBLIC_URL=${PUBLIC_URL} lets others reach the site, so set NODE_ENV=production`,
      );
    for (const HOST of OPEN_HOSTS)
      expect(() => readConfig({ NODE_ENV, HOST })).toThrow(
        `HOST=${HOST} lets others reach the site, so set NODE_ENV=production`,
      );
  }
  for (const PUBLIC_URL of PUBLIC) expect(readConfig({ NODE_ENV: "production", PUBLIC_URL }).seed).toBe("none");
  for (const HOST of OPEN_HOSTS) expect(readConfig({ NODE_ENV: "production", HOST }).seed).toBe("none");
  for (const PUBLIC_URL of PRIVATE) expect(readConfig({ PUBLIC_URL }).seed).toBe("demo");
  for (const HOST of ["localhost", "127.0.0.1", "127.0.0.53", "::1", "::ffff:127.0.0.1"])
    expect(readConfig({ HOST }).seed).toBe("demo");
});

test("[SAFE-03] nothing of the demo can be asked for in production", () => {
  const production = (settings: Record<string, string>) => () => readConfig({ NODE_ENV: "production", ...settings });
  expect(production({ SEED: "demo" })).toThrow("SEED=demo makes accounts that everybody knows");
  expect(production({ DEMONSTRATION_PAYMENTS: "on" })).toThrow("DEMONSTRATION_PAYMENTS=on gives memberships away");
  expect(production({ NOW: "2026-11-21T15:00:00Z" })).toThrow("NOW fixes the clock");
  expect(production({})().payments.demonstration).toBe(false);
});

test("[PAY-07, SAFE-03] the demonstration of payments: outside production, until a service is set up", () => {
  const isOn = (settings: Record<string, string>) => readConfig(settings).payments.demonstration;
  expect(isOn({})).toBe(true);
  expect(isOn({ DEMONSTRATION_PAYMENTS: "off" })).toBe(false);
  expect(isOn({ DEMONSTRATION_PAYMENTS: "on" })).toBe(true);
  const services: Record<string, string>[] = [
    { STRIPE_PAYMENT_LINK: "https://buy.stripe.com/x" },
    { STRIPE_WEBHOOK_SECRET: "whsec_x" },
    { PROMPT_CASH_TOKEN: "608-x" },
  ];
  for (const service of services) {
    expect(isOn(service)).toBe(false);
    expect(() => isOn({ ...service, DEMONSTRATION_PAYMENTS: "on" })).toThrow("memberships would be given away");
  }
});

test("[DESK-06] a key for refunds needs the webhooks that tell of them", () => {
  const key = "rk_live_ofTheGroup0001";
  expect(() => readConfig({ STRIPE_API_KEY: key })).toThrow("STRIPE_WEBHOOK_SECRET is needed with STRIPE_API_KEY");
  const { payments } = readConfig({ STRIPE_API_KEY: key, STRIPE_WEBHOOK_SECRET: "whsec_x" });
  expect(payments).toMatchObject({ stripeApiKey: key, demonstration: false });
});

test("[PAY-06] one buy button serves where no other is named", () => {
  const { payments } = readConfig({ STRIPE_BUY_BUTTON_ID: "buy_btn_one", STRIPE_LESSON_BUTTON: "buy_btn_two" });
  expect(payments).toMatchObject({ stripeTestButton: "buy_btn_one", stripeLessonButton: "buy_btn_two" });
});

test("[SAFE-08] sign-in with an account elsewhere needs all three settings, over HTTPS, and the site's own user pool", () => {
  const whole = { OIDC_ISSUER: "https://accounts.google.com", OIDC_CLIENT_ID: "id", OIDC_CLIENT_SECRET: "secret" };
  expect(readConfig(whole).openid).toMatchObject({ issuer: whole.OIDC_ISSUER, name: "Google" });
  expect(readConfig({ ...whole, OIDC_NAME: "the club" }).openid?.name).toBe("the club");
  expect(readConfig({}).openid).toBeUndefined();
  for (const name of Object.keys(whole))
    expect(() => readConfig({ ...whole, [name]: "" })).toThrow(`${name} is needed with`);
  expect(() => readConfig({ ...whole, OIDC_ISSUER: "http://id.example.org" })).toThrow("must begin with https://");
  expect(readConfig({ ...whole, OIDC_ISSUER: "http://127.0.0.1:9000" }).openid?.name).toBe("127.0.0.1");
  const pool = { IDENTITY: "cognito", COGNITO_USER_POOL_ID: "us-east-1_AbCdEfGhI", COGNITO_CLIENT_ID: "client" };
  expect(() => readConfig({ ...whole, ...pool })).toThrow("add the provider to the pool");
});
