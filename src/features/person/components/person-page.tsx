import { Link, useSearchParams } from "react-router";
import { consoleFetch } from "#src/features/console/components/console-fetch.ts";
import { BlockPanel } from "#src/features/blocks/components/block-panel.tsx";
import panel from "#src/features/console/components/panel.module.css";
import { UndoNotice, useUndo } from "#src/features/console/components/undo-notice.tsx";
import { PersonShowRate } from "#src/features/events/forecast/components/person-show-rate.tsx";
import { useLoaded } from "#src/features/identity/components/use-loaded.ts";
import { MembershipPanel } from "#src/features/membership/books/components/membership-panel.tsx";
import { Notes } from "#src/features/notes/components/notes.tsx";
import { PersonTags } from "#src/features/notes/components/person-tags.tsx";
import { AccountFacts } from "#src/features/people/components/edit/account-facts.tsx";
import { type Choice, useUserActions } from "#src/features/people-list/components/use-user-actions.ts";
import { UserDialogs } from "#src/features/people-list/components/user-dialogs.tsx";
import {
  factsOfField,
  nameOf,
  RECORD_FIELDS,
  valueOf,
  wordsOf,
} from "#src/features/people/components/record-fields.ts";
import type { User } from "#src/features/people/schema/users.ts";
import styles from "#src/features/person/components/person.module.css";
import {
  PersonEventList,
  PersonHistory,
  PersonMails,
  PersonMessages,
} from "#src/features/person/components/sections.tsx";
import { MAIL_WORDS } from "#src/features/person/messages.ts";
import type { PersonPage as Person } from "#src/features/person/schema.ts";
import { counted } from "#src/shared/counted.ts";
import { longDate, weekdayName } from "#src/shared/dates.ts";
import type { Action } from "#src/shared/roles.ts";
import { CONSOLE_TITLE } from "#src/features/console/messages.ts";
import { usePageTitle } from "#src/features/site/use-site-facts.ts";
import { Button, ButtonLink } from "#src/ui/button-link.tsx";
import { EmptyState } from "#src/ui/empty-state.tsx";
import { Facts } from "#src/ui/facts.tsx";
import { useMoments } from "#src/ui/moments.ts";
import { takeFocus } from "#src/ui/take-focus.ts";

type MayDo = (action: Action) => boolean;

/** Shown once the person's record was merged into another. */
function Merged({ merged }: { merged: User }) {
  const [query] = useSearchParams();
  const next = new URLSearchParams(query);
  next.set("person", merged.userId);
  return (
    <EmptyState picture="joined" title={`This record is part of ${nameOf(merged)} now`}>
      <ButtonLink to={`?${next}`}>Open {nameOf(merged)}</ButtonLink>
    </EmptyState>
  );
}

function BackLink() {
  const [query] = useSearchParams();
  const list = new URLSearchParams(query);
  list.delete("person");
  return (
    <p>
      <Link to={`?${list}`} className={styles.back}>
        Back to people
      </Link>
    </p>
  );
}

function Part({ id, title, children }: { id: string; title: string; children: React.ReactNode }) {
  return (
    <section aria-labelledby={id} className={styles.part}>
      <h3 id={id} className={styles.heading}>
        {title}
      </h3>
      {children}
    </section>
  );
}

/** The key facts at the top. */
function Head({ person }: { person: Person }) {
  const { dayWords } = useMoments();
  const { user, timesAttended, lastAttended, mails } = person;
  const last = lastAttended && `${weekdayName(lastAttended.day)}, ${longDate(lastAttended.day)}`;
  const came = last
    ? `Came to ${counted(timesAttended, "event", "events")}, last on ${last}`
    : "Never seen at an event";
  return (
    <p className={styles.facts}>
      <span>{wordsOf("status", user.status)}</span>
      <span>Added {dayWords(user.dateAdded)}</span>
      <span>{came}</span>
      <span>{MAIL_WORDS[mails]}</span>
    </p>
  );
}

function Details({ person: { user } }: { person: Person }) {
  return (
    <>
      <Facts
        facts={RECORD_FIELDS.map((field) => [factsOfField(field).label, wordsOf(field, valueOf(user, field))] as const)}
      />
      <AccountFacts user={user} />
    </>
  );
}

type PartsProps = { person: Person; mayDo: MayDo; onChanged: () => void };

/** The page's sections that the reader's role includes. */
function Parts({ person, mayDo, onChanged }: PartsProps) {
  const { userId } = person.user;
  const canChange = mayDo("change_people");
  return (
    <div className={styles.parts}>
      <Part id="person-tags" title="Tags">
        <PersonTags userId={userId} tags={person.tags} canChange={canChange} onChanged={onChanged} />
      </Part>
      <Part id="person-notes" title="Notes">
        <Notes userId={userId} canChange={canChange} />
      </Part>
      <Part id="person-details" title="Details">
        <Details person={person} />
      </Part>
      {mayDo("read_money") && (
        <Part id="person-membership" title="Membership and payments">
          <MembershipPanel userId={userId} />
        </Part>
      )}
      <Part id="person-events" title="Events">
        {mayDo("manage_records") && <PersonShowRate userId={userId} />}
        <PersonEventList userId={userId} />
      </Part>
      {mayDo("answer_messages") && (
        <Part id="person-messages" title="Messages">
          <PersonMessages userId={userId} />
        </Part>
      )}
      {mayDo("read_outbox") && (
        <Part id="person-mails" title="Mails">
          <PersonMails userId={userId} />
        </Part>
      )}
      {mayDo("read_logs") && (
        <Part id="person-history" title="History">
          <PersonHistory userId={userId} onUndone={onChanged} />
        </Part>
      )}
    </div>
  );
}

/** Everything the group knows about a person, limited by the reader's role. */
export function PersonPage({ userId, mayDo, choice }: { userId: string; mayDo: MayDo; choice: Choice }) {
  const path = `/api/admin/people/${encodeURIComponent(userId)}`;
  const { value: person, failure, retry, refresh } = useLoaded<Person>(path, consoleFetch);
  usePageTitle(person && `${nameOf(person.user)} — ${CONSOLE_TITLE}`);
  const actions = useUserActions(retry, null, choice);
  const undo = useUndo(actions.deed, retry);
  const notice = <UndoNotice undo={undo} onClose={actions.forgetDeed} />;
  if (failure) {
    return (
      <section className={styles.page}>
        <BackLink />
        {notice}
        {actions.deed?.merged && failure.code === "not_found" ? (
          <Merged merged={actions.deed.merged} />
        ) : (
          <EmptyState picture="not-found" title={failure.message}>
            <Button variant="quiet" onClick={retry}>
              Try again
            </Button>
          </EmptyState>
        )}
      </section>
    );
  }
  return (
    <section className={styles.page} aria-labelledby="person-name" aria-busy={person === null}>
      <BackLink />
      {person && (
        <>
          <h2 id="person-name" ref={takeFocus} tabIndex={-1} className={panel.title}>
            {nameOf(person.user)}
          </h2>
          <Head person={person} />
          <div className="buttons">
            {mayDo("change_people") && (
              <Button variant="quiet" onClick={() => actions.act("edit", person.user)}>
                Edit
              </Button>
            )}
            {mayDo("manage_records") && (
              <>
                <Button variant="quiet" onClick={() => actions.act("merge", person.user)}>
                  Merge
                </Button>
                <Button variant="quiet" onClick={() => actions.act("delete", person.user)}>
                  Delete
                </Button>
              </>
            )}
          </div>
          {mayDo("block_people") && <BlockPanel userId={userId} name={nameOf(person.user)} />}
        </>
      )}
      {notice}
      {person && <Parts person={person} mayDo={mayDo} onChanged={() => void refresh()} />}
      <UserDialogs actions={actions} />
    </section>
  );
}
