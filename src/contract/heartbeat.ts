/** The interval of a live stream's `heartbeat` events. A client without them for longer reconnects. */
export const HEARTBEAT_INTERVAL_MS = 15_000
