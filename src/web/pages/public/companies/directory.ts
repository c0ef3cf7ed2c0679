import type { firstPageOf } from '#domain/companies/search-params.ts'
import { api } from '#web/api/client.ts'

export type FirstPage = ReturnType<typeof firstPageOf>

/** The public list as it is searched, a page at a time. */
export const directoryQuery = (asked: FirstPage) =>
  api.companies.list.infiniteOptions({
    input: (after: string | null) => (after === null ? asked : { ...asked, after }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  })
