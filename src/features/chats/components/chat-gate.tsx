import { useState } from "react";
import { useLocation } from "react-router";
import { LOG_IN_FOR_CHATS } from "#src/features/chats/messages.ts";
import styles from "#src/features/chats/components/chat-gate.module.css";
import { useLoaded } from "#src/features/identity/components/use-loaded.ts";
import { ProfileDialog } from "#src/features/profile/components/profile-dialog.tsx";
import type { Profile } from "#src/features/profile/schema.ts";
import type { Failure } from "#src/shared/result.ts";
import { Button, ButtonLink } from "#src/ui/button-link.tsx";
import { EmptyState } from "#src/ui/empty-state.tsx";
import { Notice } from "#src/ui/notice.tsx";

/** Says that chats need a sign-in, and links to it; sign-in returns here. */
export function LoginNotice() {
  const { pathname } = useLocation();
  return (
    <div className={styles.gate}>
      <Notice kind="warning" title="Sign in first">
        <p>{LOG_IN_FOR_CHATS}</p>
      </Notice>
      <ButtonLink to={`/login?${new URLSearchParams({ next: pathname })}`}>Sign in</ButtonLink>
    </div>
  );
}

function ProfilePrompt({ onSaved }: PromptProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <EmptyState
      picture="joined"
      title="Complete your profile first"
      text="The chats are for people the organizers can reach. Add your phone number, answer two questions, and you’re in."
    >
      <Button onClick={() => setIsOpen(true)}>Complete your profile</Button>
      {isOpen && (
        <ProfileDialog
          feature="chats"
          onClose={() => setIsOpen(false)}
          onSaved={(profile) => {
            setIsOpen(false);
            onSaved(profile);
          }}
        />
      )}
    </EmptyState>
  );
}

function SubscribePrompt() {
  return (
    <EmptyState
      picture="joined"
      title="The chats are for members"
      text="Subscribe to read and write. Events stay open to you as they are."
    >
      <ButtonLink to="/subscribe">Subscribe</ButtonLink>
      <ButtonLink to="/events" variant="quiet">
        See events
      </ButtonLink>
    </EmptyState>
  );
}

type PromptProps = { onSaved: (profile: Profile) => void };

/** What a person must complete before they can read chats. */
export function ChatPrompt({ needs, onSaved }: PromptProps & { needs: "profile" | "subscribe" }) {
  return needs === "profile" ? <ProfilePrompt onSaved={onSaved} /> : <SubscribePrompt />;
}

/** What a refused person must complete first. */
function Missing({ failure, onRetry }: ChatFailureProps) {
  // If the profile cannot be loaded, shows the chats' failure.
  const { value: profile, failure: unread } = useLoaded<Profile>("/api/profile");
  if (!profile && !unread) return <p className={styles.waiting}>One moment…</p>;
  if (profile && profile.chatAccess !== "allowed") return <ChatPrompt needs={profile.chatAccess} onSaved={onRetry} />;
  return profile ? <Removed words={failure.message} /> : <ErrorAlert title="Error" {...failure} onRetry={onRetry} />;
}

/** Shown to a person who was removed from this chat. */
function Removed({ words }: { words: string }) {
  return (
    <div className={styles.gate}>
      <Notice kind="warning" title="This chat is closed to you">
        <p>{words}</p>
      </Notice>
      <ButtonLink to="/support">Write to the organizers</ButtonLink>
      <ButtonLink to="/chats" variant="quiet">
        See all chats
      </ButtonLink>
    </div>
  );
}

function ErrorAlert({ title, message, onRetry }: { title: string; message: string; onRetry: () => void }) {
  return (
    <div className={styles.gate}>
      <Notice kind="error" title={title}>
        <p>{message}</p>
      </Notice>
      <Button variant="quiet" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}

type ChatFailureProps = {
  failure: Failure;
  onRetry: () => void;
};

/** Explains why the chat is not shown, and what to do. */
export function ChatFailure({ failure, onRetry, otherwise }: ChatFailureProps & { otherwise?: string }) {
  if (failure.code === "unauthenticated") return <LoginNotice />;
  if (failure.code === "forbidden") return <Missing failure={failure} onRetry={onRetry} />;
  return <ErrorAlert title="Error" message={otherwise ?? failure.message} onRetry={onRetry} />;
}
