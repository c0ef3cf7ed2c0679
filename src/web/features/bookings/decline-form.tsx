import { Button } from '@mantine/core'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import { ignoreDoubleClick } from '#web/ui/ignore-double-click.ts'
import { onEscape } from '#web/ui/on-escape.ts'
import styles from './booking-actions.module.css'

const MAX_REASON_LENGTH = 500

type DeclineFormProps = {
  isRunning: boolean
  onDecline: (reason: string) => void
  onCancel: () => void
}

/** Asks for the reason, in the card. Escape cancels. */
export function DeclineForm({ isRunning, onDecline, onCancel }: DeclineFormProps) {
  const [reason, setReason] = useState('')
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => field.current?.focus(), [])

  function decline(event: FormEvent) {
    event.preventDefault()
    onDecline(reason.trim())
  }

  return (
    <form className={styles.decline} onSubmit={decline} onKeyDown={onEscape(onCancel)}>
      <TextArea
        ref={field}
        label="Reason"
        description="Optional, sent to the customer. This can’t be undone."
        minRows={2}
        maxLength={MAX_REASON_LENGTH}
        value={reason}
        onChange={event => setReason(event.currentTarget.value)}
      />
      <div className={styles.choices}>
        <Button type="submit" variant="filled" color="red" disabled={isRunning}>
          Decline Booking
        </Button>
        <Button onClick={ignoreDoubleClick(onCancel)}>Cancel</Button>
      </div>
    </form>
  )
}
