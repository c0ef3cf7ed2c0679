import { Button, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useLayoutEffect, useRef, useState } from 'react'
import { LONGEST_NOTE, NOTE_KINDS, type NoteKind } from '#domain/claim.ts'
import { client } from '#web/api.ts'
import { useDraft } from '#web/parts/form-draft.ts'
import { RigNote, type RigVisit, visitKey } from '#web/parts/rig-visits.tsx'
import { ConfirmInline } from '#web/ui/confirm-inline.tsx'
import { notify } from '#web/ui/notify.ts'
import { onEscape } from '#web/ui/on-escape.ts'
import { PrimaryButton } from '#web/ui/primary-button.tsx'
import { useRigCommand } from './use-rig-command.ts'
import styles from './visit-notes.module.css'

type VisitNotesProps = { vin: string; visit: RigVisit }

const WORDS = {
  note: {
    write: 'Write a note',
    label: 'Your note',
    what: 'Whoever reads the report sees it, without your name.',
    saved: 'Note saved.',
  },
  dispute: {
    write: 'Dispute this',
    label: 'What is not right',
    what: 'The company hears it by letter, and whoever reads the report sees it; both without your name.',
    saved: 'Dispute saved.',
  },
} as const

/** Which of the two is written. Afterwards the keyboard is on what opened it: once saved, that is another button. */
function useWriting() {
  const [writing, setWriting] = useState<NoteKind | null>(null)
  const buttons = useRef<Partial<Record<NoteKind, HTMLButtonElement | null>>>({})
  const was = useRef<NoteKind | null>(null)
  const last = useRef<HTMLButtonElement | null>(null)
  useLayoutEffect(() => {
    if (writing !== null) was.current = writing
    const button = was.current === null ? null : buttons.current[was.current]
    const isLost = document.activeElement === document.body && last.current?.isConnected !== true
    if (writing !== null) last.current = null
    else if (button && isLost) {
      button.focus()
      last.current = button
    }
  })
  const opener = (kind: NoteKind) => (button: HTMLButtonElement | null) => {
    buttons.current[kind] = button
  }
  return { writing, setWriting, opener }
}

/** What was said of a visit, and the holder's own note and dispute to write. */
export function VisitNotes({ vin, visit }: VisitNotesProps) {
  const { writing, setWriting, opener } = useWriting()
  const { companyUUID, ticketId, notes } = visit
  const remove = useRigCommand(client.myRigs.removeNote, () => notify.success('Taken away.'))
  const mine = notes.filter(note => note.isMine)
  return (
    <>
      {notes
        .filter(note => !note.isMine || note.kind !== writing)
        .map(note => (
          <RigNote key={`${note.kind} ${note.writtenAt.getTime()}`} note={note}>
            {note.isMine ? (
              <span className={styles.acts}>
                <Button ref={opener(note.kind)} size="compact-sm" onClick={() => setWriting(note.kind)}>
                  Edit
                </Button>
                <ConfirmInline
                  label="Take away"
                  question="It cannot be brought back."
                  loading={remove.isRunning}
                  onConfirm={() => remove.run({ vin, companyUUID, ticketId, kind: note.kind })}
                />
              </span>
            ) : (
              <span className={styles.soft}>By a former owner</span>
            )}
          </RigNote>
        ))}
      {writing !== null && (
        <WriteNote
          key={writing}
          {...{ vin, visit, kind: writing }}
          words={mine.find(({ kind }) => kind === writing)?.words ?? ''}
          onLeave={() => setWriting(null)}
        />
      )}
      {visit.isOpen && writing === null && (
        <span className={styles.acts}>
          {NOTE_KINDS.filter(kind => mine.every(note => note.kind !== kind)).map(kind => (
            <Button key={kind} ref={opener(kind)} size="compact-sm" onClick={() => setWriting(kind)}>
              {WORDS[kind].write}
            </Button>
          ))}
        </span>
      )}
    </>
  )
}

type WriteNoteProps = VisitNotesProps & { kind: NoteKind; words: string; onLeave: () => void }

function WriteNote({ vin, visit, kind, words, onLeave }: WriteNoteProps) {
  const { companyUUID, ticketId } = visit
  const { label, what, saved } = WORDS[kind]
  const form = useForm({
    initialValues: { words },
    validate: { words: typed => (typed.trim() === '' ? 'Fill this in.' : null) },
  })
  const draft = useDraft(form, `${kind} ${vin} ${visitKey(visit)}`)
  const { run, isRunning } = useRigCommand(client.myRigs.note, () => {
    draft.clear()
    notify.success(saved)
    onLeave()
  })
  return (
    <form
      noValidate
      className={styles.form}
      // What was typed is there again when it is opened again; Cancel drops it.
      onKeyDown={onEscape(isRunning ? null : onLeave)}
      onSubmit={form.onSubmit(values => run({ vin, companyUUID, ticketId, kind, words: values.words }))}
    >
      <Textarea
        label={label}
        description={what}
        autosize
        autoFocus
        minRows={2}
        maxRows={12}
        maxLength={LONGEST_NOTE}
        {...form.getInputProps('words')}
      />
      <span className={styles.acts}>
        <PrimaryButton type="submit" loading={isRunning} loadingText="Saving…">
          Save
        </PrimaryButton>
        <Button
          onClick={() => {
            draft.clear()
            onLeave()
          }}
        >
          Cancel
        </Button>
      </span>
    </form>
  )
}
