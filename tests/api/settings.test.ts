import { expect, test } from "vitest";
import { readConfig } from "#src/config.server.ts";

test("[PAY-07] the demonstration of payments: outside production, until a service is set up; in production on request", () => {
  const isOn = (settings: Record<string, string>) => readConfig(settings).payments.demonstration;
  expect(isOn({})).toBe(true);
  expect(isOn({ DEMONSTRATION_PAYMENTS: "off" })).toBe(false);
  expect(isOn({ NODE_ENV: "production" })).toBe(false);
  expect(isOn({ NODE_ENV: "production", DEMONSTRATION_PAYMENTS: "on" })).toBe(true);
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

test("[PAY-06] one buy button serves where no other is named", () => {
  const { payments } = readConfig({ STRIPE_BUY_BUTTON_ID: "buy_btn_one", STRIPE_LESSON_BUTTON: "buy_btn_two" });
  expect(payments).toMatchObject({ stripeTestButton: "buy_btn_one", stripeLessonButton: "buy_btn_two" });
});
