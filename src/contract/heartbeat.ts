/** The interval of a live stream's `heartbeat` events. A client that gets none for longer reconnects. */
export const HEARTBEAT_INTERVAL_MS = 15_000
