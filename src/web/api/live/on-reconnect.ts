// Who waits for the server to be reached again. A live stream that stands is the sign of it, and says so at each
// heartbeat: what was given up a moment after the line was back is not forgotten.

const waiting = new Set<() => void>()

/** Calls `go` at every sign that the server is reached; answers with what ends that. */
export function whenBack(go: () => void): () => void {
  waiting.add(go)
  return () => void waiting.delete(go)
}

export const sayBack = (): void => {
  for (const go of [...waiting]) go()
}
