// Takes news from the queue to the push services. One runs in every server, as the postman does. To whom it goes, and
// by which link, is looked up at that moment: nobody is told by a link that was closed meanwhile.

import type { Transaction } from 'kysely'
import { NEWS_LASTS_MS } from '#domain/phone-news.ts'
import type { Database } from './database/open.ts'
import type { PushNoteRow, Tables } from './database/tables.ts'
import { linkPath } from './link-token.ts'
import { NewsRefused, PhoneGone, type Push } from './outside/push.ts'
import { faultWords, holdLongestWaiting, laterBy, openRounds, type Rounds } from './rounds.ts'
import type { Fingerprint } from './sealed-token.ts'

const FIRST_DELAY_MS = 15_000
const LONGEST_NAME = 100

export type HeraldOptions = {
  readonly database: Database
  readonly push: Push
  readonly fingerprint: Fingerprint
  readonly now: () => Date
  readonly log: (sentence: string, fault: unknown) => void
}

const lastsUntil = ({ at }: Pick<PushNoteRow, 'at'>): number => at.getTime() + NEWS_LASTS_MS

/** When news that failed is tried again; null when it would be old by then. */
export function nextTellingOf(note: Pick<PushNoteRow, 'at' | 'tries'>, now: Date): Date | null {
  const next = laterBy(FIRST_DELAY_MS, note.tries, now)
  return next.getTime() < lastsUntil(note) ? next : null
}

/** The phone that a note is for, with what it is told by; nobody where it was taken back. */
const findPhone = (transaction: Transaction<Tables>, { companyId, subscriptionId }: PushNoteRow) =>
  transaction
    .selectFrom('pushSubscription')
    .innerJoin('company', 'company.companyId', 'pushSubscription.companyId')
    .where('pushSubscription.companyId', '=', companyId)
    .where('subscriptionId', '=', subscriptionId)
    .select(['linkId', 'endpoint', 'p256dh', 'auth', 'companyName'])
    .executeTakeFirst()

/** Whether the same phone has younger news waiting: that replaces this. */
async function isOvertaken(transaction: Transaction<Tables>, note: PushNoteRow): Promise<boolean> {
  const younger = await transaction
    .selectFrom('pushNote')
    .select('noteId')
    .where('subscriptionId', '=', note.subscriptionId)
    .where('at', '>', note.at)
    .limit(1)
    .executeTakeFirst()
  return younger !== undefined
}

export function openHerald({ database, push, fingerprint, now, log }: HeraldOptions): Rounds {
  async function tell(transaction: Transaction<Tables>, note: PushNoteRow): Promise<void> {
    const { companyId, subscriptionId, text: words, isUrgent } = note
    const phone = await findPhone(transaction, note)
    const ttl = Math.floor((lastsUntil(note) - now().getTime()) / 1000)
    if (phone === undefined || ttl <= 0 || (await isOvertaken(transaction, note))) return
    const topic = subscriptionId.replaceAll('-', '')
    const url = linkPath(fingerprint, { companyId, linkId: phone.linkId })
    const title = phone.companyName.slice(0, LONGEST_NAME)
    const text = JSON.stringify({ title, text: words, url, tag: topic })
    await push.send({ phone, text, ttl, isUrgent, topic })
    // What is older and still waits would come after it.
    await transaction
      .deleteFrom('pushNote')
      .where('subscriptionId', '=', subscriptionId)
      .where('at', '<', note.at)
      .execute()
  }

  async function takeBack(transaction: Transaction<Tables>, note: PushNoteRow): Promise<void> {
    await transaction
      .deleteFrom('pushSubscription')
      .where('companyId', '=', note.companyId)
      .where('subscriptionId', '=', note.subscriptionId)
      .execute()
  }

  /** When it is tried again; null for never. */
  async function afterFault(transaction: Transaction<Tables>, note: PushNoteRow, fault: unknown) {
    if (fault instanceof PhoneGone) {
      await takeBack(transaction, note)
      return null
    }
    const next = fault instanceof NewsRefused ? null : nextTellingOf(note, now())
    if (next === null) log(`News ${note.noteId} could not be handed to a phone and is given up.`, fault)
    else if (note.tries === 0)
      log(`News ${note.noteId} could not be handed to a phone; it is tried again for a day.`, fault)
    return next
  }

  /** Tells what has waited longest; answers whether there was anything. */
  const tellOne = () =>
    database.transaction().execute(async transaction => {
      const note = await holdLongestWaiting(transaction, 'pushNote', '2min', now())
      if (note === undefined) return false
      let next: Date | null = null
      let lastFault = ''
      try {
        await tell(transaction, note)
      } catch (fault) {
        next = await afterFault(transaction, note, fault)
        lastFault = faultWords(fault)
      }
      if (next === null) await transaction.deleteFrom('pushNote').where('noteId', '=', note.noteId).execute()
      else
        await transaction
          .updateTable('pushNote')
          .set({ tries: note.tries + 1, nextTry: next, lastFault })
          .where('noteId', '=', note.noteId)
          .execute()
      return true
    })

  return openRounds(tellOne, fault =>
    log('The news for phones could not be looked at; that is tried again in a moment.', fault),
  )
}
