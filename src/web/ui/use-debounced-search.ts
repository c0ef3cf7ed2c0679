import { useEffect, useRef, useState } from 'react'

type DebouncedSearch = {
  readonly typed: string
  readonly type: (text: string) => void
  /** Searches without the pause. */
  readonly submit: () => void
}

/**
 * The text of a search field: searched for after a pause in typing, and the URL's, `q`, once that changes otherwise.
 * Home loads it at once, so it is without Mantine's debounce, which is several times its size.
 */
export function useDebouncedSearch(
  q: string,
  pauseMs: number,
  search: (query: string, before: string) => void,
): DebouncedSearch {
  const [typed, setTyped] = useState(q)
  const searched = useRef(q)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    if (q === searched.current) return
    clearTimeout(timer.current)
    searched.current = q
    setTyped(q)
  }, [q])
  useEffect(() => () => clearTimeout(timer.current), [])
  const submit = (text: string): void => {
    clearTimeout(timer.current)
    const query = text.trim()
    const before = searched.current
    if (query === before) return
    searched.current = query
    search(query, before)
  }
  const type = (text: string): void => {
    setTyped(text)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => submit(text), pauseMs)
  }
  return { typed, type, submit: () => submit(typed) }
}
