// Takes news from the queue to the push services, some at once: one service that hangs holds up its own phones alone.
// One herald runs in every server. What it has in hand is nobody else's for a while; if it dies with it, another tells
// it then. To whom it goes, and by which link, is looked up at that moment: nobody is told by a link that was closed.

import { type Selectable, sql } from 'kysely'
import { NEWS_LASTS_MS } from '#domain/push/message.ts'
import type { Database } from '#server/db/client.ts'
import type { PushNoteRow } from '#server/db/schema.ts'
import { linkPath } from '#server/features/customer-links/token.ts'
import { faultWords, laterBy, openRounds, type Rounds } from '#server/jobs/queue-worker.ts'
import { inTurns } from '#server/lib/concurrency.ts'
import type { Fingerprint } from '#server/lib/signed-token.ts'
import { KeyRefused, NewsRefused, PhoneGone, type Push } from './web-push.ts'

const AT_ONCE = 8
/** Much longer than a service may take with it. */
const HELD_MS = 2 * 60 * 1000
const FIRST_DELAY_MS = 15_000
const LONGEST_NAME = 100

export type HeraldOptions = {
  readonly database: Database
  readonly push: Push
  readonly fingerprint: Fingerprint
  readonly now: () => Date
  readonly log: (sentence: string, fault: unknown) => void
}

type Note = Selectable<PushNoteRow>

const lastsUntil = ({ at }: Pick<Note, 'at'>): number => at.getTime() + NEWS_LASTS_MS

/** When news that failed is tried again; null when it would be old by then. */
export function nextTellingOf(note: Pick<Note, 'at' | 'tries'>, now: Date): Date | null {
  const next = laterBy(FIRST_DELAY_MS, note.tries, now)
  return next.getTime() < lastsUntil(note) ? next : null
}

/**
 * Takes in hand what has waited longest and goes to none of these services, nor to a phone that somebody is just
 * telling something: its news arrives in order.
 */
async function takeInHand(database: Database, busy: readonly string[], now: Date): Promise<Note | undefined> {
  const until = new Date(now.getTime() + HELD_MS)
  const { rows } = await sql<Note>`
    with next as (
      select note_id from push_note waiting
      where next_try <= ${now} and service <> all(${busy}::text[])
        and not exists (select from push_note held
                        where held.subscription_id = waiting.subscription_id and held.held_until > ${now})
      order by next_try limit 1 for update skip locked
    )
    update push_note taken set held_until = ${until}, next_try = ${until} from next
    where taken.note_id = next.note_id returning taken.*`.execute(database)
  return rows[0]
}

/** The phone that a note is for, with what it is told by; nobody where it was taken back. */
const findPhone = (database: Database, { companyId, subscriptionId }: Note) =>
  database
    .selectFrom('pushSubscription')
    .innerJoin('company', 'company.companyId', 'pushSubscription.companyId')
    .where('pushSubscription.companyId', '=', companyId)
    .where('subscriptionId', '=', subscriptionId)
    .select(['linkId', 'endpoint', 'p256dh', 'auth', 'serverKey', 'companyName'])
    .executeTakeFirst()

/** Whether the same phone has younger news waiting: that replaces this. */
async function isOvertaken(database: Database, note: Note): Promise<boolean> {
  const younger = await database
    .selectFrom('pushNote')
    .select('noteId')
    .where('subscriptionId', '=', note.subscriptionId)
    .where('at', '>', note.at)
    .limit(1)
    .executeTakeFirst()
  return younger !== undefined
}

export function openHerald({ database, push, fingerprint, now, log }: HeraldOptions): Rounds {
  /** With whom this server is speaking: with each service of one thing at a time. */
  const busy = new Set<string>()
  const inTurn = inTurns(1)
  /** Those that were found to take nothing of ours, once each. */
  const closed = new Set<string>()

  async function tell(note: Note): Promise<void> {
    const { companyId, subscriptionId, text: words, isUrgent } = note
    const phone = await findPhone(database, note)
    const ttl = Math.floor((lastsUntil(note) - now().getTime()) / 1000)
    if (phone === undefined || ttl <= 0 || (await isOvertaken(database, note))) return
    const { serverKey } = phone
    if (serverKey !== null && serverKey !== push.publicKey)
      throw new PhoneGone('This phone asked under another key of the house.')
    const topic = subscriptionId.replaceAll('-', '')
    const url = linkPath(fingerprint, { companyId, linkId: phone.linkId })
    const title = phone.companyName.slice(0, LONGEST_NAME)
    const text = JSON.stringify({ title, text: words, url, tag: topic })
    try {
      await push.send({ phone, text, ttl, isUrgent, topic })
    } catch (fault) {
      // Nobody wrote down under which key it asked: then it was another.
      if (fault instanceof KeyRefused && serverKey === null) throw new PhoneGone(fault.message)
      throw fault
    }
    closed.delete(note.service)
    // What is older and still waits would come after it.
    await database
      .deleteFrom('pushNote')
      .where('subscriptionId', '=', subscriptionId)
      .where('at', '<', note.at)
      .execute()
  }

  const takeBack = ({ companyId, subscriptionId }: Note) =>
    database
      .deleteFrom('pushSubscription')
      .where('companyId', '=', companyId)
      .where('subscriptionId', '=', subscriptionId)
      .execute()

  function report(note: Note, fault: unknown, isOver: boolean): void {
    const { noteId, service } = note
    if (isOver) log(`News ${noteId} could not be handed to a phone and is given up.`, fault)
    else if (fault instanceof KeyRefused) {
      if (closed.has(service)) return
      closed.add(service)
      log(`${service} takes no news that this house signs; look at BASE_URL, MAIL_FROM and the clock.`, fault)
    } else if (note.tries === 0)
      log(`News ${noteId} could not be handed to a phone; it is tried again for a day.`, fault)
  }

  /** When it is tried again; null for never. */
  async function afterFault(note: Note, fault: unknown): Promise<Date | null> {
    if (fault instanceof PhoneGone) {
      await takeBack(note)
      return null
    }
    const next = fault instanceof NewsRefused ? null : nextTellingOf(note, now())
    report(note, fault, next === null)
    return next
  }

  async function carry(note: Note): Promise<void> {
    const { noteId, tries } = note
    let next: Date | null = null
    let lastFault = ''
    try {
      await tell(note)
    } catch (fault) {
      next = await afterFault(note, fault)
      lastFault = faultWords(fault)
    }
    if (next === null) await database.deleteFrom('pushNote').where('noteId', '=', noteId).execute()
    else
      await database
        .updateTable('pushNote')
        .set({ tries: tries + 1, nextTry: next, lastFault, heldUntil: null })
        .where('noteId', '=', noteId)
        .execute()
  }

  const take = () =>
    inTurn(async () => {
      const note = await takeInHand(database, [...busy], now())
      if (note !== undefined) busy.add(note.service)
      return note
    })

  /** Tells what has waited longest; answers whether there was anything. */
  async function tellOne(inHand: () => void): Promise<boolean> {
    const note = await take()
    if (note === undefined) return false
    inHand()
    try {
      await carry(note)
    } finally {
      busy.delete(note.service)
    }
    return true
  }

  const onFault = (fault: unknown) =>
    log('The news for phones could not be looked at; that is tried again in a moment.', fault)
  return openRounds(tellOne, onFault, AT_ONCE)
}
