import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { keysOf, pressOf } from "#tests/journeys/actions.ts";
import { type Driver, expressionOf, type OpenTab } from "#tests/journeys/driver.ts";

const LISTENING = /WebDriver BiDi listening on (ws:\S+)/;

type Answer = { id?: number; result?: unknown; error?: string; message?: string };
type Send = <T>(method: string, params?: object) => Promise<T>;

/** A WebDriver BiDi connection: commands and their answers. */
async function connectBiDi(url: string): Promise<{ send: Send; close(): void }> {
  const socket = new WebSocket(url);
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  socket.addEventListener("message", ({ data }) => {
    const { id, result, error, message } = JSON.parse(String(data)) as Answer;
    const call = id === undefined ? undefined : waiting.get(id);
    if (error === undefined) call?.resolve(result);
    else call?.reject(new Error(`${error}: ${message}`));
  });
  await once(socket, "open");
  let last = 0;
  const send = <T>(method: string, params: object = {}) => {
    last += 1;
    const call = Promise.withResolvers<unknown>();
    waiting.set(last, call);
    socket.send(JSON.stringify({ id: last, method, params }));
    return call.promise as Promise<T>;
  };
  return { send, close: () => socket.close() };
}

async function openTab(send: Send, viewport: { width: number; height: number }): Promise<Driver> {
  const { userContext } = await send<{ userContext: string }>("browser.createUserContext");
  const { context } = await send<{ context: string }>("browsingContext.create", { type: "window", userContext });
  await send("browsingContext.setViewport", { context, viewport });
  const evaluate = async (expression: string): Promise<string> => {
    const answer = await send<{ type: string; result: { value: string }; exceptionDetails?: { text: string } }>(
      "script.evaluate",
      { expression, target: { context }, awaitPromise: false },
    );
    if (answer.type !== "success") throw new Error(answer.exceptionDetails?.text);
    return answer.result.value;
  };
  const act = (actions: object) => send("input.performActions", { context, actions: [actions] });
  return {
    goto: (url) => send("browsingContext.navigate", { context, url, wait: "complete" }),
    url: () => evaluate("location.href"),
    run: async (look, ...args) => JSON.parse(await evaluate(expressionOf(look, args))) as never,
    click: async (at) => void (await act(pressOf(at))),
    type: async (text) => void (await act(keysOf(text))),
  };
}

/** Starts Debian's Firefox without a window, driven by WebDriver BiDi. */
export async function startFirefox(viewport: { width: number; height: number }) {
  const profile = await mkdtemp(join(tmpdir(), "sandbar-firefox-"));
  const child = spawn(
    "firefox-esr",
    ["--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", "0"],
    { env: { ...process.env, HOME: profile, MOZ_DISABLE_CONTENT_SANDBOX: "1" }, stdio: ["ignore", "ignore", "pipe"] },
  );
  const listening = Promise.withResolvers<string>();
  let said = "";
  child.stderr.on("data", (chunk: Buffer) => {
    said += chunk.toString();
    const url = LISTENING.exec(said)?.[1];
    if (url !== undefined) listening.resolve(url);
  });
  child.on("error", listening.reject);
  child.on("exit", () => listening.reject(new Error(`Firefox ended before it could be driven:\n${said}`)));
  const session = await connectBiDi(`${await listening.promise}/session`);
  const { send } = session;
  await send("session.new", { capabilities: {} });
  const open: OpenTab = () => openTab(send, viewport);
  return {
    open,
    async close() {
      session.close();
      child.kill();
      if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
