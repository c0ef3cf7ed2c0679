import { ORPCError } from '@orpc/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { RunWithoutField } from '#web/bay/outbox/open-field-locks.ts'
import { getDraft, noteField, saveDraft } from '#web/bay/outbox/text-drafts.ts'
import { createDraftSender } from './send-drafts.ts'

const KEY = 'rosa 412873 1 cause'
const LANE = 'ticket 412873'
const CONFLICT = 'Someone else edited this text. Review both versions.'
const draft = { job: '1. Roof', base: '', sent: null, text: 'Seam open' }
const { signal } = new AbortController()

beforeEach(() => {
  const values: Record<string, string> = {}
  const methods = {
    getItem: (key: string) => values[key] ?? null,
    setItem: (key: string, value: string) => {
      values[key] = value
    },
    removeItem: (key: string) => {
      delete values[key]
    },
  }
  const isOwn = (name: string | symbol): name is keyof typeof methods => name in methods
  const storage = new Proxy(values, {
    get: (_, name) => (isOwn(name) ? methods[name] : undefined),
  })
  vi.stubGlobal('localStorage', storage)
  vi.stubGlobal('window', new EventTarget())
})
afterEach(() => {
  vi.unstubAllGlobals()
})

/** A ticket whose first job's cause is `cause`. */
function createSender(cause = '', runWithoutField?: RunWithoutField) {
  const server = { cause, calls: [] as object[], fail: (): void => {} }
  type Tickets = NonNullable<Parameters<typeof createDraftSender>[0]['tickets']>
  const tickets = {
    changeJob: async (input: { cause?: string; over?: { cause?: string } }) => {
      server.calls.push(input)
      server.fail()
      if (input.over?.cause !== server.cause)
        throw new ORPCError('REFUSED', {
          status: 409,
          message: CONFLICT,
          data: { obstacles: [{ code: 'job.reworded', message: CONFLICT }] },
        })
      server.cause = input.cause ?? server.cause
    },
    get: async () => ({ jobs: [{ jobNumber: 1, cause: server.cause, correction: '' }] }),
  } as unknown as Tickets
  const saved: unknown[] = []
  return {
    server,
    saved,
    drafts: createDraftSender({
      account: 'rosa',
      tickets,
      onSaved: text => saved.push(text),
      ...(runWithoutField && { runWithoutField }),
    }),
  }
}

test('a draft without a field is sent over what it was typed over, and then gone', async () => {
  saveDraft(KEY, draft)
  const { server, saved, drafts } = createSender()
  expect([drafts.lanes(), drafts.count(), drafts.isPending(LANE)]).toEqual([[LANE], 1, true])
  await drafts.send(LANE, signal)
  expect(server.calls).toEqual([{ ticketId: 412873, jobNumber: 1, cause: 'Seam open', over: { cause: '' } }])
  const text = { ticketId: 412873, jobNumber: 1, field: 'cause', text: 'Seam open' }
  expect([server.cause, saved, getDraft(KEY)]).toEqual(['Seam open', [text], null])
  expect([drafts.lanes(), drafts.count(), drafts.isPending(LANE)]).toEqual([[], 0, false])
})

test('what may have arrived is sent first and unchanged, then what was typed since', async () => {
  saveDraft(KEY, { ...draft, sent: 'Seam' })
  const { server, saved, drafts } = createSender('Seam')
  await drafts.send(LANE, signal)
  expect(saved).toMatchObject([{ text: 'Seam' }, { text: 'Seam open' }])
  expect(server.calls).toMatchObject([{ cause: 'Seam' }, { cause: 'Seam open', over: { cause: 'Seam' } }])
  expect([server.cause, getDraft(KEY)]).toEqual(['Seam open', null])
})

test('what was typed since is sent also when what was sent before is refused', async () => {
  saveDraft(KEY, { ...draft, sent: 'far too long' })
  const { server, drafts } = createSender()
  server.fail = () => {
    server.fail = () => {}
    throw new ORPCError('INVALID', { status: 422, message: 'Use at most 4,000 characters.' })
  }
  await drafts.send(LANE, signal)
  expect(server.calls).toMatchObject([{ cause: 'far too long' }, { cause: 'Seam open', over: { cause: '' } }])
  expect([server.cause, getDraft(KEY)]).toEqual(['Seam open', null])
})

test('text that met another person’s stays, is not sent again, and holds nothing up', async () => {
  saveDraft(KEY, draft)
  const { server, drafts } = createSender('Vent')
  await drafts.send(LANE, signal)
  await drafts.send(LANE, signal)
  expect(server.calls).toHaveLength(1)
  const refused = { message: CONFLICT, code: 'REFUSED', reason: 'job.reworded' }
  expect(getDraft(KEY)).toMatchObject({ ...draft, refused })
  expect([drafts.lanes(), drafts.count(), drafts.isPending(LANE)]).toEqual([[], 1, false])
  saveDraft(KEY, { ...draft, text: 'Seam open, resealed' })
  expect(drafts.lanes()).toEqual([LANE])
})

test('why a text was refused stays with it over a reload, until it is sent again', async () => {
  saveDraft(KEY, draft)
  const { server, drafts } = createSender()
  server.fail = () => {
    throw new ORPCError('NOT_FOUND', { status: 404, message: 'No such ticket.' })
  }
  await drafts.send(LANE, signal)
  const refused = { message: 'No such ticket.', code: 'NOT_FOUND', at: expect.any(Number) }
  expect(getDraft(KEY)).toMatchObject({ ...draft, refused: { ...refused, handOverKey: expect.any(String) } })
  const { server: later, drafts: reloaded } = createSender()
  await reloaded.send(LANE, signal)
  expect(later.calls).toEqual([])
  saveDraft(KEY, draft)
  await reloaded.send(LANE, signal)
  expect([later.cause, getDraft(KEY)]).toEqual(['Seam open', null])
})

test('without a line the draft is what may have arrived, and the error is the outbox’s', async () => {
  saveDraft(KEY, draft)
  const { server, drafts } = createSender()
  server.fail = () => {
    throw new TypeError('Failed to fetch')
  }
  await expect(drafts.send(LANE, signal)).rejects.toThrow('Failed to fetch')
  expect(getDraft(KEY)).toMatchObject({ ...draft, sent: 'Seam open' })
  server.fail = () => {}
  await drafts.send(LANE, signal)
  expect([server.cause, getDraft(KEY)]).toEqual(['Seam open', null])
})

test('a field on the page sends its own draft; the ticket’s transition waits for it unless it asks', async () => {
  saveDraft(KEY, draft)
  const { server, drafts } = createSender()
  const states = (['saves', 'waits', 'asks'] as const).map(state => {
    const forget = noteField(KEY, state)
    const seen = [drafts.lanes().length, drafts.isPending(LANE), drafts.count()]
    forget()
    return seen
  })
  expect(states).toEqual([
    [0, true, 0],
    [0, true, 1],
    [0, false, 1],
  ])
  const forget = noteField(KEY, 'saves')
  await drafts.send(LANE, signal)
  expect(server.calls).toEqual([])
  forget()
})

test('a field in another tab sends its own draft, and the ticket’s transition waits for it', async () => {
  saveDraft(KEY, draft)
  const { server, drafts } = createSender('', async () => {})
  await drafts.send(LANE, signal)
  expect(server.calls).toEqual([])
  expect([drafts.isPending(LANE), getDraft(KEY)]).toMatchObject([true, draft])
})

test('what is typed in another tab while the draft is being sent stays stored', async () => {
  saveDraft(KEY, draft)
  const { server, drafts } = createSender()
  const typedOn = { ...draft, sent: 'Seam open', text: 'Seam open, resealed' }
  server.fail = () => void saveDraft(KEY, typedOn)
  await drafts.send(LANE, signal)
  expect(server.calls).toHaveLength(1)
  expect(getDraft(KEY)).toMatchObject(typedOn)
})

test('another account’s drafts are neither sent nor counted', async () => {
  saveDraft('dana 412873 1 cause', draft)
  const { drafts } = createSender()
  expect([drafts.lanes(), drafts.count()]).toEqual([[], 0])
})
