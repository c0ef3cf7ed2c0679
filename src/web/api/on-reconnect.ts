// Waits for the server to be reachable again. An open live stream shows that, and each heartbeat repeats it: a
// command given up shortly after is not forgotten.

const listeners = new Set<() => void>()

/** Calls `listener` whenever the server is reachable; returns how to stop that. */
export function onReconnect(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const emitReconnect = (): void => {
  for (const listener of [...listeners]) listener()
}
