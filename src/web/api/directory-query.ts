import type { firstPageInput } from '#domain/companies/search-params.ts'
import { api } from './client.ts'

export type FirstPageInput = ReturnType<typeof firstPageInput>

/** The public company list for a search, one page at a time. */
export const directoryQuery = (firstPage: FirstPageInput) =>
  api.companies.list.infiniteOptions({
    input: (after: string | null) => (after === null ? firstPage : { ...firstPage, after }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  })
