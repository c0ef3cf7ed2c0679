// Live updates: a hook for each stream.

import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { CompanyChange, DirectoryChange } from '#contract/live-changes.ts'
import { api } from '#web/api/client.ts'
import { emitReconnect } from '#web/api/on-reconnect.ts'
import { useAccount } from '#web/api/session.ts'
import { usePermission } from '#web/api/use-permission.ts'
import type { StreamEvent } from './event-stream.ts'

const RETRY_DELAY_MS = 4000

const RESET = { kind: 'reset', id: '', card: null } as const

/** Follows a stream while `scope` is a string; returns whether it is connected. */
function useStream<Change>(
  path: string,
  scope: string | null,
  invalidate: (queries: QueryClient, change: Change | typeof RESET) => void,
): boolean {
  const queries = useQueryClient()
  const [isUp, setUp] = useState(true)
  useEffect(() => {
    if (scope === null) return
    const controller = new AbortController()
    const onEvent = (event: StreamEvent<Change>): void => {
      if (event.type === 'change') invalidate(queries, event.change)
      else if (event.type === 'reset') invalidate(queries, RESET)
      else {
        setUp(event.type === 'up')
        if (event.type === 'up') emitReconnect()
      }
    }
    // Its code loads once the page is ready, with retries.
    const start = async (): Promise<void> => {
      const module = await import('./event-stream.ts').catch(() => null)
      if (controller.signal.aborted) return
      if (module !== null) return module.subscribeToStream(path, scope, onEvent, controller.signal)
      setUp(false)
      setTimeout(start, RETRY_DELAY_MS)
    }
    void start()
    return () => {
      controller.abort()
      setUp(true)
    }
  }, [path, scope, invalidate, queries])
  return isUp
}

/** `accountId`: the company user's account; null without one. */
export const useLiveCompany = (
  accountId: string | null,
  onChange: (queries: QueryClient, change: CompanyChange) => void,
): boolean => useStream<CompanyChange>('/api/live', accountId, onChange)

export const useLiveDirectory = (): boolean =>
  useStream<DirectoryChange>('/api/live/directory', 'public', invalidateDirectory)

/** `token`: the link of the ticket to follow; null without access. */
export const useLiveCustomerView = (token: string | null): boolean =>
  useStream<object>(`/api/live/follow/${token ?? ''}`, token, invalidateCustomerView)

/** Follows the RV owner's rigs. */
export function useLiveRigs(): void {
  const account = useAccount()
  const may = usePermission()
  useStream<object>('/api/live/account', may('rv-owner.see') ? account : null, invalidateRigs)
}

/** Updates the public list for one change of the directory. */
function invalidateDirectory(queries: QueryClient, _change: DirectoryChange): void {
  void queries.invalidateQueries({ queryKey: api.companies.list.key() })
  void queries.invalidateQueries({ queryKey: api.companies.get.key() })
}

/** Refetches an RV owner's rigs: their stream says only that something changed. */
function invalidateRigs(queries: QueryClient): void {
  void queries.invalidateQueries({ queryKey: api.rigClaims.key() })
  void queries.invalidateQueries({ queryKey: api.rigComponents.key() })
}

/** Refetches the ticket of a link: its stream says only that it changed. */
function invalidateCustomerView(queries: QueryClient): void {
  void queries.invalidateQueries({ queryKey: api.customerView.key() })
}
