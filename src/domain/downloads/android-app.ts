// A customer's Android app opens the pages of one server, whose address it asks for once. A link or a QR code from a
// company fills that in; the app asks before such a link changes a server that it has already.

/** The link that opens `path` of the server at `origin` in the app, which takes https alone; null for any other. */
export function appLink(origin: string, path = '/'): string | null {
  if (!origin.startsWith('https://')) return null
  return `rigwright://open?server=${encodeURIComponent(origin)}&path=${encodeURIComponent(path)}`
}
