// Sends causes and corrections as they are typed, in the same rounds as the outbox. Text that met another person's stays
// a draft, with the choice that its field offers (docs/adr/022).

import { createUuidV7, randomUuid } from '#web/api/browser/uuid.ts'
import { client } from '#web/api/client.ts'
import { serverClockOffset } from '#web/api/server-clock.ts'
import type { OutboxDrafts } from '#web/bay/outbox/outbox-types.ts'
import { sendFailureOf } from '#web/bay/outbox/send-failure.ts'
import {
  deleteDraft,
  getDraft,
  isOfThisMoment,
  isReady,
  isSame,
  isTyped,
  listTexts,
  saveDraft,
  subscribeToDrafts,
  type TextRefusal,
  type UnsentText,
} from '#web/bay/outbox/text-drafts.ts'
import type { SavedText } from '#web/features/tickets/ticket-outbox.ts'
import type { TicketView } from '#web/features/tickets/ticket-view.ts'
import { queueOf } from './bay-commands.ts'

type DraftSenderOptions = {
  readonly account: string
  /** Whether it is the page's user: another one may have logged in since. */
  readonly isUser?: () => boolean
  /** Called after a text was saved. */
  readonly onSaved?: (saved: SavedText) => void
  readonly changeJob?: typeof client.tickets.changeJob
  /** The ticket as the server has it now, which the page shows from then on. */
  readonly fetchTicket: (ticketId: number) => Promise<Pick<TicketView, 'jobs'>>
}

export function createDraftSender({
  account,
  isUser = () => true,
  onSaved = () => {},
  changeJob = client.tickets.changeJob,
  fetchTicket,
}: DraftSenderOptions): OutboxDrafts {
  const waitingTexts = (): readonly UnsentText[] =>
    listTexts(account).filter(({ refused }) => refused === undefined)
  const readyTexts = (): readonly UnsentText[] => (isUser() ? waitingTexts().filter(isReady) : [])

  async function isOnServer({ ticketId, jobNumber, field, text }: SavedText): Promise<boolean> {
    const { jobs } = await fetchTicket(ticketId)
    const job = jobs.find(one => one.jobNumber === jobNumber)
    return job !== undefined && isSame(job[field], text)
  }

  /** Sends a text, written over `base`; returns why not, or null once the server has it. */
  async function saveText(text: SavedText, base: string, signal: AbortSignal): Promise<TextRefusal | null> {
    const { ticketId, jobNumber, field } = text
    const at = Date.now() + serverClockOffset()
    const idempotencyKey = createUuidV7(at)
    try {
      await changeJob(
        { ticketId, jobNumber, [field]: text.text, over: { [field]: base } },
        { context: { idempotencyKey }, signal },
      )
      return null
    } catch (error) {
      const failure = sendFailureOf(error)
      if (failure.kind !== 'refused') throw error
      // What was sent before may have arrived with its answer lost.
      const { kind: _, ...refusal } = failure
      if (refusal.reason === 'job.reworded' && (await isOnServer(text))) return null
      return { ...refusal, at, handOverKey: randomUuid() }
    }
  }

  /** Returns once it is saved or refused, with what was made ready meanwhile. */
  async function sendDraft(unsent: UnsentText, signal: AbortSignal): Promise<void> {
    const { key, ticketId, jobNumber, field } = unsent
    const draft = getDraft(key)
    if (draft === null || draft.refused !== undefined || !isReady(draft)) return
    // What may have arrived is sent again unchanged, until there is an answer.
    const sent = draft.sent ?? draft.text
    saveDraft(key, { ...draft, sent })
    const text = { ticketId, jobNumber, field, text: sent }
    const over = isOfThisMoment(draft) ? draft.over : undefined
    const refused = await saveText(text, over ?? draft.base, signal)
    if (refused === null) onSaved(text)
    const latest = getDraft(key)
    if (latest === null) return
    const isLatest = isSame(latest.text, sent)
    if (isLatest && refused === null) return deleteDraft(key)
    const { over: _, ...answered } = { ...latest, sent: null, base: refused === null ? sent : latest.base }
    saveDraft(key, isLatest && refused !== null ? { ...answered, refused } : answered)
    return sendDraft(unsent, signal)
  }

  return {
    queues: () => [...new Set(readyTexts().map(({ ticketId }) => queueOf(ticketId)))],
    isPending: queue => waitingTexts().some(({ ticketId }) => queueOf(ticketId) === queue),
    readyAt: () => {
      const texts = waitingTexts()
      return texts.length === 0 ? null : Math.min(...texts.map(({ readyAt }) => readyAt))
    },
    // What is just being typed is saved in a moment.
    count: () => listTexts(account).filter(text => !isTyped(text)).length,
    send: async (queue, signal) => {
      const texts = readyTexts().filter(({ ticketId }) => queueOf(ticketId) === queue)
      await Promise.all(texts.map(text => sendDraft(text, signal)))
    },
    subscribe: subscribeToDrafts,
  }
}
