import { Button } from '@mantine/core'
import { useLayoutEffect, useRef, useState } from 'react'
import { NOTE_KINDS, type NoteKind } from '#domain/rig-claims/claim-code.ts'
import { client } from '#web/api/client.ts'
import { DownloadPhotos } from '#web/features/photos/download-photos.tsx'
import { RigNote, type RigVisit } from '#web/features/work-history/rig-visits.tsx'
import { ConfirmInline } from '#web/ui/buttons/confirm-inline.tsx'
import { notify } from '#web/ui/feedback/notify.ts'
import { useRigCommand } from './use-rig-command.ts'
import styles from './visit-notes.module.css'
import { NOTE_TEXTS, WriteNote } from './write-note.tsx'

type VisitNotesProps = { vin: string; visit: RigVisit }

/**
 * Which kind of note is being edited. Afterwards keyboard focus returns to the button that opened it; after saving
 * that is another button.
 */
function useNoteEditing() {
  const [writing, setWriting] = useState<NoteKind | null>(null)
  const buttons = useRef<Partial<Record<NoteKind, HTMLButtonElement | null>>>({})
  const lastWriting = useRef<NoteKind | null>(null)
  const focusedButton = useRef<HTMLButtonElement | null>(null)
  useLayoutEffect(() => {
    if (writing !== null) lastWriting.current = writing
    const button = lastWriting.current === null ? null : buttons.current[lastWriting.current]
    const isFocusLost =
      document.activeElement === document.body && focusedButton.current?.isConnected !== true
    if (writing !== null) focusedButton.current = null
    else if (button && isFocusLost) {
      button.focus()
      focusedButton.current = button
    }
  })
  const opener = (kind: NoteKind) => (button: HTMLButtonElement | null) => {
    buttons.current[kind] = button
  }
  return { writing, setWriting, opener }
}

/** The notes on a visit, and the forms for the owner's own note and dispute. */
export function VisitNotes({ vin, visit }: VisitNotesProps) {
  const { writing, setWriting, opener } = useNoteEditing()
  const { companyUUID, ticketId, notes } = visit
  const remove = useRigCommand(client.rigClaims.deleteNote, () => notify.success('Deleted.'))
  const mine = notes.filter(note => note.isMine)
  return (
    <>
      {notes
        .filter(note => !note.isMine || note.kind !== writing)
        .map(note => (
          <RigNote key={`${note.kind} ${note.writtenAt.getTime()}`} note={note}>
            {note.isSaving ? null : note.isMine ? (
              <span className={styles.actions}>
                <Button ref={opener(note.kind)} size="compact-sm" onClick={() => setWriting(note.kind)}>
                  Edit
                </Button>
                <ConfirmInline
                  label="Delete"
                  question="This can’t be undone."
                  loading={remove.isRunning}
                  onConfirm={() => remove.run({ vin, companyUUID, ticketId, kind: note.kind })}
                />
              </span>
            ) : (
              <span className={styles.muted}>By a previous owner</span>
            )}
          </RigNote>
        ))}
      {writing !== null && (
        <WriteNote
          key={writing}
          vin={vin}
          visit={visit}
          kind={writing}
          text={mine.find(({ kind }) => kind === writing)?.words ?? ''}
          onLeave={() => setWriting(null)}
          onReturn={() => setWriting(kind => kind ?? writing)}
        />
      )}
      {visit.isOpen && writing === null && (
        <span className={styles.actions}>
          {[...visit.work, ...visit.addenda].some(({ photos }) => photos.length > 0) && (
            <DownloadPhotos href={`/api/my/rigs/${vin}/visits/${companyUUID}/${ticketId}/photos.zip`} />
          )}
          {NOTE_KINDS.filter(kind => mine.every(note => note.kind !== kind)).map(kind => (
            <Button key={kind} ref={opener(kind)} size="compact-sm" onClick={() => setWriting(kind)}>
              {NOTE_TEXTS[kind].write}
            </Button>
          ))}
        </span>
      )}
    </>
  )
}
