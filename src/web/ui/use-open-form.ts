import { type RefObject, useEffect, useRef, useState } from 'react'

type OpenForm<Name extends string, Place extends HTMLElement> = {
  /** What has the buttons. */
  readonly place: RefObject<Place | null>
  readonly form: Name | null
  readonly close: () => void
  /** Of the button that opens a form. */
  readonly openerProps: (name: Name) => { 'data-opens': Name; onClick: () => void }
}

/**
 * For buttons that are replaced by a form while it is open: after closing, focus returns to its button, or to the first that
 * is left.
 */
export function useOpenForm<Name extends string, Place extends HTMLElement>(): OpenForm<Name, Place> {
  const [form, setForm] = useState<Name | null>(null)
  const place = useRef<Place>(null)
  const opened = useRef<Name | null>(null)
  useEffect(() => {
    if (form === null && opened.current !== null) {
      const opener = place.current?.querySelector<HTMLElement>(`[data-opens="${opened.current}"]`)
      const next = opener ?? place.current?.querySelector<HTMLElement>('button')
      next?.focus()
    }
    opened.current = form
  }, [form])
  const openerProps = (name: Name) => ({ 'data-opens': name, onClick: () => setForm(name) })
  return { place, form, close: () => setForm(null), openerProps }
}
