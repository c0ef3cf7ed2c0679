import { ORPCError } from '@orpc/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { getDraft, saveDraft } from '#web/bay/outbox/text-drafts.ts'
import { stubTextStorage } from '../../../test/support/outbox.ts'
import { createDraftSender } from './send-drafts.ts'

const KEY = 'rosa 412873 1 cause'
const QUEUE = 'ticket 412873'
const CONFLICT = 'Someone else edited this text. Review both versions.'
const draft = { job: '1. Roof', base: '', sent: null, text: 'Seam open', readyAt: 0 }
const { signal } = new AbortController()

beforeEach(() => {
  vi.useFakeTimers()
  stubTextStorage()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A ticket whose first job's cause is `cause`. */
function createSender(cause = '', isUser = true) {
  const server = { cause, calls: [] as object[], fail: (): void => {} }
  const changeJob = async (input: { cause?: string; over?: { cause?: string } }) => {
    server.calls.push(input)
    server.fail()
    if (input.over?.cause !== server.cause)
      throw new ORPCError('REFUSED', {
        status: 409,
        message: CONFLICT,
        data: { obstacles: [{ code: 'job.reworded', message: CONFLICT }] },
      })
    server.cause = input.cause ?? server.cause
  }
  const fetchTicket = async () => ({ jobs: [{ jobNumber: 1, cause: server.cause, correction: '' }] })
  const saved: unknown[] = []
  return {
    server,
    saved,
    drafts: createDraftSender({
      account: 'rosa',
      isUser: () => isUser,
      changeJob: changeJob as never,
      fetchTicket: fetchTicket as never,
      onSaved: text => saved.push(text),
    }),
  }
}

test('a text is sent over what it was typed over, and then gone', async () => {
  saveDraft(KEY, draft)
  const { server, saved, drafts } = createSender()
  expect([drafts.queues(), drafts.count(), drafts.isPending(QUEUE)]).toEqual([[QUEUE], 1, true])
  await drafts.send(QUEUE, signal)
  expect(server.calls).toEqual([{ ticketId: 412873, jobNumber: 1, cause: 'Seam open', over: { cause: '' } }])
  const text = { ticketId: 412873, jobNumber: 1, field: 'cause', text: 'Seam open' }
  expect([server.cause, saved, getDraft(KEY)]).toEqual(['Seam open', [text], null])
  expect([drafts.queues(), drafts.count(), drafts.isPending(QUEUE)]).toEqual([[], 0, false])
})

test('what may have arrived is sent first and unchanged, then what was typed since', async () => {
  saveDraft(KEY, { ...draft, sent: 'Seam' })
  const { server, saved, drafts } = createSender('Seam')
  await drafts.send(QUEUE, signal)
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
  await drafts.send(QUEUE, signal)
  expect(server.calls).toMatchObject([{ cause: 'far too long' }, { cause: 'Seam open', over: { cause: '' } }])
  expect([server.cause, getDraft(KEY)]).toEqual(['Seam open', null])
})

test('text that met another person’s stays, is not sent again, and holds nothing up', async () => {
  saveDraft(KEY, draft)
  const { server, drafts } = createSender('Vent')
  await drafts.send(QUEUE, signal)
  await drafts.send(QUEUE, signal)
  expect(server.calls).toHaveLength(1)
  const refused = { message: CONFLICT, code: 'REFUSED', reason: 'job.reworded' }
  expect(getDraft(KEY)).toMatchObject({ ...draft, refused })
  expect([drafts.queues(), drafts.count(), drafts.isPending(QUEUE)]).toEqual([[], 1, false])
  saveDraft(KEY, { ...draft, text: 'Seam open, resealed' })
  expect(drafts.queues()).toEqual([QUEUE])
})

test('why a text was refused stays with it over a reload, until it is sent again', async () => {
  saveDraft(KEY, draft)
  const { server, drafts } = createSender()
  server.fail = () => {
    throw new ORPCError('NOT_FOUND', { status: 404, message: 'No such ticket.' })
  }
  await drafts.send(QUEUE, signal)
  const refused = { message: 'No such ticket.', code: 'NOT_FOUND', at: expect.any(Number) }
  expect(getDraft(KEY)).toMatchObject({ ...draft, refused: { ...refused, handOverKey: expect.any(String) } })
  const { server: later, drafts: reloaded } = createSender()
  await reloaded.send(QUEUE, signal)
  expect(later.calls).toEqual([])
  saveDraft(KEY, draft)
  await reloaded.send(QUEUE, signal)
  expect([later.cause, getDraft(KEY)]).toEqual(['Seam open', null])
})

test('without a connection the draft is what may have arrived, and the error is the outbox’s', async () => {
  saveDraft(KEY, draft)
  const { server, drafts } = createSender()
  server.fail = () => {
    throw new TypeError('Failed to fetch')
  }
  await expect(drafts.send(QUEUE, signal)).rejects.toThrow('Failed to fetch')
  expect(getDraft(KEY)).toMatchObject({ ...draft, sent: 'Seam open' })
  server.fail = () => {}
  await drafts.send(QUEUE, signal)
  expect([server.cause, getDraft(KEY)]).toEqual(['Seam open', null])
})

test('what is typed is not sent or counted before it is ready, and the ticket’s transition waits for it', async () => {
  const readyAt = Date.now() + 800
  saveDraft(KEY, { ...draft, readyAt })
  const { server, drafts } = createSender()
  await drafts.send(QUEUE, signal)
  expect(server.calls).toEqual([])
  expect([drafts.queues(), drafts.readyAt(), drafts.isPending(QUEUE), drafts.count()]).toEqual([
    [],
    readyAt,
    true,
    0,
  ])
  vi.stubGlobal('navigator', { onLine: false })
  expect(drafts.count()).toBe(1)
  vi.advanceTimersByTime(800)
  expect(drafts.queues()).toEqual([QUEUE])
  // The clock was set back.
  vi.setSystemTime(readyAt - 3_600_000)
  expect(drafts.queues()).toEqual([QUEUE])
})

test('a text is sent over another one of the same moment, and an older one over what it was typed over', async () => {
  const { server, drafts } = createSender('Vent')
  saveDraft(KEY, { ...draft, over: 'Vent', readyAt: Date.now() })
  await drafts.send(QUEUE, signal)
  expect([server.cause, getDraft(KEY)]).toEqual(['Seam open', null])
  server.cause = 'Vent'
  saveDraft(KEY, { ...draft, over: 'Vent', readyAt: Date.now() - 6000 })
  await drafts.send(QUEUE, signal)
  expect([server.cause, getDraft(KEY)?.refused?.reason]).toEqual(['Vent', 'job.reworded'])
})

test('what is typed, here or in another tab, while the draft is being sent is sent over that once it is ready', async () => {
  saveDraft(KEY, draft)
  const { server, drafts } = createSender()
  const readyAt = Date.now() + 800
  server.fail = () => {
    server.fail = () => {}
    saveDraft(KEY, { ...draft, sent: 'Seam open', text: 'Seam open, resealed', readyAt })
  }
  await drafts.send(QUEUE, signal)
  expect(server.calls).toHaveLength(1)
  expect(getDraft(KEY)).toMatchObject({ base: 'Seam open', sent: null, text: 'Seam open, resealed', readyAt })
})

test('a text stays while the page has another user', async () => {
  saveDraft(KEY, draft)
  const { server, drafts } = createSender('', false)
  await drafts.send(QUEUE, signal)
  expect([server.calls, drafts.queues(), getDraft(KEY)]).toMatchObject([[], [], draft])
})

test('another account’s drafts are neither sent nor counted', async () => {
  saveDraft('dana 412873 1 cause', draft)
  const { drafts } = createSender()
  expect([drafts.queues(), drafts.count()]).toEqual([[], 0])
})
