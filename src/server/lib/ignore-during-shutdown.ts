// Ctrl-C, or whoever ends a machine, may reach the database before its server: what breaks then is no fault.

const SIGNALS_APART_MS = 250

/** Tells what a stop may have caused when no stop has followed it. What is told so keeps its order. */
export function unlessStopping(stopping: AbortSignal, tell: () => void): void {
  setTimeout(() => {
    if (!stopping.aborted) tell()
  }, SIGNALS_APART_MS)
}
