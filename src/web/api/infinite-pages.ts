/** For a list that is read newest first: where the next older page begins. */
export const infinitePages = {
  initialPageParam: undefined,
  getNextPageParam: (page: { readonly next: string | null }) => page.next ?? undefined,
} as const

/** The place in a list before which a page is asked for; none for the newest. */
export const beforeInput = (before: string | undefined) => (before === undefined ? {} : { before })

/** Options of the query for a list that takes nothing else. */
export const newestFirst = { input: beforeInput, ...infinitePages } as const

/** The same for what goes on after the end of a page. */
export const afterInput = (after: string | undefined) => (after === undefined ? {} : { after })
