/** One metric of the text format: its description lines and its samples. */
type Block = { readonly head: string; readonly samples: string[] };

const SAMPLE = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/;

/** Adds a label to a sample. */
function labeled(sample: string, process: string): string {
  return sample.replace(SAMPLE, (_, name: string, labels: string | undefined, value: string) => {
    const all = [`process="${process}"`, ...(labels ? [labels] : [])].join(",");
    return `${name}{${all}} ${value}`;
  });
}

/**
 * Merges the metrics of several processes; each sample gets a `process` label. They are not summed: a restarted process
 * counts from zero, which only its own series can show.
 */
export function mergeMetrics(texts: ReadonlyMap<string, string>): string {
  const blocks = new Map<string, Block>();
  for (const [process, text] of texts) {
    for (const part of text.split(/^(?=# HELP )/m)) {
      const [help = "", type = "", ...samples] = part.split("\n").filter(Boolean);
      if (help === "") continue;
      const head = `${help}\n${type}`;
      const block = blocks.get(head) ?? { head, samples: [] };
      blocks.set(head, block);
      block.samples.push(...samples.map((sample) => labeled(sample, process)));
    }
  }
  return [...blocks.values()].map(({ head, samples }) => `${[head, ...samples].join("\n")}\n`).join("\n");
}
