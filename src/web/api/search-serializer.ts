// Search parameters are plain text: the router's default parser would take a VIN of digits for a number and round it.
export const parseSearch = (search: string): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(search))

export function stringifySearch(search: Record<string, unknown>): string {
  const definedEntries = Object.entries(search).filter(([, value]) => value !== undefined)
  const text = new URLSearchParams(definedEntries.map(([name, value]) => [name, String(value)])).toString()
  return text === '' ? '' : `?${text}`
}
