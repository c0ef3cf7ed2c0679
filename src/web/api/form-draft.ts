// What was typed into a form outlives a reload, a failed submit and a session that ended. It stays
// in this tab, under the account that typed it, and goes when that account logs out.

import type { UseFormReturnType } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { meQuery } from './session.ts'

const KEY_PREFIX = 'rigwright form-draft '

function readDraft(key: string): object | null {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null')
    return typeof stored === 'object' ? stored : null
  } catch {
    return null
  }
}

function storeDraft(key: string, values: object, omit: readonly string[]): void {
  const text = JSON.stringify(values, (name, value) =>
    name === 'password' || omit.includes(name) ? undefined : value,
  )
  try {
    sessionStorage.setItem(key, text)
  } catch {
    // A full or forbidden storage only costs the draft; the form itself works on.
  }
}

/** Drops every draft of this tab: somebody logs out. */
export function clearDrafts(): void {
  for (const key of Object.keys(sessionStorage))
    if (key.startsWith(KEY_PREFIX)) sessionStorage.removeItem(key)
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
  const [storageKey] = useState(() => {
    const actor = queries.getQueryData(meQuery.queryKey)
    return `${KEY_PREFIX}${actor !== undefined && 'id' in actor ? actor.id : 'visitor'} ${key}`
  })
  const initialValues = useRef(form.values)
  const latest = useRef({ form, omit })
  latest.current = { form, omit }

  // Before the first paint, so that nothing is seen to fill itself in.
  useLayoutEffect(() => {
    const stored = readDraft(storageKey)
    if (stored !== null) latest.current.form.setValues(stored as Partial<Values>)
  }, [storageKey])

  useEffect(() => {
    if (form.values === initialValues.current) return
    if (latest.current.form.isDirty()) storeDraft(storageKey, form.values, latest.current.omit)
    else sessionStorage.removeItem(storageKey)
  }, [form.values, storageKey])

  return { clear: () => sessionStorage.removeItem(storageKey) }
}
