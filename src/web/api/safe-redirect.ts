/** The redirect after logging in, from a URL that anyone may have made: a path of this site, otherwise undefined. */
export function safeRedirect(to: unknown): string | undefined {
  if (typeof to !== 'string' || !/^\/(?![/\\])/.test(to)) return undefined
  // Browsers drop tabs and line breaks in URLs, so `/\t/elsewhere` leads elsewhere.
  const base = 'http://here.invalid'
  return URL.canParse(to, base) && new URL(to, base).origin === base ? to : undefined
}
