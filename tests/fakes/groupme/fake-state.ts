/** A group of the fake, in the vendor's own words. */
export type FakeGroup = {
  readonly id: string;
  name: string;
  readonly createdAt: number;
  readonly members: FakeMember[];
  /** Oldest first. */
  readonly messages: FakeMessage[];
  readonly pending: FakePending[];
  readonly events: FakeEvent[];
  /** Only its admins may write. */
  isAnnouncement: boolean;
};
export type FakeMember = {
  readonly id: string;
  readonly user_id: string;
  readonly nickname: string;
  readonly name: string;
  readonly image_url: string | null;
  readonly muted: boolean | null;
  readonly autokicked: boolean;
  roles: string[];
};
export type FakeMessage = {
  readonly id: string;
  readonly source_guid: string;
  readonly group_id: string;
  readonly user_id: string;
  readonly sender_id: string;
  readonly sender_type: string;
  readonly name: string;
  readonly avatar_url: string | null;
  text: string | null;
  readonly created_at: number;
  readonly system: boolean;
  readonly attachments: readonly Record<string, unknown>[];
  updated_at?: number;
  deleted_at?: number;
};
type FakePending = {
  readonly id: string;
  readonly user_id: string;
  readonly nickname: string;
  readonly image_url: string | null;
  readonly timestamp: number;
  readonly state: string;
};
export type FakeEvent = {
  readonly event_id: string;
  readonly creator_id: string;
  name: string;
  description: string;
  start_at: string;
  end_at: string;
  timezone: string;
  is_all_day: boolean;
  location: Record<string, unknown> | null;
};

/** What the fake keeps. */
export type FakeState = {
  /** The owner of the token. */
  readonly me: { readonly user_id: string; readonly name: string };
  readonly groups: Map<string, FakeGroup>;
  readonly now: () => Date;
  nextId: bigint;
};

export const newId = (state: FakeState) => String((state.nextId += 1n));
export const seconds = (state: FakeState) => Math.floor(state.now().getTime() / 1000);

/** An answer of the service: its status, and what stands in `response`; without one the body is empty. */
export type FakeAnswer = {
  readonly status: number;
  readonly response?: unknown;
  readonly errors?: readonly string[];
  /** As the service numbers it, where that is not the status. */
  readonly code?: number;
  readonly isEmpty?: boolean;
};
export const answered = (response: unknown, status = 200): FakeAnswer => ({ status, response });
export const refusedWith = (status: number, error: string, code?: number): FakeAnswer => ({
  status,
  errors: [error],
  ...(code !== undefined && { code }),
});

export function say(
  state: FakeState,
  group: FakeGroup,
  message: Partial<FakeMessage> & { text: string | null },
): FakeMessage {
  const made: FakeMessage = {
    id: newId(state),
    source_guid: crypto.randomUUID(),
    group_id: group.id,
    user_id: state.me.user_id,
    sender_id: message.user_id ?? state.me.user_id,
    sender_type: "user",
    name: state.me.name,
    avatar_url: null,
    created_at: seconds(state),
    system: false,
    attachments: [],
    ...message,
  };
  group.messages.push(made);
  return made;
}

export function makeMember(state: FakeState, userId: string, name: string, roles: string[] = ["user"]): FakeMember {
  return {
    id: newId(state),
    user_id: userId,
    nickname: name.split(" ")[0] ?? name,
    name,
    image_url: null,
    muted: null,
    autokicked: false,
    roles,
  };
}
