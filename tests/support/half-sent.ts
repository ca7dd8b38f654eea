import { joinForm } from "#tests/support/join-form.ts";
import { until } from "#tests/support/processes.ts";
import { RawConnection } from "#tests/support/raw-connection.ts";

/** A join form of which the site has the head, as its 100 proves, and only the first half of the body. */
export async function sendHalf(url: string) {
  const body = JSON.stringify(joinForm({ email: "slow@example.org", phone: "9049999999" }));
  const connection = await RawConnection.open(url);
  const head = `POST /api/join HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\nexpect: 100-continue\r\n\r\n`;
  connection.say(head + body.slice(0, 100));
  await until("the site has asked for the body", () => connection.heard.includes("100 Continue"));
  return { connection, sendRest: () => connection.say(body.slice(100)) };
}

/** Until a site that was told to stop takes no further connections. */
export const untilClosed = (url: string) =>
  until("the site takes no more connections", async () => {
    const probe = await RawConnection.open(url).catch(() => undefined);
    probe?.socket.destroy();
    return probe === undefined;
  });
