// Sends causes and corrections whose fields are not on the page, in the same rounds as the outbox. Text that met
// another person's stays a draft, with the choice that its field offers (docs/adr/022).

import { createUuidV7, randomUuid } from '#web/api/browser/uuid.ts'
import { client } from '#web/api/client.ts'
import { serverClockOffset } from '#web/api/server-clock.ts'
import type { RunWithoutField } from '#web/bay/outbox/open-field-locks.ts'
import type { OutboxDrafts } from '#web/bay/outbox/outbox-types.ts'
import { sendFailureOf } from '#web/bay/outbox/send-failure.ts'
import {
  deleteDraft,
  fieldStateOf,
  getDraft,
  getDraftJson,
  isSame,
  listTexts,
  saveDraft,
  subscribeToDrafts,
  type TextRefusal,
  type UnsentText,
} from '#web/bay/outbox/text-drafts.ts'
import type { SavedText } from '#web/features/tickets/ticket-outbox.ts'
import { laneOf } from './bay-commands.ts'

type DraftSenderOptions = {
  readonly account: string
  /** Called after a text was saved. */
  readonly onSaved?: (saved: SavedText) => void
  /** Other tabs' fields send their own drafts. */
  readonly runWithoutField?: RunWithoutField
  readonly tickets?: Pick<typeof client.tickets, 'changeJob' | 'get'>
}

export function createDraftSender({
  account,
  onSaved = () => {},
  runWithoutField = (_, task) => task(),
  tickets = client.tickets,
}: DraftSenderOptions): OutboxDrafts {
  const waitingTexts = (): readonly UnsentText[] =>
    listTexts(account).filter(({ refused }) => refused === undefined)
  const textsWithoutField = (): readonly UnsentText[] =>
    waitingTexts().filter(({ key }) => fieldStateOf(key) === null)

  async function isOnServer({ ticketId, jobNumber, field, text }: SavedText): Promise<boolean> {
    const { jobs } = await tickets.get({ ticketId })
    const job = jobs.find(one => one.jobNumber === jobNumber)
    return job !== undefined && isSame(job[field], text)
  }

  /** Sends a text, written over `base`; returns why not, or null once the server has it. */
  async function saveText(text: SavedText, base: string, signal: AbortSignal): Promise<TextRefusal | null> {
    const { ticketId, jobNumber, field } = text
    const at = Date.now() + serverClockOffset()
    const idempotencyKey = createUuidV7(at)
    try {
      await tickets.changeJob(
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

  async function sendDraft(
    { key, ticketId, jobNumber, field }: UnsentText,
    signal: AbortSignal,
  ): Promise<void> {
    for (let draft = getDraft(key); draft !== null && fieldStateOf(key) === null; draft = getDraft(key)) {
      const sent = draft.sent ?? draft.text
      saveDraft(key, { ...draft, sent })
      const stored = getDraftJson(key)
      const text = { ticketId, jobNumber, field, text: sent }
      const refused = await saveText(text, draft.base, signal)
      if (refused === null) onSaved(text)
      // A field that was opened meanwhile has taken over, here or in another tab.
      if (getDraftJson(key) !== stored || fieldStateOf(key) !== null) return
      const isLatest = isSame(draft.text, sent)
      if (isLatest && refused !== null) return void saveDraft(key, { ...draft, sent: null, refused })
      if (isLatest) return deleteDraft(key)
      // What was typed since is sent over what the server has now.
      saveDraft(key, { ...draft, sent: null, base: refused === null ? sent : draft.base })
    }
  }

  return {
    lanes: () => [...new Set(textsWithoutField().map(({ ticketId }) => laneOf(ticketId)))],
    isPending: lane =>
      waitingTexts().some(({ key, ticketId }) => laneOf(ticketId) === lane && fieldStateOf(key) !== 'asks'),
    // What is just being typed is saved in a moment.
    count: () => listTexts(account).filter(({ key }) => fieldStateOf(key) !== 'saves').length,
    send: async (lane, signal) => {
      for (const text of textsWithoutField())
        if (laneOf(text.ticketId) === lane) await runWithoutField(text.key, () => sendDraft(text, signal))
    },
    subscribe: subscribeToDrafts,
  }
}
