import type { UseFormReturnType } from '@mantine/form'
import { useRef } from 'react'

type Form<Values> = Pick<UseFormReturnType<Values>, 'getValues' | 'reset'>

/** Empties a form once what was sent of it is done. Whatever is typed meanwhile stays, and so does all of it when it is refused. */
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
