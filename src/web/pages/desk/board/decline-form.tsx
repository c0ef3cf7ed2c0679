import { Button, Textarea } from '@mantine/core'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { ignoreDoubleClick } from '#web/ui/ignore-double-click.ts'
import { onEscape } from '#web/ui/on-escape.ts'
import styles from './ticket-lane.module.css'

const MAX_REASON_LENGTH = 500

type DeclineFormProps = {
  isRunning: boolean
  onDecline: (reason: string) => void
  onKeep: () => void
}

/** Asks why, in the card's own place. Escape keeps the booking. */
export function DeclineForm({ isRunning, onDecline, onKeep }: DeclineFormProps) {
  const [reason, setReason] = useState('')
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => field.current?.focus(), [])

  function decline(event: FormEvent) {
    event.preventDefault()
    onDecline(reason.trim())
  }

  return (
    <form className={styles.decline} onSubmit={decline} onKeyDown={onEscape(onKeep)}>
      <Textarea
        ref={field}
        label="Reason"
        description="Optional. The customer reads it. Declining cannot be taken back."
        autosize
        minRows={2}
        maxLength={MAX_REASON_LENGTH}
        value={reason}
        onChange={event => setReason(event.currentTarget.value)}
      />
      <div className={styles.choices}>
        <Button type="submit" variant="filled" color="red" disabled={isRunning}>
          Decline Booking
        </Button>
        <Button onClick={ignoreDoubleClick(onKeep)}>Keep</Button>
      </div>
    </form>
  )
}
