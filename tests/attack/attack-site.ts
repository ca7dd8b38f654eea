import { Agent, request } from "node:http";
import type { AttackCall, AttackInput } from "#tests/attack/attack-calls.ts";

/** An answer that takes longer hangs. Speed is measured by the bench, on a quiet machine. */
const MOST_MS = 20_000;
const AT_ONCE = 4;

// What only an error of ours, or of the database, would say.
const LEAKS =
  /\n\s+at |node_modules|file:\/\/\/|\.tsx?:\d|\b(?:Syntax|Type|Range|Reference|Zod|Drizzle\w*|Database)Error\b|\bpg_\w+|violates \w+|duplicate key|relation \\?"|syntax error at or near|invalid byte sequence|insert into \\?"|select [\s\S]{1,200} from \\?"|Failed query|ECONN[A-Z]+|\/(?:home|usr|var|tmp)\//;

type AttackAnswer = {
  readonly status: number;
  readonly type: string;
  readonly text: string;
  readonly isStrict: boolean;
  readonly ms: number;
};

/** Sends one request as it is; nothing of it is put right on the way, as a browser or `fetch` would. */
function send(
  url: URL,
  agent: Agent,
  call: AttackCall,
  input: AttackInput,
  token: string | null,
): Promise<AttackAnswer> {
  const started = performance.now();
  const headers = {
    ...input.headers,
    ...(token !== null && { authorization: token }),
    ...(input.body !== null && { "content-length": String(Buffer.byteLength(input.body)) }),
  };
  const { hostname, port } = url;
  return new Promise((resolve, reject) => {
    const sent = request({ agent, hostname, port, method: call.method, path: input.path, headers }, (answer) => {
      const chunks: Buffer[] = [];
      const type = answer.headers["content-type"] ?? "";
      const end = () =>
        resolve({
          status: answer.statusCode ?? 0,
          type,
          text: `${JSON.stringify(answer.headers)}\n${Buffer.concat(chunks).toString()}`,
          isStrict:
            answer.headers["x-content-type-options"] === "nosniff" && "content-security-policy" in answer.headers,
          ms: performance.now() - started,
        });
      answer.on("data", (chunk: Buffer) => {
        chunks.push(chunk);
        // A live line never ends by itself.
        if (type.startsWith("text/event-stream")) sent.destroy();
      });
      answer.on("close", end);
    });
    sent.on("error", reject);
    sent.end(input.body);
  });
}

/** The body of an answer that was written as head and body. */
const bodyOf = ({ text }: AttackAnswer) => text.slice(text.indexOf("\n") + 1);

function faultOfContent(call: AttackCall, input: AttackInput, answer: AttackAnswer): string | null {
  if (!call.answers || !input.isExact) return null;
  const schema = call.answers.get(answer.status);
  if (schema === undefined) return `status ${answer.status} is not declared`;
  if (schema === null) return null;
  if (!answer.type.startsWith("application/json")) return `${answer.type || "nothing"} instead of JSON`;
  const checked = schema.safeParse(JSON.parse(bodyOf(answer)));
  return checked.success ? null : `does not fit what is declared: ${checked.error.issues[0]?.path.join(".")}`;
}

/** What is wrong with an answer, whatever was asked. */
function faultsOf(call: AttackCall, input: AttackInput, answer: AttackAnswer): string[] {
  const faults: string[] = [];
  if (answer.status >= 500 || answer.status < 200) faults.push(`status ${answer.status}`);
  const leak = LEAKS.exec(answer.text)?.[0];
  if (leak !== undefined) faults.push(`says ${JSON.stringify(leak)}`);
  if (!answer.isStrict && input.isExact) faults.push("without the headers that every answer carries");
  // One list under these paths is open to signed-in users.
  const isOpen = call.name === "get /api/pending-join-requests" && input.path.includes("type=socialEvents");
  if (call.isForAdmins && !isOpen && input.sender !== "admin" && input.isExact && answer.status < 400)
    faults.push(`answers ${input.sender}`);
  const content = faultOfContent(call, input, answer);
  if (content !== null) faults.push(content);
  return faults;
}

export type Storm = {
  readonly faults: readonly string[];
  readonly statuses: Record<number, number>;
  readonly slowestMs: number;
};

type StormOptions = {
  readonly url: string;
  readonly requests: readonly { readonly call: AttackCall; readonly input: AttackInput }[];
  /** The Authorization header of a sender, at the moment of the request with this number. */
  readonly tokenOf: (sender: AttackInput["sender"], index: number) => Promise<string | null>;
};

/** Sends all of it, a few at once, and notes every fault with the request that it came from. */
export async function storm({ url, requests, tokenOf }: StormOptions): Promise<Storm> {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  // One request for each kind of fault is enough to find it by.
  const faults = new Map<string, string>();
  const statuses: Record<number, number> = {};
  let slowestMs = 0;
  const slow: { call: AttackCall; input: AttackInput; index: number }[] = [];
  let next = 0;
  const attack = async (call: AttackCall, input: AttackInput, index: number) => {
    const token = await tokenOf(input.sender, index);
    const ask = () => send(new URL(url), agent, call, input, token);
    // A line that the site has just closed for another request is no answer: it is asked again.
    const answer = await ask().catch(ask);
    statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
    const found = faultsOf(call, input, answer);
    slowestMs = Math.max(slowestMs, answer.ms);
    if (answer.ms > MOST_MS) slow.push({ call, input, index });
    for (const fault of found) {
      const example = `#${index} as ${input.sender}: ${describe(input)}\n  ${bodyOf(answer).slice(0, 200)}`;
      faults.set(`${call.name}: ${fault}`, example);
    }
  };
  const worker = async () => {
    for (let index = next++; index < requests.length; index = next++) {
      const { call, input } = requests[index] as (typeof requests)[number];
      await attack(call, input, index).catch((error: unknown) => {
        faults.set(`${call.name}: no answer, ${String(error)}`, `#${index} as ${input.sender}: ${describe(input)}`);
      });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  // A machine that was busy is no fault of an answer: alone, each is quick at least once.
  for (const { call, input, index } of slow) {
    const token = await tokenOf(input.sender, index);
    const ask = async () => (await send(new URL(url), agent, call, input, token)).ms;
    const ms = Math.min(await ask(), await ask(), await ask());
    if (ms > MOST_MS) faults.set(`${call.name}: takes ${Math.round(ms)} ms`, describe(input));
  }
  agent.destroy();
  return { faults: [...faults].map(([fault, example]) => `${fault}\n  ${example}`), statuses, slowestMs };
}

const describe = ({ path, headers, body }: AttackInput) =>
  `${path.slice(0, 300)} ${JSON.stringify(headers).slice(0, 200)} ${JSON.stringify(body?.toString("latin1").slice(0, 400) ?? null)}`;
