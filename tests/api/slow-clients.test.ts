import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { createPatientServer, type Patience } from "#src/server/connections.ts";
import { joinForm } from "#tests/support/join-form.ts";
import { until } from "#tests/support/processes.ts";
import { RawConnection } from "#tests/support/raw-connection.ts";
import { startTestSite } from "#tests/support/test-site.ts";

afterEach(() => vi.useRealTimers());

test("[API-01] a body that stops on its way is waited for half a minute, and nothing of it is kept", async () => {
  const site = await startTestSite();
  onTestFinished(() => site.close());
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const reading = Promise.withResolvers<void>();
  const isCancelled = Promise.withResolvers<void>();
  const half = new TextEncoder().encode(JSON.stringify(joinForm()).slice(0, 50));
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        // Once: the rest never comes.
        controller.enqueue(half);
        reading.resolve();
        return new Promise(() => {});
      },
      cancel: () => isCancelled.resolve(),
    },
    { highWaterMark: 0 },
  );
  const headers = { "content-type": "application/json" };
  const answer = site.fetch("/api/join", { method: "POST", body, headers, duplex: "half" } as RequestInit);
  await reading.promise;
  vi.advanceTimersByTime(30_000);
  const { status, headers: head } = await answer;
  expect([status, head.get("connection")]).toEqual([408, "close"]);
  expect(((await (await answer).json()) as { error: string }).error).toBe("too_slow");
  await isCancelled.promise;
});

// Long enough that a busy machine does not make a slow client a silent one.
const QUICK: Patience = { headMs: 60_000, requestMs: 60_000, silenceMs: 2_000, lookEveryMs: 60_000 };

async function listen(server: Server): Promise<string> {
  server.listen(0, "localhost");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return `http://localhost:${(server.address() as AddressInfo).port}`;
}

test("[API-01] a client that stops reading a large response is disconnected; a slow one gets all of it", async () => {
  const bytes = 64 * 1024 * 1024;
  let cutOff = 0;
  const server = createPatientServer((_request, response) => {
    response.on("close", () => (cutOff += response.writableFinished ? 0 : 1));
    response.end(Buffer.alloc(bytes));
  }, QUICK);
  const url = await listen(server);
  const stalled = await RawConnection.open(url);
  stalled.socket.pause();
  stalled.say("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
  await until("the one who does not read is hung up on", () => cutOff === 1);
  let [read, rested] = [0, 0];
  const answer = await fetch(url);
  for await (const chunk of answer.body ?? []) {
    read += chunk.byteLength;
    // In all it takes longer than a silence may last.
    for (; rested < (read / bytes) * 12; rested += 1) await delay(QUICK.silenceMs / 8);
  }
  expect([read, rested, cutOff]).toEqual([bytes, 12, 1]);
});

test("[API-01] a request with two Host headers is refused before anything reads it", async () => {
  const seen: string[] = [];
  const server = createPatientServer((request, response) => {
    seen.push(String(request.headers.host));
    response.setHeader("connection", "close").end();
  }, QUICK);
  const url = await listen(server);
  const answers = ["Host: localhost\r\n", "Host: localhost\r\nHost: evil.example\r\n"].map(async (hosts) => {
    const connection = await RawConnection.open(url);
    connection.say(`GET / HTTP/1.1\r\n${hosts}\r\n`);
    return connection.statusesAtEnd();
  });
  expect(await Promise.all(answers)).toEqual([[200], [400]]);
  expect(seen).toEqual(["localhost"]);
});
