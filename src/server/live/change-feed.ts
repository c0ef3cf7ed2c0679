// The trail as live feeds. The doorbell wakes this server, it reads what is new once per feed and
// hands it to everyone who listens. A lost ring loses nothing: versions are looked at every few
// seconds as well, and a listener resumes from the last version it saw.

import { setMaxListeners } from 'node:events'
import { sql } from 'kysely'
import type { Database } from '#server/db/client.ts'
import { askOnce, literal } from '#server/db/pipelined-transaction.ts'
import { DIRECTORY_FEED, type LiveEvent, type Wake } from '#server/db/unit-of-work.ts'
import type { Doorbell } from './event-bus.ts'

/** Receives the events of one or more versions, in order and each version whole. */
type Listener = (events: readonly LiveEvent[]) => void

const LOOK_AGAIN_MS = 4000
/** Further behind than this, a listener is told to look at everything again. */
export const LONGEST_CATCH_UP = 1000

/** One feed with at least one listener: it reads each version once and hands it to all of them. */
class Room {
  readonly #feed: Feed
  readonly #listeners = new Map<Listener, { seen: number; waiting: LiveEvent[] | null }>()
  #cursor: number
  readonly #handed: LiveEvent[] = []
  #reading = false
  #again = false

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
   * Hands on what this server has just written, where nothing lies between it and what was read before; else
   * it is read with what does. What comes while a crowd is being told goes to it in one piece.
   */
  async tell(news: readonly LiveEvent[]): Promise<void> {
    const version = news[0]?.version
    const last = this.#handed.at(-1)?.version ?? this.#cursor
    if (version === undefined || this.#reading || version !== last + 1) return this.wake()
    this.#handed.push(...news)
    if (this.#handed.length > news.length) return
    await new Promise(resolve => setImmediate(resolve))
    const handed = this.#handed.splice(0)
    // Meanwhile somebody may have begun to read, or have read it.
    if (this.#reading || handed[0]?.version !== this.#cursor + 1) return this.wake()
    this.#cursor = handed.at(-1)?.version ?? this.#cursor
    for (const [listener, state] of this.#listeners) deliver(listener, state, handed)
  }

  /** Reads on from the cursor; a wake that comes meanwhile leads to one more look. */
  async wake(): Promise<void> {
    if (this.#reading) {
      this.#again = true
      return
    }
    this.#reading = true
    try {
      do {
        this.#again = false
        const events = await this.#feed.read(this.#cursor)
        this.#cursor = events.at(-1)?.version ?? this.#cursor
        for (const [listener, state] of this.#listeners) deliver(listener, state, events)
      } while (this.#again)
    } finally {
      this.#reading = false
    }
  }

  async join(listener: Listener, after: number): Promise<void> {
    const state: { seen: number; waiting: LiveEvent[] | null } = { seen: after, waiting: [] }
    this.#listeners.set(listener, state)
    const missed = after < this.#cursor ? await this.#feed.read(after) : []
    const waiting = state.waiting ?? []
    state.waiting = null
    deliver(listener, state, missed)
    deliver(listener, state, waiting)
  }

  leave(listener: Listener): void {
    this.#listeners.delete(listener)
  }
}

function deliver(
  listener: Listener,
  state: { seen: number; waiting: LiveEvent[] | null },
  events: readonly LiveEvent[],
): void {
  if (state.waiting !== null) {
    state.waiting.push(...events)
    return
  }
  // Nearly always all of them: the same list for everybody is made into text once.
  const isNews = ({ version }: LiveEvent) => version > state.seen
  const unseen = events.every(isNews) ? events : events.filter(isNews)
  const last = unseen.at(-1)
  if (last === undefined) return
  state.seen = last.version
  listener(unseen)
}

/** Where a feed's versions and events come from. */
type Feed = {
  readonly version: () => Promise<number>
  readonly read: (after: number) => Promise<readonly LiveEvent[]>
}

const companyFeed = (database: Database, companyId: string): Feed => ({
  version: async () => (await companyVersions(database, [companyId])).get(companyId) ?? 0,
  read: after => {
    const company = literal(companyId)
    // Of what one version did to one thing, only how it ended is news. The rows come as they are: a
    // card's names are the web's already.
    const unseen = `SELECT DISTINCT ON (version, kind, id) version, kind, id, card FROM change
      WHERE company_id = ${company} AND version > ${literal(String(after))}
      ORDER BY version, kind, id, seq DESC`
    const walls = ['SET LOCAL ROLE rigwright_app', `SET LOCAL app.company = ${company}`]
    return askOnce<LiveEvent>(database.withoutPlugins(), walls, unseen)
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
      // What a company is found by is no news: it is asked for again.
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

async function companyVersions(
  database: Database,
  companies: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ companyId: string; version: number }>`
    select * from company_versions(${[...companies]}::uuid[])`.execute(database)
  return new Map(rows.map(({ companyId, version }) => [companyId, version]))
}

export type Live = {
  /** Tells all servers that a feed has something new, and our own listeners at once. */
  readonly wake: Wake
  /**
   * Joins a feed. `after` is the last version seen, null for "from now on". Answers with the version
   * the listener stands at, and whether it has to look at everything again because it was too far behind.
   */
  readonly join: (
    feed: string,
    after: number | null,
    listener: Listener,
  ) => Promise<{ version: number; reset: boolean; leave: () => void }>
  /** How far a feed has come, or had a moment ago: where its listeners here stand, if there are any. */
  readonly versionOf: (feed: string) => Promise<number>
  /** How many listen on this server. */
  readonly listeners: () => number
  /** Aborted when the server begins to stop: every stream ends, and resumes at the next server. */
  readonly closing: AbortSignal
  readonly close: () => Promise<void>
}

/** Answers the doorbell. `log` hears of what went wrong. */
export function openLive(
  database: Database,
  doorbell: Doorbell,
  log: (sentence: string, fault: unknown) => void,
): Live {
  const rooms = new Map<string, Promise<Room>>()
  let listeners = 0
  const closing = new AbortController()
  // Every stream listens to it; Node would take more than ten for a leak.
  setMaxListeners(0, closing.signal)

  const feedOf = (name: string): Feed =>
    name === DIRECTORY_FEED ? directoryFeed(database) : companyFeed(database, name)

  const wakeRoom = async (name: string, news: readonly LiveEvent[]) => {
    const room = await rooms.get(name)
    await room?.tell(news)
  }
  const wakeQuietly = (name: string, news: readonly LiveEvent[] = []) => {
    wakeRoom(name, news).catch(fault =>
      log('A live feed could not be read; it is tried again in a moment.', fault),
    )
  }

  async function lookAgain(): Promise<void> {
    const names = [...rooms.keys()]
    if (names.length === 0) return
    const versions = await companyVersions(
      database,
      names.filter(name => name !== DIRECTORY_FEED),
    )
    for (const name of names) {
      const room = await rooms.get(name)
      const version = name === DIRECTORY_FEED ? await feedOf(name).version() : (versions.get(name) ?? 0)
      if (room !== undefined && room.cursor < version) wakeQuietly(name)
    }
  }

  const look = (): void => {
    lookAgain().catch(fault => log('The live feeds could not be looked at.', fault))
  }
  const timer = setInterval(look, LOOK_AGAIN_MS)
  timer.unref()
  doorbell.answerWith({ onRing: wakeQuietly, onBack: look })

  function roomOf(name: string): Promise<Room> {
    const open = rooms.get(name)
    if (open !== undefined) return open
    const feed = feedOf(name)
    const opening = feed.version().then(version => new Room(feed, version))
    opening.catch(() => rooms.delete(name))
    rooms.set(name, opening)
    return opening
  }

  const join: Live['join'] = async (name, after, listener) => {
    const opening = roomOf(name)
    const room = await opening
    // Somebody who resumes may have heard from another server of a version this one has yet to read.
    if (after !== null && after > room.cursor) await room.wake()
    // Meanwhile the room's last listener may have left it, and somebody else opened another.
    const current = rooms.get(name)
    if (current !== undefined && current !== opening) return join(name, after, listener)
    rooms.set(name, opening)
    const isOutOfReach = after !== null && (after > room.cursor || room.cursor - after > LONGEST_CATCH_UP)
    const version = after === null || isOutOfReach ? room.cursor : after
    let isThere = true
    listeners += 1
    const leave = () => {
      if (isThere) listeners -= 1
      isThere = false
      room.leave(listener)
      if (room.isEmpty && rooms.get(name) === opening) rooms.delete(name)
    }
    try {
      await room.join(listener, version)
    } catch (fault) {
      leave()
      throw fault
    }
    return { version, reset: isOutOfReach, leave }
  }

  return {
    wake: (feed, news) => {
      // Our own listeners need not wait for what the others hear by.
      wakeQuietly(feed, news)
      doorbell.ring(feed)
    },
    join,
    versionOf: async name => (await rooms.get(name))?.cursor ?? feedOf(name).version(),
    listeners: () => listeners,
    closing: closing.signal,
    close: async () => {
      closing.abort()
      clearInterval(timer)
    },
  }
}
