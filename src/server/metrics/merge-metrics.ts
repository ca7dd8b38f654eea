/** A metric of the text format: its lines of description, and its samples. */
type Block = { readonly head: string; readonly samples: string[] };

const SAMPLE = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/;

/** A sample with one more label. */
function labeled(sample: string, process: string): string {
  return sample.replace(SAMPLE, (_, name: string, labels: string | undefined, value: string) => {
    const all = [`process="${process}"`, ...(labels ? [labels] : [])].join(",");
    return `${name}{${all}} ${value}`;
  });
}

/**
 * The metrics of several processes, by their names, as one answer: each sample is labeled with its process. They are
 * not added up here: a process that is started again counts from nought, which only a series of its own can show.
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
