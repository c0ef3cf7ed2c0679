// Form drafts survive a reload, a failed submit and an expired session. They stay in this tab, under the account that
// typed them, and are deleted when it logs out.

import type { UseFormReturnType } from '@mantine/form'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
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
    // Full or blocked storage only costs the draft; the form itself works.
  }
}

/** Where the current user's draft is stored. */
function storageKeyOf(queries: QueryClient, key: string): string {
  const actor = queries.getQueryData(meQuery.queryKey)
  return `${KEY_PREFIX}${actor !== undefined && 'id' in actor ? actor.id : 'visitor'} ${key}`
}

export const hasDraft = (queries: QueryClient, key: string): boolean =>
  readDraft(storageKeyOf(queries, key)) !== null

/** Deletes every draft of this tab on logout. */
export function clearDrafts(): void {
  for (const key of Object.keys(sessionStorage))
    if (key.startsWith(KEY_PREFIX)) sessionStorage.removeItem(key)
}

/**
 * Stores the values of a controlled Mantine form under `key`. Passwords are never stored, nor the fields in `omit` at
 * any depth. Call `clear` once the form is done. A form that is cleared when it is sent passes what was sent to `keep`
 * until the response; it is the draft as long as nothing else is typed.
 */
export function useDraft<Values extends object>(
  form: UseFormReturnType<Values>,
  key: string,
  { omit = [] }: { readonly omit?: readonly string[] } = {},
): { readonly clear: () => void; readonly keep: (sent: object | null) => void } {
  const queries = useQueryClient()
  const [storageKey] = useState(() => storageKeyOf(queries, key))
  const initialValues = useRef(form.values)
  const sent = useRef<object | null>(null)
  const latest = useRef({ form, omit })
  latest.current = { form, omit }

  // Before the first paint, so that the user does not see fields filling in.
  useLayoutEffect(() => {
    const stored = readDraft(storageKey)
    if (stored !== null) latest.current.form.setValues(stored as Partial<Values>)
  }, [storageKey])

  useEffect(() => {
    if (form.values === initialValues.current) return
    const unsaved = latest.current.form.isDirty() ? form.values : sent.current
    if (unsaved === null) sessionStorage.removeItem(storageKey)
    else storeDraft(storageKey, unsaved, latest.current.omit)
  }, [form.values, storageKey])

  return {
    clear: () => sessionStorage.removeItem(storageKey),
    keep: values => {
      sent.current = values
    },
  }
}
