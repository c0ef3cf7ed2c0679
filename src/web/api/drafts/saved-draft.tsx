import { useRef } from 'react'
import { formatWhen } from '#domain/lib/company-time.ts'
import { FieldNote } from '#web/ui/forms/field-note.tsx'
import { browserTimeZone } from '../use-browser-time-zone.ts'

type SavedDraftProps = { savedAt: Date; discard: () => void }

/** Says that the form shows a draft, and clears it. */
export function SavedDraft({ savedAt, discard }: SavedDraftProps) {
  const container = useRef<HTMLDivElement>(null)
  function clear() {
    // The Clear button is gone with the draft.
    const form = container.current?.closest('form')
    discard()
    form?.querySelector<HTMLElement>('input:enabled, textarea:enabled, select:enabled')?.focus()
  }
  return (
    <div ref={container}>
      <FieldNote actions={[{ label: 'Clear', onClick: clear }]}>
        {`Your draft from ${formatWhen(savedAt, browserTimeZone(), new Date())}.`}
      </FieldNote>
    </div>
  )
}
