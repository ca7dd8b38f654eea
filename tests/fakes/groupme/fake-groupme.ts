import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { ROUTES } from "#tests/fakes/groupme/fake-routes.ts";
import {
  type FakeAnswer,
  type FakeGroup,
  type FakeMessage,
  type FakeState,
  makeMember,
  newId,
  refusedWith,
  say,
  seconds,
} from "#tests/fakes/groupme/fake-state.ts";

const BASE = "/v3";
/** Above this many requests a second people saw 429. */
const REQUESTS_A_SECOND = 10;

/** GroupMe over a socket, for tests: strict where the real one is. */
export type FakeGroupMe = {
  /** The base address, with the version. */
  readonly url: string;
  /** The token that it takes. */
  readonly token: string;
  readonly state: FakeState;
  /** `GET /groups/1/messages`, oldest first. */
  readonly calls: string[];
  /** The most requests that were ever under way at once. */
  readonly mostAtOnce: () => number;
  /** A group whose admin the token's owner is, with one more member. */
  addGroup(name: string): FakeGroup;
  /** Sends a message as a person in the app. */
  say(group: FakeGroup, text: string, more?: Partial<FakeMessage>): FakeMessage;
  ask(group: FakeGroup, nickname: string): string;
  close(): Promise<void>;
};

async function readJson(request: IncomingMessage): Promise<Record<string, unknown> | null> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString("utf8");
  return text === "" ? null : (JSON.parse(text) as Record<string, unknown>);
}

function send(response: ServerResponse, { status, response: body, errors, code, isEmpty }: FakeAnswer): void {
  if (isEmpty || status === 204) return void response.writeHead(status).end();
  // A success leaves `errors` out at one time, a refusal `response` at another.
  const envelope = errors
    ? { meta: { code: code ?? status, errors } }
    : { response: body, meta: { code: code ?? status } };
  response.writeHead(status, { "content-type": "application/json;charset=utf-8" });
  response.end(JSON.stringify(envelope));
}

/** Counts the requests to the fake. */
class FakeDoor {
  readonly token = "fAkE0fAkE0fAkE0fAkE0fAkE0fAkE0fAkE0fAkE0";
  readonly calls: string[] = [];
  readonly #state: FakeState;
  readonly #requestsASecond: number;
  readonly #arrivals: number[] = [];
  #underWay = 0;
  mostAtOnce = 0;

  constructor(state: FakeState, requestsASecond: number) {
    this.#state = state;
    this.#requestsASecond = requestsASecond;
  }

  async answer(request: IncomingMessage): Promise<FakeAnswer> {
    this.#underWay += 1;
    this.mostAtOnce = Math.max(this.mostAtOnce, this.#underWay);
    try {
      return await this.#find(request);
    } catch (error) {
      return refusedWith(500, String(error));
    } finally {
      this.#underWay -= 1;
    }
  }

  async #find(request: IncomingMessage): Promise<FakeAnswer> {
    const { pathname, searchParams: query } = new URL(request.url ?? "", "http://fake");
    const body = await readJson(request);
    const at = performance.now();
    this.#arrivals.push(at);
    while ((this.#arrivals[0] ?? Infinity) < at - 1000) this.#arrivals.shift();
    if (this.#arrivals.length > this.#requestsASecond) return refusedWith(429, "too many requests");
    if (request.headers["x-access-token"] !== this.token)
      return { status: 401, response: null, errors: ["unauthorized"] };
    const path = pathname.startsWith(BASE) ? pathname.slice(BASE.length) : "";
    this.calls.push(`${request.method} ${path}`);
    for (const [method, pattern, run] of ROUTES) {
      const params = method === request.method ? pattern.exec(path) : null;
      if (params) return run({ state: this.#state, query, body, params: params.slice(1) });
    }
    return refusedWith(404, "not found");
  }
}

function addGroup(state: FakeState, name: string): FakeGroup {
  const { user_id, name: owner } = state.me;
  const group: FakeGroup = {
    id: newId(state).slice(-8),
    name,
    createdAt: 1_730_821_439,
    members: [makeMember(state, user_id, owner, ["admin", "owner"]), makeMember(state, "20000002", "Sam Roe")],
    messages: [],
    pending: [],
    events: [],
    isAnnouncement: false,
  };
  state.groups.set(group.id, group);
  return group;
}

function addPending(state: FakeState, group: FakeGroup, nickname: string): string {
  const id = newId(state);
  const user_id = newId(state);
  const timestamp = seconds(state);
  group.pending.push({ id, user_id, nickname, image_url: null, timestamp, state: "requested_pending" });
  return id;
}

export async function startFakeGroupMe({
  now = () => new Date(),
  requestsASecond = REQUESTS_A_SECOND,
}: { now?: () => Date; requestsASecond?: number } = {}): Promise<FakeGroupMe> {
  const state: FakeState = {
    me: { user_id: "20000001", name: "Pat Doe" },
    groups: new Map(),
    now,
    // Longer than a number can hold exactly.
    nextId: 170_000_000_000_000_001n,
  };
  const door = new FakeDoor(state, requestsASecond);
  const server = createServer((request, response) => {
    void door.answer(request).then((made) => send(response, made));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${BASE}`,
    token: door.token,
    state,
    calls: door.calls,
    mostAtOnce: () => door.mostAtOnce,
    addGroup: (name) => addGroup(state, name),
    say: (group, text, more = {}) =>
      say(state, group, { text, user_id: "20000002", sender_id: "20000002", name: "Sam", ...more }),
    ask: (group, nickname) => addPending(state, group, nickname),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
