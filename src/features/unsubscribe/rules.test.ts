import { expect, test } from "vitest";
import { faultsOf, isBonfireSeason, NO_ANSWERS, unsubscribePayload } from "#src/features/unsubscribe/rules.ts";

test("[FORM-02] bonfire season is October to February only", () => {
  const months = Array.from({ length: 12 }, (_, index) => String(index + 1).padStart(2, "0"));
  expect(months.filter((month) => isBonfireSeason(`2026-${month}-15`))).toEqual(["01", "02", "10", "11", "12"]);
});

test("[FORM-01] the message includes reason, phone and instagram, and omits unanswered ones", () => {
  const lea = { ...NO_ANSWERS, email: " lea@example.com ", firstName: "Lea", lastName: "Novak", phone: "9045550177" };
  expect(unsubscribePayload(lea)).toEqual({
    email: "lea@example.com",
    firstName: "Lea",
    lastName: "Novak",
    message: "UNSUBSCRIBE | phone: 9045550177",
    formType: "unsubscribe",
  });
  expect(faultsOf(lea)).toEqual({});
  expect(Object.keys(faultsOf({ ...lea, email: "lea@", phone: "" }))).toEqual(["email", "phone"]);
});
