import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'

type DebouncedSearch = {
  readonly typed: string
  readonly type: (text: string) => void
  /** Searches without the pause. */
  readonly submit: () => void
}

/** The text of a search field: searched for after a pause in typing, and the URL's, `q`, once that changes otherwise. */
export function useDebouncedSearch(
  q: string,
  pauseMs: number,
  search: (query: string, before: string) => void,
): DebouncedSearch {
  const [typed, setTyped] = useState(q)
  const searched = useRef(q)
  const submit = (text: string): void => {
    submitLater.cancel()
    const query = text.trim()
    const before = searched.current
    if (query === before) return
    searched.current = query
    search(query, before)
  }
  const submitLater = useDebouncedCallback(submit, pauseMs)
  useEffect(() => {
    if (q === searched.current) return
    submitLater.cancel()
    searched.current = q
    setTyped(q)
  }, [q, submitLater])
  const type = (text: string): void => {
    setTyped(text)
    submitLater(text)
  }
  return { typed, type, submit: () => submit(typed) }
}
