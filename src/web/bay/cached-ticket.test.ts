import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { idFromKey } from '#domain/lib/uuid.ts'
import type { Verb } from '#domain/tickets/state/transition.ts'
import type { OutboxEntry } from '#web/bay/outbox/outbox-types.ts'
import { changeCachedTicket, hasStopped, moveByAnother, ticketKey } from './cached-ticket.ts'

const at = new Date('2025-11-20T19:14:00Z')
const movedBy = (id: string, name: string, verb: Verb = 'askApproval') => ({
  lastTransition: { verb, by: { id, name }, at },
  timeZone: 'America/Chicago',
})

test('a transition by someone else is a reason to hold back what was tapped before it', () => {
  expect(moveByAnother(movedBy('dana', 'Dana Reyes'), 'rosa', at)).toEqual({
    at: at.getTime(),
    message: 'Sent for approval by Dana Reyes at 1:14 PM. You tapped this before that, so it was not sent.',
  })
})

test('one’s own transition holds nothing back, also when its answer was lost', () => {
  expect(moveByAnother(movedBy('rosa', 'Rosa Díaz'), 'rosa', at)).toBeNull()
})

test('a Check In by someone else holds nothing back: work begins with it', () => {
  expect(moveByAnother(movedBy('dana', 'Dana Reyes', 'checkIn'), 'rosa', at)).toBeNull()
})

test('a changed ticket is as old as before, and an answer from before is not its last', async () => {
  const queries = new QueryClient()
  const queryKey = ticketKey(412873)
  const fetchedAt = Date.now() - 60_000
  queries.setQueryData(queryKey, { vin: 'old' } as never, { updatedAt: fetchedAt })
  const answers: ((vin: string) => void)[] = []
  const fetched = queries.fetchQuery({
    queryKey,
    queryFn: () =>
      new Promise(resolve => {
        answers.push(vin => resolve({ vin } as never))
      }),
  })
  changeCachedTicket(queries, 412873, ticket => ({ ...ticket, vin: 'sent' }))
  expect(queries.getQueryData(queryKey)).toMatchObject({ vin: 'sent' })
  expect(queries.getQueryState(queryKey)?.dataUpdatedAt).toBe(fetchedAt)
  answers[0]?.('old')
  answers[1]?.('sent, and more')
  await fetched
  expect(queries.getQueryData(queryKey)).toMatchObject({ vin: 'sent, and more' })
})

test.each([
  ['is not on the ticket', [], false],
  ['runs there', [{ clockOutTime: null }], false],
  ['was stopped there', [{ clockOutTime: at }], true],
])('a clock whose session %s', (_, sessions, isStopped) => {
  const key = '019aa2b4-1234-7abc-8def-0123456789ab'
  const sessionId = idFromKey(key, 'f0000000-0000-4000-9fff-ffffffffffff')
  const queries = new QueryClient()
  const jobs = [{ jobNumber: 1, sessions: sessions.map(session => ({ sessionId, ...session })) }]
  queries.setQueryData(ticketKey(412873), { jobs } as never)
  const entry = { key, name: 'clockIn', queue: 'ticket 412873', input: { jobNumber: 1 } }
  expect(hasStopped(queries, entry as OutboxEntry)).toBe(isStopped)
})
