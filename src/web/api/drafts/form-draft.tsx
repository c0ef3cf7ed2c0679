// Form drafts survive a reload, a failed submit and an expired session. They stay in this tab, under the account that
// typed them, and are deleted when it logs out.

import type { UseFormReturnType } from '@mantine/form'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { type ComponentType, lazy, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { LazyContent } from '#web/ui/lazy-content.tsx'
import { meQuery } from '../session.ts'
import { KEY_PREFIX } from './clear-drafts.ts'

/** `savedAt` in milliseconds since 1970. */
type StoredDraft = { readonly savedAt: number; readonly values: object }

function readDraft(key: string): StoredDraft | null {
  try {
    const stored: StoredDraft | null = JSON.parse(sessionStorage.getItem(key) ?? 'null')
    return stored?.values ? stored : null
  } catch {
    return null
  }
}

function storeDraft(key: string, values: object, omit: readonly string[]): void {
  const text = JSON.stringify(values, (name, value) =>
    name === 'password' || omit.includes(name) ? undefined : value,
  )
  // Restored as it was, it is as old as before.
  if (JSON.stringify(readDraft(key)?.values) === text) return
  try {
    sessionStorage.setItem(key, `{"savedAt":${Date.now()},"values":${text}}`)
  } catch {
    // Full or blocked storage only costs the draft; the form itself works.
  }
}

/** Where the current user's draft is stored. */
function storageKeyOf(queries: QueryClient, key: string): string {
  const actor = queries.getQueryData(meQuery.queryKey)
  return `${KEY_PREFIX}${actor && 'id' in actor ? actor.id : 'visitor'} ${key}`
}

export const hasDraft = (queries: QueryClient, key: string): boolean =>
  readDraft(storageKeyOf(queries, key)) !== null

export type FormDraft = {
  /** When the draft in the form was saved; null while the form has none to say so of. */
  readonly savedAt: Date | null
  /** Deletes the draft once the form is done. */
  readonly clear: () => void
  /** Deletes the draft, and what it filled in. */
  readonly discard: () => void
  /** Says that what is typed is kept: it was refused. */
  readonly showDraft: () => void
  readonly keep: (sent: object | null) => void
}

/**
 * Stores the values of a controlled Mantine form under `key`. Passwords are never stored, nor the fields in `omit` at
 * any depth. Call `clear` once the form is done, and show `DraftNote` in the form. A form that is cleared when it is sent
 * passes what was sent to `keep` until the response; it is the draft as long as nothing else is typed.
 */
export function useDraft<Values extends object>(
  form: UseFormReturnType<Values>,
  key: string,
  { omit = [] }: { readonly omit?: readonly string[] } = {},
): FormDraft {
  const queries = useQueryClient()
  const [storageKey] = useState(() => storageKeyOf(queries, key))
  const [savedAt, setSavedAt] = useState<Date | null>(null)
  const initialValues = useRef(form.values)
  const sent = useRef<object | null>(null)
  const latest = useRef({ form, omit })
  latest.current = { form, omit }
  const showDraft = useRef(() => {
    const stored = readDraft(storageKey)
    setSavedAt(stored && new Date(stored.savedAt))
    return stored
  }).current

  // Before the first paint, so that the user does not see fields filling in.
  useLayoutEffect(() => {
    const stored = showDraft()
    if (stored) latest.current.form.setValues(stored.values as Partial<Values>)
  }, [showDraft])

  useEffect(() => {
    if (form.values === initialValues.current) return
    const unsaved = latest.current.form.isDirty() ? form.values : sent.current
    if (unsaved === null) sessionStorage.removeItem(storageKey)
    else {
      storeDraft(storageKey, unsaved, latest.current.omit)
      // The note may be needed once the server cannot be reached.
      loadSavedDraft().catch(() => {})
    }
  }, [form.values, storageKey])

  const clear = (): void => {
    sessionStorage.removeItem(storageKey)
    setSavedAt(null)
  }
  return {
    savedAt,
    clear,
    discard: () => {
      form.reset()
      clear()
    },
    showDraft: () => void showDraft(),
    keep: values => {
      sent.current = values
      if (values) setSavedAt(null)
    },
  }
}

const loadSavedDraft = () => import('./saved-draft.tsx')
// Without a connection, and not loaded before, there is only no note.
const SavedDraft = lazy<ComponentType<{ savedAt: Date; discard: () => void }>>(() =>
  loadSavedDraft().then(
    ({ SavedDraft }) => ({ default: SavedDraft }),
    () => ({ default: () => null }),
  ),
)

/** In a form: says that it shows a draft, and clears it. Nothing without one. */
export const DraftNote = ({ draft: { savedAt, discard } }: { draft: FormDraft }) =>
  savedAt !== null && (
    <LazyContent>
      <SavedDraft savedAt={savedAt} discard={discard} />
    </LazyContent>
  )
