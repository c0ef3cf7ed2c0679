import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { onEscape } from '#web/ui/on-escape.ts'
import styles from './confirm-inline.module.css'

type ConfirmInlineProps = {
  /** The button before it is pressed. */
  label: string
  /** Says what goes and that it cannot come back. */
  question: string
  confirmLabel?: string
  keepLabel?: string
  loading?: boolean
  onConfirm: () => void
}

/** For what cannot be undone: asks in its own place. Where it can be undone, do it and offer Undo instead. */
export function ConfirmInline(props: ConfirmInlineProps) {
  const { label, question, confirmLabel = label, keepLabel = 'Keep', loading = false, onConfirm } = props
  const [asking, setAsking] = useState(false)
  const ask = useRef<HTMLButtonElement>(null)
  const keep = useRef<HTMLButtonElement>(null)
  const wasAsking = useRef(false)

  useEffect(() => {
    if (asking) keep.current?.focus()
    else if (wasAsking.current) ask.current?.focus()
    wasAsking.current = asking
  }, [asking])

  if (!asking) {
    return (
      <Button ref={ask} variant="subtle" color="red" disabled={loading} onClick={() => setAsking(true)}>
        {label}
      </Button>
    )
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape leaves the question from either button
    <div className={styles.question} onKeyDown={onEscape(() => setAsking(false))}>
      <span role="alert">{question}</span>
      <Button
        variant="filled"
        color="red"
        onClick={() => {
          setAsking(false)
          onConfirm()
        }}
      >
        {confirmLabel}
      </Button>
      <Button ref={keep} onClick={() => setAsking(false)}>
        {keepLabel}
      </Button>
    </div>
  )
}
