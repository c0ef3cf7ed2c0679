import { Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { InferContractRouterInputs, InferContractRouterOutputs } from '@orpc/contract'
import { useQueryClient } from '@tanstack/react-query'
import type { Contract } from '#contract/index.ts'
import { MAX_NOTE_LENGTH, type NoteKind } from '#domain/rig-claims/claim-code.ts'
import { api, client } from '#web/api/client.ts'
import { DraftNote, useDraft } from '#web/api/drafts/form-draft.tsx'
import { optimisticUpdate } from '#web/api/optimistic-update.ts'
import { type RigVisit, visitKey } from '#web/features/work-history/rig-visits.tsx'
import { PrimaryButton } from '#web/ui/buttons/primary-button.tsx'
import { notify } from '#web/ui/feedback/notify.ts'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import { onEscape } from '#web/ui/on-escape.ts'
import { useRigCommand } from './use-rig-command.ts'
import styles from './visit-notes.module.css'

export type MyRig = Omit<InferContractRouterOutputs<Contract>['rigClaims']['get'], 'visits'> & {
  readonly visits: readonly RigVisit[]
}
type SaveNoteInput = InferContractRouterInputs<Contract>['rigClaims']['saveNote']

/**
 * The rig with `saved` in place of the owner's earlier note of that kind. Disputes wait for the server, because they email
 * the company.
 */
export function noteSaved(rig: MyRig, saved: SaveNoteInput, at: Date): MyRig {
  const { companyUUID, ticketId, kind, words } = saved
  const note = { kind, words: words.trim(), writtenAt: at, isMine: true, isSaving: true } as const
  const withNote = (visit: RigVisit): RigVisit => {
    const index = visit.notes.findIndex(other => other.isMine && other.kind === kind)
    return { ...visit, notes: visit.notes.toSpliced(index === -1 ? visit.notes.length : index, 1, note) }
  }
  const isVisit = (visit: RigVisit) => visit.companyUUID === companyUUID && visit.ticketId === ticketId
  return { ...rig, visits: rig.visits.map(visit => (isVisit(visit) ? withNote(visit) : visit)) }
}

export const NOTE_TEXTS = {
  note: {
    write: 'Write a note',
    label: 'Your note',
    description: 'It appears in buyer reports, without your name.',
    saved: 'Note saved.',
  },
  dispute: {
    write: 'Dispute this',
    label: 'What’s wrong',
    description: 'The shop gets an email, and it appears in buyer reports; both without your name.',
    saved: 'Dispute saved.',
  },
} as const

type WriteNoteProps = {
  vin: string
  visit: RigVisit
  kind: NoteKind
  /** The saved text. */
  text: string
  onLeave: () => void
  /** The server refused after the form was closed: reopen it, unless another is open. */
  onReturn: () => void
}

/** The form for a note or a dispute. A note appears immediately; a dispute waits for the server. */
export function WriteNote({ vin, visit, kind, text, onLeave, onReturn }: WriteNoteProps) {
  const { companyUUID, ticketId } = visit
  const { label, description, saved } = NOTE_TEXTS[kind]
  const form = useForm({
    initialValues: { words: text },
    validate: { words: typed => (typed.trim() === '' ? 'Required.' : null) },
  })
  const draft = useDraft(form, `${kind} ${vin} ${visitKey(visit)}`)
  const showNote = useShowNote(vin)
  const { run, isRunning } = useRigCommand(
    client.rigClaims.saveNote,
    () => {
      draft.clear()
      notify.success(saved)
      if (kind === 'dispute') onLeave()
    },
    {
      optimistic: written => {
        if (kind === 'dispute') return undefined
        const settle = showNote(written)
        onLeave()
        return outcome => {
          settle?.(outcome)
          if (outcome === 'refused') onReturn()
        }
      },
    },
  )
  return (
    <form
      noValidate
      className={styles.form}
      // Escape keeps the draft for next time; Cancel drops it.
      onKeyDown={onEscape(isRunning ? null : onLeave)}
      onSubmit={form.onSubmit(values => run({ vin, companyUUID, ticketId, kind, words: values.words }))}
    >
      <DraftNote draft={draft} />
      <TextArea
        label={label}
        description={description}
        autoFocus
        minRows={2}
        maxRows={12}
        maxLength={MAX_NOTE_LENGTH}
        {...form.getInputProps('words')}
      />
      <span className={styles.actions}>
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

/** Shows a note before it is saved. */
function useShowNote(vin: string) {
  const queries = useQueryClient()
  const { queryKey } = api.rigClaims.get.queryOptions({ input: { vin } })
  return (written: Parameters<typeof noteSaved>[1]) =>
    optimisticUpdate<MyRig>(queries, queryKey, rig => noteSaved(rig, written, new Date()))
}
