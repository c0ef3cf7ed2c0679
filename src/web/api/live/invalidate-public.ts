// What a change makes stale for people without an account: the public list, and the ticket of a link.

import type { QueryClient } from '@tanstack/react-query'
import type { DirectoryChange } from '#contract/live.ts'
import { api } from '#web/api/client.ts'

/** Brings the public list up to date with one change of the directory. */
export function invalidateDirectory(queries: QueryClient, _change: DirectoryChange): void {
  void queries.invalidateQueries({ queryKey: api.companies.list.key() })
  void queries.invalidateQueries({ queryKey: api.companies.get.key() })
}

/** Looks again at the ticket of a link: its stream says only that something of it changed. */
export function invalidateCustomerView(queries: QueryClient): void {
  void queries.invalidateQueries({ queryKey: api.customerView.key() })
}
