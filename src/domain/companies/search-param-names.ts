// The public list of companies, paged for people and search engines; the server prefetches the same page that Home
// requests.

/** Companies per page. */
export const COMPANIES_PAGE_SIZE = 60

/** The search parameters of Home's URL, in order. */
export const SEARCH_PARAM_NAMES = [
  ...(['q', 'near', 'at', 'comes', 'open', 'trusted', 'verified', 'sort', 'view'] as const),
] as const
export type SearchParams = { readonly [Name in (typeof SEARCH_PARAM_NAMES)[number]]?: string | undefined }
