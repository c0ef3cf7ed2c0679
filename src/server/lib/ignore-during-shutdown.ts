// Ctrl-C or a machine's shutdown may stop the database before its server; errors in that time are expected.

const SIGNAL_GRACE_MS = 250

/** Logs errors that a shutdown may have caused, unless one follows. Keeps their order. */
export function ignoreDuringShutdown(stopping: AbortSignal, report: () => void): void {
  setTimeout(() => {
    if (!stopping.aborted) report()
  }, SIGNAL_GRACE_MS)
}
