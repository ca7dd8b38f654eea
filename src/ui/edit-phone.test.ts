import { describe, expect, test } from "vitest";
import { editPhone } from "#src/ui/edit-phone.ts";

describe("[JOIN-08] the phone field", () => {
  /** Types keys one by one at the caret, as a browser does; `<` is Backspace and `>` is Delete. */
  function type(keys: string, from = { digits: "", shown: "", caret: 0 }) {
    return keys.split("").reduce((field, key) => {
      const { digits, shown, caret } = field;
      if (key === "<")
        return editPhone(digits, shown.slice(0, Math.max(0, caret - 1)) + shown.slice(caret), Math.max(0, caret - 1));
      if (key === ">") return editPhone(digits, shown.slice(0, caret) + shown.slice(caret + 1), caret, true);
      return editPhone(digits, shown.slice(0, caret) + key + shown.slice(caret), caret + 1);
    }, from);
  }

  test("shows dashes while typing and stores digits", () => {
    expect(type("9045550142")).toEqual({ digits: "9045550142", shown: "904-555-0142", caret: 12 });
    expect(type("19045550142").shown).toBe("1-904-555-0142");
    expect(type("904x5").shown).toBe("904-5");
  });

  test("accepts a pasted or autofilled number", () => {
    expect(editPhone("", "+1 (904) 555-0142", 17)).toEqual({
      digits: "19045550142",
      shown: "1-904-555-0142",
      caret: 14,
    });
    expect(editPhone("", "904.555.0142", 12).digits).toBe("9045550142");
  });

  test("the caret stays at its digit in the middle", () => {
    const full = type("9045550142");
    expect(type("7", { ...full, caret: 4 })).toEqual({ digits: "90475550142", shown: "90475550142", caret: 4 });
    expect(type("<7", { ...full, caret: 5 })).toEqual({ digits: "9047550142", shown: "904-755-0142", caret: 5 });
  });

  test("deleting a dash deletes the digit beside it", () => {
    const full = type("9045550142");
    expect(type("<", { ...full, caret: 4 })).toEqual({ digits: "905550142", shown: "905-550-142", caret: 2 });
    expect(type(">", { ...full, caret: 3 })).toEqual({ digits: "904550142", shown: "904-550-142", caret: 3 });
    expect(type("<<<<<<<<<<<", full)).toMatchObject({ digits: "", shown: "" });
  });

  test("a number pasted with one dash fewer is the same number", () => {
    expect(editPhone("9045550142", "904-5550142", 11)).toEqual({
      digits: "9045550142",
      shown: "904-555-0142",
      caret: 12,
    });
  });
});
