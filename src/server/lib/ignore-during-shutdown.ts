// Ctrl-C, or whoever ends a machine, may reach the database before its server: what breaks then is no fault.

const SIGNAL_GRACE_MS = 250

/** Tells what a stop may have caused when no stop has followed it. What is told so keeps its order. */
export function ignoreDuringShutdown(stopping: AbortSignal, report: () => void): void {
  setTimeout(() => {
    if (!stopping.aborted) report()
  }, SIGNAL_GRACE_MS)
}
