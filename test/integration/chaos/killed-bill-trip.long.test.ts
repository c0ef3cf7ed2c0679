// A server that is killed while two desks bill the lines of one ticket: each line is on one invoice, the numbers have no
// gap, and a command that is repeated under its key has the first answer.

import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { bluebonnet, june, walt } from '#server/seed/demo-accounts.ts'
import { buildIfStale } from '../../../scripts/build-bundles.mjs'
import { ServerProcess } from '../../support/server-process.mjs'
import { createRetryingClient, type RetryingClient, signIn } from './retrying-client.ts'

vi.setConfig({ testTimeout: 180_000, hookTimeout: 240_000 })

/** Milliseconds from the first command to the kill: before any is done, between them, and behind most. */
const KILLED_AFTER_MS = [5, 40, 150]
const LINES_A_ROUND = 6

let server: ServerProcess
let desks: readonly RetryingClient[]
beforeAll(async () => {
  await buildIfStale()
  server = new ServerProcess()
  await server.start('--demo')
  desks = await Promise.all(
    [bluebonnet.email, walt.email].map(async email =>
      createRetryingClient(email, await signIn(server.url, email), () => server.url),
    ),
  )
})
afterAll(() => server.remove())

test('trips that are billed while the server is killed are billed once, without a gap in the numbers', async () => {
  const [dana] = desks
  if (dana === undefined) throw new Error('Nobody is at the desk.')
  await dana.client.billing.turnOn()
  const jobs = Array.from({ length: KILLED_AFTER_MS.length * LINES_A_ROUND }, (_, index) => ({
    problem: `Line ${index + 1}`,
    estimatedTime: 1,
  }))
  const { ticketId } = await dana.client.tickets.create({ ...june, jobs })
  const { nextInvoiceNumber: first } = await dana.client.billing.getSettings()
  const bill = (desk: RetryingClient, jobNumber: number, key: string) =>
    desk.retryUntilDone(
      idempotencyKey =>
        desk.client.billing.issueInvoice(
          { ticketId, jobNumbers: [jobNumber], expectedTotal: 145 },
          { context: { idempotencyKey } },
        ),
      key,
    )

  const commands = jobs.flatMap((_, index) =>
    desks.map(desk => ({ desk, jobNumber: index + 1, key: randomUUID() })),
  )
  const perRound = commands.length / KILLED_AFTER_MS.length
  const outcomes: Awaited<ReturnType<typeof bill>>[] = []
  for (const [round, delay] of KILLED_AFTER_MS.entries()) {
    const asked = commands
      .slice(round * perRound, (round + 1) * perRound)
      .map(({ desk, jobNumber, key }) => bill(desk, jobNumber, key))
    await sleep(delay)
    await server.end('SIGKILL')
    await server.start()
    outcomes.push(...(await Promise.all(asked)))
  }

  expect(desks.reduce((count, { stats }) => count + stats.unanswered, 0)).toBeGreaterThan(0)
  expect(desks.flatMap(({ stats }) => stats.wrong)).toEqual([])
  const billed = commands.filter((_, index) => outcomes[index]?.isDone)
  expect(billed.map(({ jobNumber }) => jobNumber)).toEqual(jobs.map((_, index) => index + 1))
  const repeated = await Promise.all(commands.map(({ desk, jobNumber, key }) => bill(desk, jobNumber, key)))
  expect(repeated).toEqual(outcomes)
  const { invoices, balance } = await dana.client.billing.getTicket({ ticketId })
  expect(invoices.flatMap(({ lines }) => lines.map(({ lineId }) => lineId)).sort()).toEqual(
    jobs.map((_, index) => `labor-${index + 1}`).sort(),
  )
  expect(balance.charged).toBe(jobs.length * 145)
  const numbers = invoices.map(({ number }) => Number(number)).sort((one, other) => one - other)
  expect(numbers).toEqual(jobs.map((_, index) => first + index))
})
