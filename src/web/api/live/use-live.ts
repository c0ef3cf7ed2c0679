// Live on every open page: one hook follows the company's stream, one the public directory's.

import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { CompanyChange, DirectoryChange } from '#contract/live.ts'
import type { Heard } from './event-stream.ts'
import { refreshDirectory, refreshFollowed } from './invalidate-public.ts'
import { sayBack } from './on-reconnect.ts'

const AGAIN_MS = 4000

const RESET = { kind: 'reset', id: '', card: null } as const

/** Follows a stream while `scope` is a string; answers whether the connection stands. */
function useStream<Change>(
  path: string,
  scope: string | null,
  refresh: (queries: QueryClient, change: Change | typeof RESET) => void,
): boolean {
  const queries = useQueryClient()
  const [isUp, setUp] = useState(true)
  useEffect(() => {
    if (scope === null) return
    const ending = new AbortController()
    const hear = (heard: Heard<Change>): void => {
      if (heard.type === 'change') refresh(queries, heard.change)
      else if (heard.type === 'fresh') refresh(queries, RESET)
      else {
        setUp(heard.type === 'up')
        if (heard.type === 'up') sayBack()
      }
    }
    // Its code comes once the page stands, and is asked for until it does.
    const begin = async (): Promise<void> => {
      const code = await import('./event-stream.ts').catch(() => null)
      if (ending.signal.aborted) return
      if (code !== null) return code.followStream(path, scope, hear, ending.signal)
      setUp(false)
      setTimeout(begin, AGAIN_MS)
    }
    void begin()
    return () => {
      ending.abort()
      setUp(true)
    }
  }, [path, scope, refresh, queries])
  return isUp
}

/** Only people of a company need what knows its changes, so that comes with the first of them. */
const refreshCompany = (queries: QueryClient, change: CompanyChange | typeof RESET): void =>
  void import('./invalidate.ts').then(
    code => code.refreshCompany(queries, change),
    () => queries.invalidateQueries(),
  )

/** `accountId`: whose company to follow; null while nobody of a company is signed in. */
export const useLiveCompany = (accountId: string | null): boolean =>
  useStream<CompanyChange>('/api/live', accountId, refreshCompany)

export const useLiveDirectory = (): boolean =>
  useStream<DirectoryChange>('/api/live/directory', 'public', refreshDirectory)

/** `token`: the link of the ticket to follow; null while it is not open to whoever looks. */
export const useLiveFollow = (token: string | null): boolean =>
  useStream<object>(`/api/live/follow/${token ?? ''}`, token, refreshFollowed)
