import { lazy, Suspense, useEffect, useState } from "react";
import { memberFetch } from "#src/features/identity/member-fetch.ts";
import type { ProfileFeature } from "#src/features/profile/components/profile-setup.ts";
import type { Profile } from "#src/features/profile/schema.ts";
import { Notice } from "#src/ui/notice.tsx";

// Few are asked, so few load the questions.
const ProfileModal = lazy(async () => {
  const { ProfileModal: component } = await import("#src/features/profile/components/profile-modal.tsx");
  return { default: component };
});

type ProfileDialogProps = {
  /** What it is filled in for. */
  feature: ProfileFeature;
  onSaved: (profile: Profile) => void;
  onClose: () => void;
};

/** The profile form of the signed-in person, filled with their current profile. */
export function ProfileDialog({ feature, onSaved, onClose }: ProfileDialogProps) {
  const [profile, setProfile] = useState<Profile | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => {
    const request = new AbortController();
    void memberFetch<Profile>("/api/profile", { signal: request.signal }).then((answer) => {
      if (request.signal.aborted) return;
      if (answer.ok) setProfile(answer.value);
      else setFailure(answer.message);
    });
    return () => request.abort();
  }, []);
  if (failure !== null) {
    return (
      <Notice kind="error" title="Your profile did not load">
        <p>{failure}</p>
      </Notice>
    );
  }
  if (profile === null) return null;
  return (
    <Suspense>
      <ProfileModal feature={feature} profile={profile} onSaved={onSaved} onClose={onClose} />
    </Suspense>
  );
}
