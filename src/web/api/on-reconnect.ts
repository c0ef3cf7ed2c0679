// Who waits for the server to be reached again. A live stream that stands is the sign of it, and says so at each
// heartbeat: what was given up a moment after the line was back is not forgotten.

const listeners = new Set<() => void>()

/** Calls `go` at every sign that the server is reached; answers with what ends that. */
export function onReconnect(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const emitReconnect = (): void => {
  for (const listener of [...listeners]) listener()
}
