import { Button, VisuallyHidden } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { onEscape } from '#web/ui/on-escape.ts'
import styles from './buttons.module.css'

type ConfirmInlineProps = {
  /** The button's label. */
  label: string
  /** What it is about, for screen readers. */
  about?: string
  /** Says what is deleted and that it cannot be undone. */
  question: string
  confirmLabel?: string
  loading?: boolean
  onConfirm: () => void
}

/** For what cannot be undone: asks in place. Otherwise offer Undo instead. */
export function ConfirmInline(props: ConfirmInlineProps) {
  const { label, about, question, confirmLabel = label, loading = false, onConfirm } = props
  const hidden = about !== undefined && <VisuallyHidden>{`: ${about}`}</VisuallyHidden>
  const [isConfirming, setConfirming] = useState(false)
  const openButton = useRef<HTMLButtonElement>(null)
  const cancel = useRef<HTMLButtonElement>(null)
  const wasConfirming = useRef(false)

  useEffect(() => {
    if (isConfirming) cancel.current?.focus()
    else if (wasConfirming.current) openButton.current?.focus()
    wasConfirming.current = isConfirming
  }, [isConfirming])

  if (!isConfirming) {
    return (
      <Button
        ref={openButton}
        variant="subtle"
        color="red"
        disabled={loading}
        onClick={() => setConfirming(true)}
      >
        <span>{label}</span>
        {hidden}
      </Button>
    )
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape leaves the question from either button
    <div className={styles.question} onKeyDown={onEscape(() => setConfirming(false))}>
      <span role="alert">{question}</span>
      <Button
        variant="filled"
        color="red"
        onClick={() => {
          setConfirming(false)
          onConfirm()
        }}
      >
        <span>{confirmLabel}</span>
        {hidden}
      </Button>
      <Button ref={cancel} onClick={() => setConfirming(false)}>
        Keep
      </Button>
    </div>
  )
}
