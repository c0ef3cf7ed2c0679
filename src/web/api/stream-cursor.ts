// The versions of the live streams when the page was rendered: the first subscriber starts there. Later ones resume
// from what they have received.

export type StreamCursor = { readonly stream: string; readonly account: string; readonly version: number }

const cursors: StreamCursor[] = []

export const storeStreamCursors = (loaded: readonly StreamCursor[]): void => void cursors.push(...loaded)

/** The version up to which the page's data is current, once; null if unknown. */
export function takeStreamCursor(stream: string, account: string): number | null {
  const index = cursors.findIndex(cursor => cursor.stream === stream && cursor.account === account)
  return cursors.splice(index, index === -1 ? 0 : 1)[0]?.version ?? null
}
