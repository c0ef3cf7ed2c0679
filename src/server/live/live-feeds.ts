// The change log as live feeds. The event bus wakes this server, which reads changes once per feed and passes them to
// all listeners. Lost notifications lose nothing: versions are polled every few seconds as well, and a listener
// resumes from its last version.

import { EventEmitter, setMaxListeners } from 'node:events'
import { sql } from 'kysely'
import { type AcrossCompanies, listInReach } from '#server/db/cluster-nodes.ts'
import type { Database } from '#server/db/database.ts'
import { queryOnce, setLocal } from '#server/db/pipelined-transaction.ts'
import { accountFeed, DIRECTORY_FEED, type LiveEvent, type PublishEvents } from '#server/db/unit-of-work.ts'
import type { EventBus } from './event-bus.ts'

/** Receives the events of one or more complete versions, in order. */
type FeedListener = (events: readonly LiveEvent[]) => void

const POLL_INTERVAL_MS = 4000
/** A listener further behind than this has to refetch everything. */
export const MAX_REPLAY = 1000

/** A feed with at least one listener: reads each version once and passes it to all of them. */
class FeedChannel {
  readonly #feed: Feed
  readonly #listeners = new Map<FeedListener, { lastVersion: number; buffered: LiveEvent[] | null }>()
  #cursor: number
  readonly #pending: LiveEvent[] = []
  #isPolling = false
  #pollAgain = false

  constructor(feed: Feed, cursor: number) {
    this.#feed = feed
    this.#cursor = cursor
  }

  get cursor(): number {
    return this.#cursor
  }

  get isEmpty(): boolean {
    return this.#listeners.size === 0
  }

  /**
   * Passes on what this server has just written, if nothing lies between it and the cursor; otherwise reads both from
   * the database. Events arriving during delivery are batched.
   */
  async publishLocal(events: readonly LiveEvent[]): Promise<void> {
    const version = events[0]?.version
    const last = this.#pending.at(-1)?.version ?? this.#cursor
    if (version === undefined || this.#isPolling || version !== last + 1) return this.poll()
    this.#pending.push(...events)
    if (this.#pending.length > events.length) return
    await new Promise(resolve => setImmediate(resolve))
    const published = this.#pending.splice(0)
    // Meanwhile a poll may have started, or have read it already.
    if (this.#isPolling || published[0]?.version !== this.#cursor + 1) return this.poll()
    this.#cursor = published.at(-1)?.version ?? this.#cursor
    for (const [listener, state] of this.#listeners) deliver(listener, state, published)
  }

  /** Reads on from the cursor; a wake-up during reading causes another read. */
  async poll(): Promise<void> {
    if (this.#isPolling) {
      this.#pollAgain = true
      return
    }
    this.#isPolling = true
    try {
      do {
        this.#pollAgain = false
        const events = await this.#feed.read(this.#cursor)
        this.#cursor = events.at(-1)?.version ?? this.#cursor
        for (const [listener, state] of this.#listeners) deliver(listener, state, events)
      } while (this.#pollAgain)
    } finally {
      this.#isPolling = false
    }
  }

  async subscribe(listener: FeedListener, after: number): Promise<void> {
    const state: { lastVersion: number; buffered: LiveEvent[] | null } = { lastVersion: after, buffered: [] }
    this.#listeners.set(listener, state)
    const missed = after < this.#cursor ? await this.#feed.read(after) : []
    const buffered = state.buffered ?? []
    state.buffered = null
    deliver(listener, state, missed)
    deliver(listener, state, buffered)
  }

  unsubscribe(listener: FeedListener): void {
    this.#listeners.delete(listener)
  }
}

function deliver(
  listener: FeedListener,
  state: { lastVersion: number; buffered: LiveEvent[] | null },
  events: readonly LiveEvent[],
): void {
  if (state.buffered !== null) {
    state.buffered.push(...events)
    return
  }
  // Usually everyone: the same list is serialized once.
  const isNew = ({ version }: LiveEvent) => version > state.lastVersion
  const unseen = events.every(isNew) ? events : events.filter(isNew)
  const last = unseen.at(-1)
  if (last === undefined) return
  state.lastVersion = last.version
  listener(unseen)
}

/** The source of a feed's versions and events. */
type Feed = {
  readonly version: () => Promise<number>
  readonly read: (after: number) => Promise<readonly LiveEvent[]>
}

const companyFeed = (database: Database, companyId: string): Feed => ({
  version: async () => (await companyVersions(database, [companyId])).get(companyId) ?? 0,
  read: after => {
    // Only the last change of a thing in one version is sent. Rows are used as they are: a card's names are already
    // the client's.
    const rows = database.withoutPlugins()
    const query = sql<LiveEvent>`
      SELECT DISTINCT ON (version, kind, id) version, kind, id, card FROM change_log
      WHERE company_id = ${companyId} AND version > ${after}
      ORDER BY version, kind, id, seq DESC`
    return queryOnce(rows, [setLocal('company', companyId)], query.compile(rows))
  },
})

const directoryFeed = (database: Database): Feed => ({
  version: async () => {
    const row = await database.selectFrom('directoryVersion').select('version').executeTakeFirstOrThrow()
    return row.version
  },
  read: async after => {
    const rows = await database
      .selectFrom('directory')
      // Search fields are not sent: the client queries again.
      .select(['version', 'companyId', 'companyName', 'companyAddress', 'companyPhone'])
      .select(['imageUrl', 'trusted', 'verified', 'hidden'])
      .where('version', '>', after)
      .orderBy('version')
      .execute()
    return rows.map(({ version, companyId, imageUrl, hidden, ...card }) => ({
      version,
      kind: 'directory',
      id: companyId,
      card: hidden ? null : { ...card, companyUUID: companyId, imageURL: imageUrl },
    }))
  },
})

const feedOf = (database: Database, name: string): Feed =>
  name === DIRECTORY_FEED ? directoryFeed(database) : companyFeed(database, name)

async function companyVersions(
  database: Database,
  companies: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ companyId: string; version: number }>`
    select * from company_versions(${[...companies]}::uuid[])`.execute(database)
  return new Map(rows.map(({ companyId, version }) => [companyId, version]))
}

/** The feeds of `channels` that have a newer version than was read. */
async function listBehind(
  services: AcrossCompanies,
  channels: ReadonlyMap<string, Promise<FeedChannel>>,
): Promise<readonly string[]> {
  const names = [...channels.keys()]
  if (names.length === 0) return []
  const { database } = services
  const inReach = await listInReach(services)
  const companies = names.filter(name => name !== DIRECTORY_FEED && (inReach?.includes(name) ?? true))
  const versions = await companyVersions(database, companies)
  const behind: string[] = []
  for (const name of names) {
    const channel = await channels.get(name)
    const version = name === DIRECTORY_FEED ? await directoryFeed(database).version() : versions.get(name)
    if (channel !== undefined && channel.cursor < (version ?? 0)) behind.push(name)
  }
  return behind
}

export type LiveFeeds = {
  /** Notifies all servers that a feed has changed, and local listeners directly. */
  readonly publish: PublishEvents
  /**
   * Subscribes to a feed. `after` is the last version seen, null for "from now on". Returns the listener's version,
   * and whether it was too far behind and has to refetch everything.
   */
  readonly subscribe: (
    feed: string,
    after: number | null,
    listener: FeedListener,
  ) => Promise<{ version: number; reset: boolean; unsubscribe: () => void }>
  /** Notifies all servers that sessions of this account have ended. */
  readonly publishSessionEnd: (account: string) => void
  /** Calls `listener` whenever sessions of this account have ended; returns how to stop. */
  readonly onSessionEnd: (account: string, listener: () => void) => () => void
  /** The current version of a feed: its local listeners' cursor, if there are any. */
  readonly versionOf: (feed: string) => Promise<number>
  /** The number of listeners on this server. */
  readonly listenerCount: () => number
  /** Aborted when the server starts to stop: every stream ends, and resumes on the next server. */
  readonly closing: AbortSignal
  readonly close: () => Promise<void>
}

/** Nothing of an account's feed is stored: its pages refetch everything when they reconnect. */
const ACCOUNT_PREFIX = accountFeed('')
const ACCOUNT_CHANGE: readonly LiveEvent[] = [{ version: 0, kind: 'account', id: '', card: null }]

/** Not a feed: nothing is read, and a lost message is made up for by the check at each heartbeat. */
const SESSION_END_PREFIX = 'session-end-'

/** Connects feeds to the event bus. `log` gets errors. */
export function createLiveFeeds(
  services: AcrossCompanies,
  eventBus: EventBus,
  log: (sentence: string, error: unknown) => void,
): LiveFeeds {
  const { database } = services
  const channels = new Map<string, Promise<FeedChannel>>()
  let listenerCount = 0
  const closing = new AbortController()
  const sessionEnds = new EventEmitter()
  const accountChanges = new EventEmitter()
  // Every stream listens to them; Node would warn of a leak above ten.
  setMaxListeners(0, closing.signal, sessionEnds, accountChanges)

  const publishToChannel = async (name: string, events: readonly LiveEvent[]) => {
    const channel = await channels.get(name)
    await channel?.publishLocal(events)
  }
  const publishOrLog = (name: string, events: readonly LiveEvent[] = []) => {
    if (name.startsWith(ACCOUNT_PREFIX)) return void accountChanges.emit(name)
    publishToChannel(name, events).catch(error => log('Could not read a change feed; will retry.', error))
  }

  const poll = (): void => {
    listBehind(services, channels)
      .then(names => {
        for (const name of names) publishOrLog(name)
      })
      .catch(error => log('Could not check the change feeds; will retry.', error))
  }
  const timer = setInterval(poll, POLL_INTERVAL_MS)
  timer.unref()
  eventBus.subscribe({
    onMessage: name => {
      if (name.startsWith(SESSION_END_PREFIX)) sessionEnds.emit(name)
      else publishOrLog(name)
    },
    onReconnect: () => {
      poll()
      for (const name of accountChanges.eventNames()) accountChanges.emit(name)
    },
  })

  function channelOf(name: string): Promise<FeedChannel> {
    const existing = channels.get(name)
    if (existing !== undefined) return existing
    const feed = feedOf(database, name)
    const created = feed.version().then(version => new FeedChannel(feed, version))
    created.catch(() => channels.delete(name))
    channels.set(name, created)
    return created
  }

  /** Counts a listener; returns how to end it, which may be called again. */
  const countListener = (end: () => void): (() => void) => {
    let isSubscribed = true
    listenerCount += 1
    return () => {
      if (isSubscribed) listenerCount -= 1
      isSubscribed = false
      end()
    }
  }

  const subscribeToAccount = (name: string, listener: FeedListener) => {
    const onChange = () => listener(ACCOUNT_CHANGE)
    accountChanges.on(name, onChange)
    const unsubscribe = countListener(() => accountChanges.off(name, onChange))
    return { version: 0, reset: false, unsubscribe }
  }

  const subscribe: LiveFeeds['subscribe'] = async (name, after, listener) => {
    if (name.startsWith(ACCOUNT_PREFIX)) return subscribeToAccount(name, listener)
    const created = channelOf(name)
    const channel = await created
    // A resuming client may have seen a version on another server that this one has yet to read.
    if (after !== null && after > channel.cursor) await channel.poll()
    // Meanwhile the channel may have been closed, and a new one opened.
    const current = channels.get(name)
    if (current !== undefined && current !== created) return subscribe(name, after, listener)
    channels.set(name, created)
    const isOutOfReach = after !== null && (after > channel.cursor || channel.cursor - after > MAX_REPLAY)
    const version = after === null || isOutOfReach ? channel.cursor : after
    const unsubscribe = countListener(() => {
      channel.unsubscribe(listener)
      if (channel.isEmpty && channels.get(name) === created) channels.delete(name)
    })
    try {
      await channel.subscribe(listener, version)
    } catch (error) {
      unsubscribe()
      throw error
    }
    return { version, reset: isOutOfReach, unsubscribe }
  }

  return {
    publish: (feed, events) => {
      // Local listeners do not depend on the event bus.
      publishOrLog(feed, events)
      eventBus.publish(feed)
    },
    subscribe,
    publishSessionEnd: account => {
      sessionEnds.emit(SESSION_END_PREFIX + account)
      eventBus.publish(SESSION_END_PREFIX + account)
    },
    onSessionEnd: (account, listener) => {
      sessionEnds.on(SESSION_END_PREFIX + account, listener)
      return () => sessionEnds.off(SESSION_END_PREFIX + account, listener)
    },
    versionOf: async name => (await channels.get(name))?.cursor ?? feedOf(database, name).version(),
    listenerCount: () => listenerCount,
    closing: closing.signal,
    close: async () => {
      closing.abort()
      clearInterval(timer)
    },
  }
}
