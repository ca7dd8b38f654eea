import { useState } from "react";
import { LoadedList } from "#src/features/identity/components/loaded-list.tsx";
import { useMoments } from "#src/ui/moments.ts";
import styles from "#src/features/security/components/security.module.css";
import { Section } from "#src/ui/section.tsx";
import { useLoaded } from "#src/features/identity/components/use-loaded.ts";
import { memberFetch } from "#src/features/identity/member-fetch.ts";
import { PROOF_WORDS } from "#src/features/security/messages.ts";
import type { Device, Devices } from "#src/features/security/schema.ts";
import { signOut } from "#src/features/identity/session.ts";
import { Button } from "#src/ui/button-link.tsx";

const PATH = "/api/account/devices";

const nameOf = ({ name }: Device) => (name === "" ? "Unknown device" : name);

function placeOf({ network, signedInWith }: Device): string {
  const proofs = signedInWith.map((proof) => PROOF_WORDS[proof]).join(", ");
  const ways = proofs === "" ? "" : `Confirmed with ${proofs}`;
  return [network === "" ? "" : `Network ${network}`, ways].filter((part) => part !== "").join(" · ");
}

type DeviceRowProps = { device: Device; isBusy: boolean; onEnd: () => void };

function DeviceRow({ device, isBusy, onEnd }: DeviceRowProps) {
  const { fullMomentWords } = useMoments();
  const name = nameOf(device);
  return (
    <li className={styles.row}>
      <div className={styles.facts}>
        <p className={styles.name}>
          {name}
          {device.isThisDevice && <span className={styles.badge}>This device</span>}
        </p>
        <p className="quiet">
          {device.isThisDevice ? (
            "In use now"
          ) : (
            <>
              Last used <time dateTime={device.lastUsedAt}>{fullMomentWords(device.lastUsedAt)}</time>
            </>
          )}
        </p>
        <p className="quiet">
          Signed in <time dateTime={device.signedInAt}>{fullMomentWords(device.signedInAt)}</time>
        </p>
        <p className="quiet">{placeOf(device)}</p>
      </div>
      <Button variant="quiet" aria-disabled={isBusy || undefined} onClick={onEnd}>
        Sign out<span className="visually-hidden"> {device.isThisDevice ? "this device" : name}</span>
      </Button>
    </li>
  );
}

/** The account's signed-in devices, with buttons to sign them out. */
export function DevicesSection() {
  const devices = useLoaded<Devices>(PATH);
  const [said, setSaid] = useState("");
  const [isBusy, setIsBusy] = useState(false);

  async function end(path: string, done: string): Promise<void> {
    if (isBusy) return;
    setIsBusy(true);
    setSaid("Signing out…");
    const answer = await memberFetch<Devices>(path, { method: "DELETE" });
    setIsBusy(false);
    setSaid(answer.ok ? done : answer.message);
    if (answer.ok) devices.set(answer.value);
    // It ended meanwhile: reload the list.
    else if (answer.status === 404) devices.retry();
  }

  // If the page's own session ended, the page redirects to sign-in by itself.
  const endOne = (device: Device) =>
    device.isThisDevice ? signOut() : end(`${PATH}/${device.id}`, `${nameOf(device)} is signed out.`);

  const hasOthers = (devices.value?.devices.length ?? 0) > 1;
  return (
    <Section
      id="security-devices"
      title="Devices"
      action={
        hasOthers && (
          <Button
            variant="quiet"
            aria-disabled={isBusy || undefined}
            onClick={() => void end(PATH, "Every other device is signed out.")}
          >
            Sign out all other devices
          </Button>
        )
      }
    >
      <p className="quiet">
        Your account is signed in here. If you do not know a device, sign it out. That ends the private calendar address
        that was made on it, too.
      </p>
      <LoadedList loaded={devices}>
        {({ devices: all }) => (
          <ul className={styles.list}>
            {all.map((device) => (
              <DeviceRow key={device.id} device={device} isBusy={isBusy} onEnd={() => void endOne(device)} />
            ))}
          </ul>
        )}
      </LoadedList>
      <p role="status" className="quiet">
        {said}
      </p>
    </Section>
  );
}
