import { Button, type ButtonProps } from '@mantine/core'
import type { ComponentPropsWithoutRef, MouseEvent } from 'react'
import { useId } from 'react'
import styles from './buttons.module.css'

type PrimaryButtonProps = Omit<ButtonProps, 'loading' | 'variant' | 'color'> &
  Omit<ComponentPropsWithoutRef<'button'>, keyof ButtonProps> & {
    loading?: boolean
    /** The label while it runs, instead of a spinner. */
    loadingText?: string
    /** Whether it is the next thing to do; otherwise it looks like any other button. */
    isNext?: boolean
    /** Why it is disabled, one sentence each. Shown below, and read with the button. */
    blockers?: readonly string[]
  }

/** The next action. At most one per screen. */
export function PrimaryButton(props: PrimaryButtonProps) {
  const {
    loading = false,
    loadingText = 'Working…',
    blockers = [],
    isNext = true,
    className,
    ...rest
  } = props
  const { disabled = false, onClick, children, ...button } = rest
  const reasonsId = useId()
  const blocked = blockers.length > 0

  function tap(event: MouseEvent<HTMLButtonElement>) {
    // `detail` counts clicks: the second half of a double click is ignored.
    if (blocked || loading || event.detail > 1) event.preventDefault()
    else onClick?.(event)
  }

  return (
    <>
      <Button
        {...button}
        className={`${isNext ? styles.primary : ''} ${className ?? ''}`}
        disabled={disabled}
        // A button that is disabled while it runs would lose the focus.
        aria-disabled={blocked || loading || undefined}
        aria-describedby={blocked ? reasonsId : undefined}
        aria-busy={loading || undefined}
        data-next={isNext || undefined}
        onClick={tap}
      >
        {loading ? loadingText : children}
      </Button>
      {blocked && (
        <ul id={reasonsId} className={styles.blockers}>
          {blockers.map(sentence => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
    </>
  )
}
