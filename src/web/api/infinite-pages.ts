/** For a list sorted newest first: where the next older page begins. */
export const infinitePages = {
  initialPageParam: undefined,
  getNextPageParam: (page: { readonly next: string | null }) => page.next ?? undefined,
} as const

/** The cursor before which a page is requested; none for the newest. */
export const beforeInput = (before: string | undefined) => (before === undefined ? {} : { before })

/** Options of the query for a list that takes nothing else. */
export const newestFirst = { input: beforeInput, ...infinitePages } as const

/** The same for pages after a cursor. */
export const afterInput = (after: string | undefined) => (after === undefined ? {} : { after })
