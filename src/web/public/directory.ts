import { COMPANIES_AT_ONCE } from '#domain/directory.ts'
import { api } from '#web/api.ts'

const limit = COMPANIES_AT_ONCE

/** The public list, a page at a time. */
export const directoryQuery = api.companies.list.infiniteOptions({
  input: (after: string | null) => (after === null ? { limit } : { limit, after }),
  initialPageParam: null as string | null,
  getNextPageParam: ({ next }) => next,
})
