// The event bus: tells other servers that a feed has changed. A message has only the feed's name, and may get lost:
// changes are in the change log, which every server also polls every few seconds. So the bus can be replaced without
// other changes.

/** Handlers of a subscriber. */
export type EventBusListener = {
  readonly onMessage: (feed: string) => void
  /** Messages may have been missed: poll everything. */
  readonly onReconnect: () => void
}

export type EventBus = {
  /** Notifies all other servers. Never waits, never throws; this server does not receive it. */
  readonly publish: (feed: string) => void
  /** Sets the subscriber. */
  readonly subscribe: (listener: EventBusListener) => void
  /** Whether messages are sent and received, as far as known. */
  readonly isConnected: () => boolean
  /** Sends pending messages first. */
  readonly close: () => Promise<void>
}

/** For a server that has its database to itself. */
export const noopEventBus: EventBus = {
  publish: () => {},
  subscribe: () => {},
  isConnected: () => true,
  close: async () => {},
}
