// How far the live streams had come when the answers on the page were given: the first to listen begins there. Whoever
// listens again later resumes from what they heard themselves.

export type StreamCursor = { readonly stream: string; readonly account: string; readonly version: number }

const cursors: StreamCursor[] = []

export const storeStreamCursors = (loaded: readonly StreamCursor[]): void => void cursors.push(...loaded)

/** The version up to which the page holds what this stream tells, said once; null where it is not known. */
export function takeStreamCursor(stream: string, account: string): number | null {
  const index = cursors.findIndex(cursor => cursor.stream === stream && cursor.account === account)
  return cursors.splice(index, index === -1 ? 0 : 1)[0]?.version ?? null
}
