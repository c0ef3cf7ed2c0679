import { useEffect, useRef } from 'react'

type FormWithFields = { readonly getInputNode: (field: never) => HTMLElement | null }

/** Focuses a field of a form once it is open; `isSelected`: with what is in it selected. */
export function useFocusOnStart(form: FormWithFields, field: string, { isSelected = false } = {}): void {
  const start = useRef(() => {
    const input = form.getInputNode(field as never)
    if (isSelected && input instanceof HTMLInputElement) input.select()
    else input?.focus()
  })
  useEffect(() => start.current(), [])
}
