// Whether a page of another site sent a request: it may not act with this browser's session.

/** One header of a request; undefined where it has none. */
type HeaderReader = (name: string) => string | undefined

const FOREIGN_SITES = ['cross-site', 'same-site']

export function isCrossSite(header: HeaderReader, baseUrl: string | undefined): boolean {
  const origin = header('origin')
  // A browser that hides the origin still says how far away the page is that asks.
  if (origin === undefined) return FOREIGN_SITES.includes(header('sec-fetch-site') ?? '')
  return origin !== baseUrl && (!URL.canParse(origin) || new URL(origin).host !== header('host'))
}
