import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { keysOf, pressOf } from "#tests/journeys/actions.ts";
import { type Driver, expressionOf, type OpenTab } from "#tests/journeys/driver.ts";
import { freePort, until } from "#tests/support/processes.ts";

type Size = { readonly width: number; readonly height: number };

// Debian keeps it in a folder of the processor's name.
const MINI_BROWSER = `/usr/lib/${process.arch === "arm64" ? "aarch64" : "x86_64"}-linux-gnu/webkit2gtk-4.1/MiniBrowser`;

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill();
  await once(child, "exit");
}

/** Starts a virtual screen; returns its name for DISPLAY. */
async function startScreen(): Promise<{ display: string; child: ChildProcess }> {
  const child = spawn("Xvfb", ["-displayfd", "1", "-screen", "0", "1600x1200x24", "-nolisten", "tcp"], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  const [number] = (await Promise.race([
    once(child.stdout, "data"),
    once(child, "exit").then(() => Promise.reject(new Error("Xvfb ended before its screen was ready."))),
  ])) as [Buffer];
  return { display: `:${number.toString().trim()}`, child };
}

/** A command of WebDriver, and its value. */
async function command<T>(url: string, body?: object): Promise<T> {
  const init = body && { method: "POST", body: JSON.stringify(body) };
  const answer = await fetch(url, init);
  const { value } = (await answer.json()) as { value: T & { message?: string } };
  if (!answer.ok) throw new Error(value.message);
  return value;
}

function driverAt(session: string): Driver {
  const evaluate = (expression: string) =>
    command<string>(`${session}/execute/sync`, { script: `return ${expression}`, args: [] });
  const act = (actions: object) => command(`${session}/actions`, { actions: [actions] });
  return {
    goto: async (url) => void (await command(`${session}/url`, { url })),
    url: () => command(`${session}/url`),
    run: async (look, ...args) => JSON.parse(await evaluate(expressionOf(look, args))) as never,
    click: async (at) => void (await act(pressOf(at))),
    type: async (text) => void (await act(keysOf(text))),
  };
}

async function resize(session: string, size: Size): Promise<void> {
  await command(`${session}/window/rect`, size);
  const inner = () => driverAt(session).run(() => [window.innerWidth, window.innerHeight]);
  await until("the page has its size", async () => (await inner()).join() === [size.width, size.height].join());
}

/** Starts Debian's WebKitGTK on a virtual screen, driven by WebDriver. Each tab is a browser of its own. */
export async function startWebKit(viewport: Size) {
  const home = await mkdtemp(join(tmpdir(), "sandbar-webkit-"));
  const screen = await startScreen();
  const children: ChildProcess[] = [];
  const open: OpenTab = async () => {
    const port = await freePort();
    // Drawn by the processor: there is no graphics card.
    const env = { ...process.env, HOME: home, DISPLAY: screen.display, WEBKIT_DISABLE_DMABUF_RENDERER: "1" };
    const child = spawn("WebKitWebDriver", [`--port=${port}`], { env, stdio: "ignore" });
    children.push(child);
    const url = `http://127.0.0.1:${port}`;
    await until("WebKit can be driven", () =>
      fetch(`${url}/status`).then(
        ({ ok }) => ok,
        () => false,
      ),
    );
    // A toolbar would make the window wider than a phone.
    const browser = { binary: MINI_BROWSER, args: ["--automation", "--full-screen"] };
    const { sessionId } = await command<{ sessionId: string }>(`${url}/session`, {
      capabilities: { alwaysMatch: { "webkitgtk:browserOptions": browser } },
    });
    const session = `${url}/session/${sessionId}`;
    await resize(session, viewport);
    return driverAt(session);
  };
  return {
    open,
    async close() {
      await Promise.all(children.map(end));
      await end(screen.child);
      await rm(home, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
