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
  listDrafts,
  saveDraft,
  subscribeToDrafts,
  type TextRefusal,
} from '#web/bay/outbox/text-drafts.ts'
import { parseFindingKey } from '#web/features/tickets/autosave/finding-drafts.ts'
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

const laneOfDraft = (key: string): string => laneOf(parseFindingKey(key).ticketId)

export function createDraftSender({
  account,
  onSaved = () => {},
  runWithoutField = (_, task) => task(),
  tickets = client.tickets,
}: DraftSenderOptions): OutboxDrafts {
  const keysOf = (lane?: string): readonly string[] =>
    listDrafts(`${account} `)
      .filter(
        ([key, { refused }]) => (lane === undefined || laneOfDraft(key) === lane) && refused === undefined,
      )
      .map(([key]) => key)
  const unmountedKeysOf = (lane?: string): readonly string[] =>
    keysOf(lane).filter(key => fieldStateOf(key) === null)

  async function isOnServer(key: string, text: string): Promise<boolean> {
    const { ticketId, jobNumber, field } = parseFindingKey(key)
    const { jobs } = await tickets.get({ ticketId })
    const job = jobs.find(one => one.jobNumber === jobNumber)
    return job !== undefined && isSame(job[field], text)
  }

  /** Sends `sent`, written over `base`; returns why not, or null once the server has it. */
  async function saveText(
    key: string,
    sent: string,
    base: string,
    signal: AbortSignal,
  ): Promise<TextRefusal | null> {
    const { ticketId, jobNumber, field } = parseFindingKey(key)
    const at = Date.now() + serverClockOffset()
    const idempotencyKey = createUuidV7(at)
    try {
      await tickets.changeJob(
        { ticketId, jobNumber, [field]: sent, over: { [field]: base } },
        { context: { idempotencyKey }, signal },
      )
      return null
    } catch (error) {
      const failure = sendFailureOf(error)
      if (failure.kind !== 'refused') throw error
      // What was sent before may have arrived with its answer lost.
      const { kind: _, ...refusal } = failure
      if (refusal.reason === 'job.reworded' && (await isOnServer(key, sent))) return null
      return { ...refusal, at, handOverKey: randomUuid() }
    }
  }

  async function sendDraft(key: string, signal: AbortSignal): Promise<void> {
    for (let draft = getDraft(key); draft !== null && fieldStateOf(key) === null; draft = getDraft(key)) {
      const sent = draft.sent ?? draft.text
      saveDraft(key, { ...draft, sent })
      const stored = getDraftJson(key)
      const refused = await saveText(key, sent, draft.base, signal)
      if (refused === null) onSaved({ ...parseFindingKey(key), text: sent })
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
    lanes: () => [...new Set(unmountedKeysOf().map(laneOfDraft))],
    isPending: lane => keysOf(lane).some(key => fieldStateOf(key) !== 'asks'),
    // What is just being typed is saved in a moment.
    count: () => listDrafts(`${account} `).filter(([key]) => fieldStateOf(key) !== 'saves').length,
    send: async (lane, signal) => {
      for (const key of unmountedKeysOf(lane)) await runWithoutField(key, () => sendDraft(key, signal))
    },
    subscribe: subscribeToDrafts,
  }
}
