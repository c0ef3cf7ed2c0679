import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import type { Finding } from '#domain/tickets/job.ts'
import { api } from '#web/api/client.ts'
import type { Conflict } from './autosave-state.ts'
import styles from './edit-conflict.module.css'
import { useDraftOwner } from './finding-drafts.ts'

type EditConflictProps = {
  ticketId: number
  jobNumber: number
  field: Finding
  conflict: Conflict
  /** The field's text. */
  text: string
  choose: (text: string) => void
}

const SENTENCES: Readonly<Record<Conflict['how'], (name: string) => string>> = {
  waits: name => `${name} also edited this. Your text is not saved until you choose. The ticket says:`,
  replaced: name => `${name} edited this at the same time. Your version replaced:`,
  'was-replaced': name => `${name} replaced your text. You wrote:`,
}

/** Shown below a field with conflicting texts: the other text, and the choices. */
export function EditConflict({ ticketId, jobNumber, field, conflict, text, choose }: EditConflictProps) {
  const statusId = useId()
  const name = useOtherEditorName(ticketId, jobNumber, field) ?? 'Someone else'
  const [mine, theirs] = conflict.how === 'was-replaced' ? [conflict.text, text] : [text, conflict.text]
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a frame and a legend of its own
    <div className={styles.conflict} role="group" aria-labelledby={statusId} data-tone="amber">
      <p id={statusId} className={styles.message} role="status">
        {SENTENCES[conflict.how](name)}
      </p>
      <p className={styles.words}>{conflict.text.trim() === '' ? '(empty)' : conflict.text}</p>
      <div className={styles.choices}>
        <Button size="compact-sm" onClick={() => choose(`${theirs.trim()}\n${mine.trim()}`.trim())}>
          Keep Both
        </Button>
        <Button size="compact-sm" onClick={() => choose(mine)}>
          Keep Mine
        </Button>
        <Button size="compact-sm" onClick={() => choose(theirs)}>
          Take Theirs
        </Button>
      </div>
    </div>
  )
}

/** Who last edited the field, if the activity still shows it. */
function useOtherEditorName(ticketId: number, jobNumber: number, field: Finding): string | undefined {
  const me = useDraftOwner()
  const { data } = useQuery(api.tickets.activity.queryOptions({ input: { ticketId } }))
  return data?.entries.find(
    ({ by, detail }) => by.id !== me && detail?.jobNumber === jobNumber && detail.field === field,
  )?.by.name
}
