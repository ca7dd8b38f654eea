import {
  type DocumentNode,
  type FragmentDefinitionNode,
  GraphQLError,
  Kind,
  parse,
  type SelectionNode,
  type SelectionSetNode,
  type Source,
} from "graphql";

/** Limits of one request. */
const GRAPHQL_LIMITS = {
  depth: 8,
  fields: 200,
  aliases: 10,
  /** On the query text: longer ones are rejected before parsing. */
  tokens: 1000,
} as const;

type Size = { readonly depth: number; readonly fields: number; readonly aliases: number };

const NOTHING: Size = { depth: 0, fields: 0, aliases: 0 };

const TOO_DEEP = `This is nested too deep: at most ${GRAPHQL_LIMITS.depth} levels.`;

function refuse(message: string): never {
  throw new GraphQLError(message, { extensions: { code: "TOO_COMPLEX" } });
}

/**
 * Measures a document as if its fragments were expanded. Each fragment is measured once, however often it is spread.
 */
class Measure {
  readonly #fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  readonly #sizes = new Map<string, Size>();
  readonly #open = new Set<string>();

  constructor(document: DocumentNode) {
    const fragments = document.definitions.filter((node) => node.kind === Kind.FRAGMENT_DEFINITION);
    this.#fragments = new Map(fragments.map((node) => [node.name.value, node]));
  }

  sizeOf(set: SelectionSetNode | undefined): Size {
    let total = NOTHING;
    for (const selection of set?.selections ?? []) {
      const { depth, fields, aliases } = this.#selection(selection);
      total = {
        depth: Math.max(total.depth, depth),
        fields: total.fields + fields,
        aliases: total.aliases + aliases,
      };
    }
    return total;
  }

  #selection(node: SelectionNode): Size {
    if (node.kind === Kind.INLINE_FRAGMENT) return this.sizeOf(node.selectionSet);
    if (node.kind === Kind.FRAGMENT_SPREAD) return this.#fragment(node.name.value);
    // Introspection has its own rules and is off in production.
    const inside = node.name.value.startsWith("__") ? NOTHING : this.sizeOf(node.selectionSet);
    return {
      depth: inside.depth + 1,
      fields: inside.fields + 1,
      aliases: inside.aliases + (node.alias === undefined ? 0 : 1),
    };
  }

  #fragment(name: string): Size {
    const known = this.#sizes.get(name);
    if (known) return known;
    if (this.#open.has(name)) refuse("A fragment must not contain itself.");
    this.#open.add(name);
    // Validation reports unknown fragments later.
    const size = this.sizeOf(this.#fragments.get(name)?.selectionSet);
    this.#open.delete(name);
    this.#sizes.set(name, size);
    return size;
  }
}

/** Throws a readable error if a document asks for too much. */
export function requireWithinLimits(document: DocumentNode): void {
  const measure = new Measure(document);
  for (const definition of document.definitions) {
    if (definition.kind !== Kind.OPERATION_DEFINITION) continue;
    const { depth, fields, aliases } = measure.sizeOf(definition.selectionSet);
    if (depth > GRAPHQL_LIMITS.depth) refuse(TOO_DEEP);
    if (fields > GRAPHQL_LIMITS.fields)
      refuse(`This asks for too much at once: at most ${GRAPHQL_LIMITS.fields} fields.`);
    if (aliases > GRAPHQL_LIMITS.aliases) refuse(`This has too many aliases: at most ${GRAPHQL_LIMITS.aliases}.`);
  }
}

/** Parses a document that is within the length limit. */
export function parseWithinLimits(source: string | Source): DocumentNode {
  try {
    return parse(source, { maxTokens: GRAPHQL_LIMITS.tokens });
  } catch (error) {
    // The parser recurses once per bracket.
    if (error instanceof RangeError) refuse(TOO_DEEP);
    throw error;
  }
}
