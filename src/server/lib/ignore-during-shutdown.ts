// Ctrl-C or a machine's shutdown may stop the database before its server; errors in that time are expected.

const SIGNAL_GRACE_MS = 250

/** Calls `report` after a moment, unless the program is stopping by then. Reports keep their order. */
export function ignoreDuringShutdown(stopping: AbortSignal, report: () => void): void {
  setTimeout(() => {
    if (!stopping.aborted) report()
  }, SIGNAL_GRACE_MS)
}
