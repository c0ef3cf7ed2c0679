import type { UseFormReturnType } from '@mantine/form'
import { useRef } from 'react'

type Form<Values> = Pick<UseFormReturnType<Values>, 'getValues' | 'reset'>

/**
 * Clears a form once it was sent successfully. Text typed meanwhile stays, and so does everything after a refusal.
 */
export function useClearOnSuccess<Values>(form: Form<Values>, draft: { readonly clear: () => void }) {
  const sent = useRef('')
  const serialize = (): string => JSON.stringify(form.getValues())
  return {
    onSent: () => {
      sent.current = serialize()
    },
    onDone: () => {
      if (serialize() !== sent.current) return
      draft.clear()
      form.reset()
    },
  }
}
