import { useState } from "react";
import { TEAM_FAILED, TEAM_RECEIVED } from "#src/features/marketing/messages.ts";
import {
  CAPTAIN_REQUIRED,
  emptyTeam,
  isWholeTeam,
  type Team,
  teamFaults,
  teamPayload,
} from "#src/features/marketing/rules.ts";
import styles from "#src/features/marketing/components/team-form.module.css";
import { NO_CONTACT } from "#src/shared/contact-form.ts";
import { ButtonLink } from "#src/ui/button-link.tsx";
import { ContactFields } from "#src/ui/contact-fields.tsx";
import contact from "#src/ui/contact-fields.module.css";
import { EmptyState } from "#src/ui/empty-state.tsx";
import { TextField } from "#src/ui/field.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { postForm, sentenceOf } from "#src/ui/post-form.ts";
import { ScriptedForm, SubmitButton } from "#src/ui/scripted-form.tsx";
import { SendingProgress } from "#src/ui/sending-progress.tsx";
import { useFormSending } from "#src/ui/use-form-sending.ts";

function Registered() {
  return (
    <div role="status">
      <EmptyState
        picture="joined"
        title={TEAM_RECEIVED}
        text="A receipt is on its way to the captain. We write again when the draw is made."
      >
        <ButtonLink to="/tournament" variant="quiet">
          Back to the tournament
        </ButtonLink>
      </EmptyState>
    </div>
  );
}

type FieldsProps = { team: Team; faults: Partial<ReturnType<typeof teamFaults>>; onTeam: (team: Team) => void };

function Fields({ team, faults, onTeam }: FieldsProps) {
  return (
    <>
      <TextField
        label="Team name"
        name="teamName"
        required
        value={team.name}
        error={faults.name}
        onValue={(name) => onTeam({ ...team, name })}
      />
      {team.players.map((player, place) => (
        <TextField
          key={place}
          label={`Player ${place + 2}`}
          name={`player${place + 2}`}
          autoComplete="off"
          required
          value={player}
          error={faults.players?.[place]}
          onValue={(name) => onTeam({ ...team, players: team.players.with(place, name) })}
        />
      ))}
      <h2 className={styles.heading}>You, the captain and player 1</h2>
      <ContactFields
        id="captain"
        answers={team.captain}
        faults={faults.captain ?? {}}
        required={CAPTAIN_REQUIRED}
        messageLabel="Anything we should know"
        onAnswer={(given) => onTeam({ ...team, captain: { ...team.captain, ...given } })}
      />
    </>
  );
}

/** Registers a team of four for the tournament. */
export function TeamForm() {
  const [team, setTeam] = useState(() => emptyTeam(NO_CONTACT));
  const { form, failure, sending, onSubmit } = useFormSending({
    hasFaults: () => !isWholeTeam(team),
    send: () => postForm("/api/form-submission", teamPayload(team)),
  });
  if (sending.kind === "sent") return <Registered />;
  return (
    <ScriptedForm ref={form} className={contact.form} onSubmit={onSubmit}>
      <Fields team={team} faults={sending.kind === "incomplete" ? teamFaults(team) : {}} onTeam={setTeam} />
      {sending.kind === "failed" && (
        <div ref={failure} tabIndex={-1}>
          <Notice kind="error" title="Error!">
            <p>{sentenceOf(sending.error, TEAM_FAILED)}</p>
          </Notice>
        </div>
      )}
      {sending.kind === "sending" && <SendingProgress what="your team" tickMs={50} />}
      <div>
        <SubmitButton disabled={sending.kind === "sending"}>Register</SubmitButton>
      </div>
    </ScriptedForm>
  );
}
