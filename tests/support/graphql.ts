import type { TestSite } from "#tests/support/test-site.ts";

export type GraphqlAnswer = {
  readonly status: number;
  // oxlint-disable-next-line typescript/no-explicit-any -- what a test asked for, it knows the shape of
  readonly data: any;
  readonly errors: readonly {
    readonly message: string;
    readonly path?: readonly (string | number)[];
    readonly extensions?: Readonly<Record<string, unknown>>;
  }[];
};

/** One GraphQL request through the door. */
export async function ask(
  site: TestSite,
  query: string,
  { as, ...variables }: { as?: string | undefined; [name: string]: unknown } = {},
): Promise<GraphqlAnswer> {
  const answer = await site.post("/graphql", { query, variables }, as);
  const { data, errors = [] } = (await answer.json()) as Partial<GraphqlAnswer>;
  return { status: answer.status, data, errors };
}

/** The codes of what went wrong, in order. */
export const codesOf = ({ errors }: GraphqlAnswer) => errors.map(({ extensions }) => extensions?.["code"]);

/** What a browser sends for a message. */
export const SEND_MESSAGE = `mutation ($chatId: ID!, $text: String!, $clientId: ID!) {
  sendMessage(chatId: $chatId, text: $text, clientId: $clientId) {
    id seq text name avatarUrl createdAt userId system clientId edited deleted hidden
  }
}`;

let sent = 0;

/** Sends a message; a new one unless `clientId` says otherwise. */
export function send(
  site: TestSite,
  as: string | undefined,
  text: string,
  { chatId = "volleyball", clientId = `made here ${(sent += 1)}` } = {},
): Promise<GraphqlAnswer> {
  return ask(site, SEND_MESSAGE, { as, chatId, text, clientId });
}
