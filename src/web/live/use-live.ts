// Live on every open page: one hook follows the company's stream, one the public directory's.

import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { CompanyChange, DirectoryChange } from '#contract/live.ts'
import { followStream } from './connection.ts'
import { refreshCompany, refreshDirectory, refreshFollowed } from './refresh.ts'

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
    const stop = followStream<Change>(path, scope, heard => {
      if (heard.type === 'change') refresh(queries, heard.change)
      else if (heard.type === 'fresh') refresh(queries, RESET)
      else setUp(heard.type === 'up')
    })
    return () => {
      stop()
      setUp(true)
    }
  }, [path, scope, refresh, queries])
  return isUp
}

/** `accountId`: whose company to follow; null while nobody of a company is signed in. */
export const useLiveCompany = (accountId: string | null): boolean =>
  useStream<CompanyChange>('/api/live', accountId, refreshCompany)

export const useLiveDirectory = (): boolean =>
  useStream<DirectoryChange>('/api/live/directory', 'public', refreshDirectory)

/** `token`: the link of the ticket to follow; null while it is not open to whoever looks. */
export const useLiveFollow = (token: string | null): boolean =>
  useStream<object>(`/api/live/follow/${token ?? ''}`, token, refreshFollowed)
