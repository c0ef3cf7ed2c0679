// The public list of companies. It is read a page at a time, by people and by search engines alike; the
// page that is sent along with Home and the page that Home would ask for are the same one.

/** How many companies the list shows at a time. */
export const COMPANIES_PAGE_SIZE = 60

/** What Home's address may say behind its question mark, in the order in which it says it. */
export const SEARCH_PARAM_NAMES = [
  ...(['q', 'near', 'at', 'comes', 'open', 'trusted', 'verified', 'sort', 'view'] as const),
] as const
export type SearchParams = { readonly [Name in (typeof SEARCH_PARAM_NAMES)[number]]?: string | undefined }
