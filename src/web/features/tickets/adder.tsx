import { VisuallyHidden } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { hasDraft } from '#web/api/drafts/form-draft.tsx'
import { onEscape } from '#web/ui/on-escape.ts'
import { useDisclosureFocus } from '#web/ui/use-disclosure-focus.ts'
import styles from './adder.module.css'

type AdderProps = {
  label: string
  /** To what, where several stand on one page. */
  suffix?: string | undefined
  /** The key of the form's draft: with one from before a reload it is open. */
  draft: string
  /** `autoFocus`: its first field takes the focus. */
  children: (form: { readonly autoFocus: boolean; readonly onClose: () => void }) => ReactNode
}

/** A quiet row that becomes a form where it stands, and stays one for the next line until it is closed. */
export function Adder({ label, suffix, draft, children }: AdderProps) {
  const { opener, isOpen, setOpen } = useDisclosureFocus()
  const queries = useQueryClient()
  const wasTapped = useRef(false)
  useEffect(() => {
    if (hasDraft(queries, draft)) setOpen(true)
  }, [queries, draft, setOpen])
  const close = () => setOpen(false)
  if (isOpen)
    return (
      // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes the form from any field
      <div className={styles.form} onKeyDown={onEscape(close)}>
        {children({ autoFocus: wasTapped.current, onClose: close })}
      </div>
    )
  return (
    <button
      type="button"
      ref={opener}
      className={styles.row}
      onClick={() => {
        wasTapped.current = true
        setOpen(true)
      }}
    >
      <IconPlus size={18} aria-hidden />
      <span>{label}</span>
      {suffix !== undefined && <VisuallyHidden>{` ${suffix}`}</VisuallyHidden>}
    </button>
  )
}
