import type { UseFormReturnType } from '@mantine/form'
import { useRef } from 'react'
import { flushSync } from 'react-dom'
import type { AppError } from '#web/api/client.ts'
import type { FormDraft } from '#web/api/drafts/form-draft.tsx'
import type { ShowError } from '#web/api/use-mutation-once.ts'
import { setFormErrors } from '#web/api/validate-with-contract.ts'

/**
 * Clears a form and focuses `first` when it is sent, so that the next line can be typed at once. After a refusal it
 * has its text again, unless something was typed meanwhile. Until the response, the draft is what was sent.
 */
export function useClearOnSend<Values extends Record<string, unknown>>(
  form: UseFormReturnType<Values>,
  draft: FormDraft,
  first: string & keyof Values,
) {
  const sent = useRef<Values | null>(null)
  return {
    onSent: () => {
      sent.current = form.getValues()
      draft.keep(sent.current)
      // Before the focus: a value set later would end the selection, and what is typed would join it.
      flushSync(() => form.reset())
      const field = form.getInputNode<HTMLInputElement, never>(first as never)
      field?.focus()
      field?.select()
    },
    onDone: () => {
      draft.keep(null)
      if (!form.isDirty()) draft.clear()
    },
    onError: (error: AppError, showError: ShowError) => {
      draft.keep(null)
      if (sent.current === null || form.isDirty()) return showError(error)
      form.setValues(sent.current)
      setFormErrors(form)(error)
    },
  }
}
