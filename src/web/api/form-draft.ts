// What was typed into a form outlives a reload, a failed submit and a session that ended. It stays
// in this tab, under the account that typed it, and goes when that account logs out.

import type { UseFormReturnType } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { meQuery } from './session.ts'

const PREFIX = 'rigwright draft '

function read(place: string): object | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(place) ?? 'null')
    return typeof kept === 'object' ? kept : null
  } catch {
    return null
  }
}

function keep(place: string, values: object, omit: readonly string[]): void {
  const text = JSON.stringify(values, (name, value) =>
    name === 'password' || omit.includes(name) ? undefined : value,
  )
  try {
    sessionStorage.setItem(place, text)
  } catch {
    // A full or forbidden storage only costs the draft; the form itself works on.
  }
}

/** Drops every draft of this tab: somebody logs out. */
export function forgetDrafts(): void {
  for (const place of Object.keys(sessionStorage))
    if (place.startsWith(PREFIX)) sessionStorage.removeItem(place)
}

/**
 * Keeps the values of a controlled Mantine form under `key`. Passwords are never kept, nor the
 * fields named in `omit` at any depth. Call `clear` once the form has done its work.
 */
export function useDraft<Values extends object>(
  form: UseFormReturnType<Values>,
  key: string,
  { omit = [] }: { readonly omit?: readonly string[] } = {},
): { readonly clear: () => void } {
  const queries = useQueryClient()
  const [place] = useState(() => {
    const actor = queries.getQueryData(meQuery.queryKey)
    return `${PREFIX}${actor !== undefined && 'id' in actor ? actor.id : 'visitor'} ${key}`
  })
  const started = useRef(form.values)
  const live = useRef({ form, omit })
  live.current = { form, omit }

  // Before the first paint, so that nothing is seen to fill itself in.
  useLayoutEffect(() => {
    const kept = read(place)
    if (kept !== null) live.current.form.setValues(kept as Partial<Values>)
  }, [place])

  useEffect(() => {
    if (form.values === started.current) return
    if (live.current.form.isDirty()) keep(place, form.values, live.current.omit)
    else sessionStorage.removeItem(place)
  }, [form.values, place])

  return { clear: () => sessionStorage.removeItem(place) }
}
