// The router needs these for every page, and the rest of the company search only on Home.

/** The search parameters of Home's URL, in order. */
export const SEARCH_PARAM_NAMES = [
  ...(['q', 'near', 'at', 'comes', 'open', 'trusted', 'verified', 'sort', 'view'] as const),
] as const
