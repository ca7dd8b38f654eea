import { type Baseline, differenceWords, saveRun, updateBaseline } from "#tests/bench/baseline.ts";
import budgets from "./budgets.json" with { type: "json" };

export type BudgetKey = keyof typeof budgets;
type Budget = { readonly what: string; readonly unit: string; readonly max?: number; readonly min?: number };

type Row = {
  readonly key: BudgetKey;
  readonly what: string;
  readonly unit: string;
  readonly budget: string;
  /** Null when it could not be measured. */
  readonly measured: number | null;
  readonly verdict: "met" | "over" | "failed" | "";
  readonly note: string;
};

/** What a part of the benchmark hands its figures to. */
export type RecordFigure = (key: BudgetKey, measured: number, note?: string) => void;

const say = (line: string) => process.stdout.write(`${line}\n`);

function budgetOf(key: BudgetKey): Budget {
  return budgets[key];
}

function budgetWords({ max, min }: Budget): string {
  if (max !== undefined && min !== undefined) return `${min} to ${max}`;
  if (max !== undefined) return `≤ ${max}`;
  return min === undefined ? "" : `≥ ${min}`;
}

function verdictOf(measured: number, { max, min }: Budget): Row["verdict"] {
  if (max === undefined && min === undefined) return "";
  return measured <= (max ?? Infinity) && measured >= (min ?? -Infinity) ? "met" : "over";
}

/** Three figures that count, and no more. */
function figure(value: number): string {
  if (Math.abs(value) >= 100) return value.toFixed(0);
  return value.toFixed(Math.abs(value) >= 10 ? 1 : Math.abs(value) >= 1 ? 2 : 3);
}

function table(rows: readonly Row[], baseline: Baseline | null): string {
  const cells = rows.map((row) => [
    row.what,
    row.budget,
    row.measured === null ? "–" : `${figure(row.measured)} ${row.unit}`,
    differenceWords(row.measured, baseline?.measured(row.key) ?? null),
    row.verdict,
    row.note,
  ]);
  const head = ["what", "budget", "measured", "change", "verdict", "how"];
  const widths = head.map((title, column) => Math.max(title.length, ...cells.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd();
  return [line(head), line(widths.map((width) => "─".repeat(width))), ...cells.map(line)].join("\n");
}

/** Collects the figures of a run; prints them as a table and keeps them as JSON. */
export class Report {
  readonly #rows: Row[] = [];
  readonly #left: string[] = [];

  readonly record: RecordFigure = (key, measured, note = "") => {
    const budget = budgetOf(key);
    this.#rows.push({
      key,
      what: budget.what,
      unit: budget.unit,
      budget: budgetWords(budget),
      measured,
      verdict: verdictOf(measured, budget),
      note,
    });
  };

  /** A measurement that could not be made is a row of its own: nothing is left out in silence. */
  fail(keys: readonly BudgetKey[], error: unknown): void {
    const note = (error instanceof Error ? error.message : String(error)).split("\n")[0] ?? "";
    for (const key of keys) {
      if (this.#rows.some((row) => row.key === key)) continue;
      const budget = budgetOf(key);
      this.#rows.push({
        key,
        what: budget.what,
        unit: budget.unit,
        budget: budgetWords(budget),
        measured: null,
        verdict: "failed",
        note,
      });
    }
  }

  leaveOut(what: string): void {
    this.#left.push(what);
  }

  /** Whether every figure could be measured and is within its budget. */
  get isMet(): boolean {
    return this.#rows.every((row) => row.verdict === "met" || row.verdict === "");
  }

  /** Prints the table. `change` is the difference from the baseline. */
  print(baseline: Baseline | null): void {
    say(`\n${table(this.#rows, baseline)}\n`);
    if (baseline) say(`Compared with the run of ${baseline.at} in tests/bench/last.json.`);
    for (const what of this.#left) say(`Left out: ${what}`);
    const over = this.#rows.filter((row) => row.verdict === "over").length;
    const failed = this.#rows.filter((row) => row.verdict === "failed").length;
    say(
      `${over === 0 ? "Every budget that was measured is met." : `${over} over budget.`}${failed > 0 ? ` ${failed} could not be measured.` : ""}`,
    );
  }

  /** Keeps the run as a file of its own, and as the baseline if `isBaseline`. */
  async save(isBaseline: boolean): Promise<void> {
    say(`Written to ${await saveRun(this.#rows, this.#left)}`);
    if (isBaseline) await updateBaseline(this.#rows.filter(({ measured }) => measured !== null));
  }
}
