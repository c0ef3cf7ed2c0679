/** How often a live stream says that it still stands, as an event `here`. Who hears nothing for longer is cut off. */
export const HEARTBEAT_INTERVAL_MS = 15_000
