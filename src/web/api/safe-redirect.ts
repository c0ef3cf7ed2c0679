/**
 * Where to go after signing in, from an address bar that anybody may have written: a path of this
 * very site, else undefined.
 */
export function safeRedirect(to: unknown): string | undefined {
  if (typeof to !== 'string' || !/^\/(?![/\\])/.test(to)) return undefined
  // Browsers drop tabs and line breaks inside an address, so `/\t/elsewhere` leads elsewhere.
  const base = 'http://here.invalid'
  return URL.canParse(to, base) && new URL(to, base).origin === base ? to : undefined
}
