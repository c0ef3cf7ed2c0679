// The Android app opens one server's pages, and asks for its address once. A company's link or QR code fills that in;
// the app asks before such a link changes its server.

/** The link that opens `path` of the server at `origin` in the app, which requires https; null for others. */
export function appLink(origin: string, path = '/'): string | null {
  if (!origin.startsWith('https://')) return null
  return `rigwright://open?server=${encodeURIComponent(origin)}&path=${encodeURIComponent(path)}`
}
