import { lazy } from "react";
import { useLoaded } from "#src/features/identity/components/use-loaded.ts";
import type { ProfileFeature } from "#src/features/profile/components/profile-setup.ts";
import type { Profile } from "#src/features/profile/schema.ts";
import { Notice } from "#src/ui/notice.tsx";
import { LateDialog } from "#src/ui/late-dialog.tsx";

// Loaded on demand, because few people are asked.
const ProfileModal = lazy(async () => {
  const { ProfileModal: component } = await import("#src/features/profile/components/profile-modal.tsx");
  return { default: component };
});

type ProfileDialogProps = {
  /** The purpose of filling it in. */
  feature: ProfileFeature;
  onSaved: (profile: Profile) => void;
  onClose: () => void;
};

/** The profile form of the signed-in person, filled with their current profile. */
export function ProfileDialog({ feature, onSaved, onClose }: ProfileDialogProps) {
  const { value: profile, failure } = useLoaded<Profile>("/api/profile");
  if (failure !== null) {
    return (
      <Notice kind="error" title="Your profile did not load">
        <p>{failure.message}</p>
      </Notice>
    );
  }
  if (profile === null) return null;
  return (
    <LateDialog onClose={onClose}>
      <ProfileModal feature={feature} profile={profile} onSaved={onSaved} onClose={onClose} />
    </LateDialog>
  );
}
