import { expect, onTestFinished, test } from "vitest";
import { roll, sparePort } from "../../scripts/lib/roll.mjs";
import { sendHalf } from "#tests/support/half-sent.ts";
import { joinForm } from "#tests/support/join-form.ts";
import { until } from "#tests/support/processes.ts";
import { makeTwoReleases } from "#tests/support/two-releases.ts";

type Releases = Awaited<ReturnType<typeof makeTwoReleases>>;

const READERS = 2;
const WRITERS = 2;

/** People who read and join through the proxy until `end`; how many answers they got, and each that was none. */
function keepAsking({ url }: Releases) {
  const asking = new AbortController();
  const errors: string[] = [];
  let answers = 0;
  const ask = async (what: string, request: Promise<Response>) => {
    const failed = (why: unknown) => errors.push(`${what}: ${String(why)}`);
    await request.then(async (answer) => {
      await answer.arrayBuffer();
      if (answer.ok) answers += 1;
      else failed(answer.status);
    }, failed);
  };
  const read = async () => {
    while (!asking.signal.aborted)
      // As somebody who is signed in, whom nginx answers nothing by itself.
      for (const path of ["/events", "/api/social-events"])
        await ask(path, fetch(url + path, { headers: { cookie: "sandbar_session=1" } }));
  };
  const write = async (number: number) => {
    for (let index = 0; !asking.signal.aborted; index += 1) {
      const person = {
        email: `w${number}-${index}@example.org`,
        phone: `904${number}${String(index).padStart(6, "0")}`,
      };
      const body = JSON.stringify(joinForm(person));
      const headers = { "content-type": "application/json" };
      await ask("join", fetch(`${url}/api/join`, { method: "POST", headers, body }));
    }
  };
  const all = [
    ...Array.from({ length: READERS }, read),
    ...Array.from({ length: WRITERS }, (_, index) => write(index + 2)),
  ];
  return {
    errors,
    answers: () => answers,
    async end() {
      asking.abort();
      await Promise.all(all);
    },
  };
}

test("[OPS-03] two instances change to another release and back, one by one, while people read and join: no request fails", async () => {
  const site = await makeTwoReleases();
  onTestFinished(() => site.close());
  const [first, second, spare] = site.ports;
  const people = keepAsking(site);
  onTestFinished(() => people.end());
  await until("people get answers", () => people.answers() > 100, 60_000);

  const told: number[] = [];
  const slow: number[] = [];
  const stop = async (port: number) => {
    told.push(port);
    if (port !== first) return site.instances.stop(port);
    const half = await sendHalf(`http://127.0.0.1:${port}`);
    const stopped = site.instances.stop(port);
    // The request that is under way gets its second half only now.
    half.sendRest();
    await stopped;
    slow.push(...(await half.connection.statusesAtEnd()));
  };
  site.choose("newer");
  const replaced: number[] = [];
  await roll({ ports: [first, second], spare }, { ...site.instances, stop }, (port) => replaced.push(port));
  expect([told, replaced]).toEqual([
    [first, second],
    [spare, first],
  ]);
  expect(slow).toEqual([100, 200]);
  const between = people.answers();
  await until("people get answers of the newer one", () => people.answers() > between + 100, 60_000);

  // In the middle of the way back pages of both releases are out, and their files are had from either.
  site.choose("older");
  await roll({ ports: [spare], spare: second }, site.instances);
  for (const name of ["older", "newer"])
    await until(`${name}.js is had whichever instance is asked first`, async () => {
      const asked = Array.from({ length: 6 }, () => fetch(`${site.url}/assets/${name}.js`));
      return (await Promise.all(asked)).every(({ ok }) => ok);
    });
  await roll({ ports: [first], spare }, site.instances);
  const after = people.answers();
  await until("people get answers of the older one", () => people.answers() > after + 100, 60_000);
  await people.end();
  expect(people.errors).toEqual([]);
  // Each finished in order.
  expect(site.ends).toEqual([0, 0, 0, 0]);
}, 480_000);

test("[OPS-03] a release that does not start leaves the running one alone", async () => {
  const calls: string[] = [];
  const instances = {
    start: async (port: number) => {
      calls.push(`start ${port}`);
      throw new Error("It ended with code 1.");
    },
    stop: async (port: number) => void calls.push(`stop ${port}`),
  };
  const ports = [3000, 3001];
  await expect(roll({ ports, spare: sparePort(ports) }, instances)).rejects.toThrow("It ended with code 1.");
  expect(calls).toEqual(["start 3002", "stop 3002"]);
});
