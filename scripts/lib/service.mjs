import { existsSync, readdirSync, readFileSync, realpathSync } from "node:fs";
import { userInfo } from "node:os";
import { PlainError, ROOT } from "./steps.mjs";

const UNIT = "/etc/systemd/system/sandbar@.service";

const unquote = (value) => value.replace(/^(["'])(.*)\1$/, "$2");

function assignments(words) {
  return words.flatMap((word) => {
    const [, name, value] = /^([A-Za-z_]\w*)=(.*)$/s.exec(word) ?? [];
    return name ? [[name, unquote(value)]] : [];
  });
}

/** The lines of a unit with what `systemctl edit` added. */
function unitLines(unit) {
  const changes = `${unit}.d`;
  const added = existsSync(changes)
    ? readdirSync(changes)
        .filter((name) => name.endsWith(".conf"))
        .sort()
    : [];
  const files = [unit, ...added.map((name) => `${changes}/${name}`)];
  return files.flatMap((file) => readFileSync(file, "utf8").split("\n"));
}

/** What the unit says of the site: who runs it, from which folder, with which settings. */
function readUnit(unit) {
  const values = (name) =>
    unitLines(unit).flatMap((line) => (line.startsWith(`${name}=`) ? [line.slice(name.length + 1).trim()] : []));
  return {
    user: values("User").at(-1),
    group: values("Group").at(-1),
    folder: values("WorkingDirectory").at(-1),
    environment: values("Environment").flatMap((line) =>
      assignments((line.match(/(?:[^\s"']|"[^"]*"|'[^']*')+/g) ?? []).map(unquote)),
    ),
    files: values("EnvironmentFile"),
  };
}

function readSettingsFile(name) {
  const file = name.replace(/^-/, "");
  if (name.startsWith("-") && !existsSync(file)) return [];
  const lines = readFileSync(file, "utf8")
    .split("\n")
    .map((line) => line.trim());
  return assignments(lines.filter((line) => line !== "" && !/^[#;]/.test(line)));
}

/** Goes on as this account, as systemd would have it start. What npm says of root's settings is not for it. */
function become(user, group) {
  for (const name of Object.keys(process.env)) if (/^npm_config_/i.test(name)) delete process.env[name];
  process.initgroups(user, group);
  process.setgid(group);
  process.setuid(user);
  Object.assign(process.env, { HOME: userInfo().homedir, USER: user, LOGNAME: user });
  process.umask(0o077);
}

/** Whether the unit runs the code here: through a link that names the current release. */
const isHere = (folder) => existsSync(folder) && realpathSync(folder) === realpathSync(ROOT);

/**
 * Goes on with the settings and as the account of the installed service, where this is its folder and nobody named another
 * database or folder of data. Otherwise changes nothing.
 */
export function actForService(what, unit = UNIT) {
  if (process.env.DATA_DIR || process.env.DATABASE_URL || !existsSync(unit)) return;
  const { user, group = user, folder, environment, files } = readUnit(unit);
  if (!user || !folder || !isHere(folder)) return;
  if (process.getuid() !== 0)
    throw new PlainError(`This is the folder of the installed service: run it as root (sudo ${what}).`);
  const settings = Object.fromEntries([...environment, ...files.flatMap(readSettingsFile)]);
  become(user, group);
  Object.assign(process.env, settings);
}
