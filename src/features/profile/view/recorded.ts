import type { Recorded, RecordedMethods } from "#src/features/profile/queries/recorded-data.server.ts";
import type { ProfileExport } from "#src/features/profile/schema.ts";
import { iso, isoOrNull } from "#src/features/profile/view/profile.ts";
import { storedNames } from "#src/shared/pictures-uploaded.ts";

/** Sign-in methods for the export: no key, secret or code. */
export function viewMethods({ passkeys, apps, codes, providers }: RecordedMethods): ProfileExport["signInMethods"] {
  return {
    passkeys: passkeys.map(({ name, isBackedUp, createdAt, usedAt }) => ({
      name,
      isBackedUp,
      addedAt: iso(createdAt),
      usedAt: isoOrNull(usedAt),
    })),
    authenticatorApps: apps.map(({ createdAt, confirmedAt, usedAt }) => ({
      addedAt: iso(createdAt),
      confirmedAt: isoOrNull(confirmedAt),
      usedAt: isoOrNull(usedAt),
    })),
    recoveryCodes: codes.map(({ createdAt, usedAt }) => ({ madeAt: iso(createdAt), usedAt: isoOrNull(usedAt) })),
    providers: providers.map(({ issuer, subject, createdAt }) => ({ issuer, subject, connectedAt: iso(createdAt) })),
  };
}

type RecordedView = Pick<
  ProfileExport,
  | "uploads"
  | "photoRequests"
  | "chatRequests"
  | "securityLog"
  | "organizersLog"
  | "organizersNotes"
  | "organizersTags"
  | "hostIds"
>;

/** The recorded data of a person, for their export. */
export function viewRecorded(rows: Recorded, publicUrl: string): RecordedView {
  const { uploads, photos, takedowns, asked, security, log, notes, tags, proofs } = rows;
  return {
    uploads: uploads
      .filter(({ deletedAt }) => deletedAt === null)
      .map(({ key, kind, createdAt }) => ({
        kind,
        addedAt: iso(createdAt),
        eventIds: photos.filter((photo) => photo.key === key).map(({ eventId }) => eventId),
        // The largest stored variant.
        url: `${publicUrl}/images/${storedNames(key).at(-1) ?? key}`,
      })),
    photoRequests: takedowns.map(({ eventId, reason, email, status, createdAt }) => ({
      eventId,
      reason,
      email,
      status,
      createdAt: iso(createdAt),
    })),
    chatRequests: asked.map(({ nickname, phone, email, requestedAt, decision }) => ({
      nickname,
      phone,
      email,
      requestedAt: iso(requestedAt),
      decision,
    })),
    securityLog: security.map(({ kind, device, network, detail, at }) => ({
      kind,
      device,
      network,
      detail,
      at: iso(at),
    })),
    organizersLog: log.map(({ action, createdAt, undoneAt, before, after, isTheirs }) => ({
      action,
      createdAt: iso(createdAt),
      undoneAt: isoOrNull(undoneAt),
      before: isTheirs ? before : null,
      after: isTheirs ? after : null,
    })),
    organizersNotes: notes.map(({ text, createdAt }) => ({ text, createdAt: iso(createdAt) })),
    organizersTags: tags.map(({ tag, taggedAt }) => ({ tag, taggedAt: iso(taggedAt) })),
    hostIds: proofs.map(({ label, createdAt, revokedAt }) => ({
      label,
      createdAt: iso(createdAt),
      revokedAt: isoOrNull(revokedAt),
    })),
  };
}
