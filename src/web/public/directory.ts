import { api } from '#web/api.ts'

const PAGE = 60

/** The public list, a page at a time. */
export const directoryQuery = api.companies.list.infiniteOptions({
  input: (after: string | null) => (after === null ? { limit: PAGE } : { limit: PAGE, after }),
  initialPageParam: null as string | null,
  getNextPageParam: ({ next }) => next,
})
