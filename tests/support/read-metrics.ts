export type Sample = {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
};

/** The samples of an answer in the text format of Prometheus. Throws where a line is none. */
export function readMetrics(text: string): Sample[] {
  const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return lines.map((line) => {
    const [, name, labels = "", value] = /^([a-z_:][\w:]*)(?:\{(.*)\})? (\S+)$/i.exec(line) ?? [];
    if (name === undefined || value === undefined) throw new Error(`This is no sample: ${line}`);
    const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, key = "", told = ""]) => [key, told]);
    return { name, labels: Object.fromEntries(pairs), value: Number(value) };
  });
}

/** The samples of this name and, where they are told, these labels. */
export function samplesOf(samples: readonly Sample[], name: string, labels: Record<string, string> = {}): Sample[] {
  const isAsked = (sample: Sample) => Object.entries(labels).every(([key, value]) => sample.labels[key] === value);
  return samples.filter((sample) => sample.name === name && isAsked(sample));
}

export const sumOf = (samples: readonly Sample[]) => samples.reduce((sum, { value }) => sum + value, 0);
