// Detects requests from other sites' pages, which may not use this browser's session.

/** One header of a request; undefined without it. */
type HeaderReader = (name: string) => string | undefined

const FOREIGN_SITES = ['cross-site', 'same-site']

export function isCrossSite(header: HeaderReader, baseUrl: string | undefined): boolean {
  const origin = header('origin')
  // A browser that hides the origin still sends Sec-Fetch-Site.
  if (origin === undefined) return FOREIGN_SITES.includes(header('sec-fetch-site') ?? '')
  return origin !== baseUrl && (!URL.canParse(origin) || new URL(origin).host !== header('host'))
}
