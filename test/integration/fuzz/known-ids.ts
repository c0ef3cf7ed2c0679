// Two companies with data, and the names of everything in them, for broken requests.

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { june, PASSWORD, rosa, sam, walt } from '#server/seed/demo-accounts.ts'
import type { TestApp } from '../../support/test-app.ts'
import type { KnownIds } from './input-from-schema.ts'

/** Tickets of both companies in every state, with parts, sessions and plans. */
export async function createKnownIds(app: TestApp): Promise<KnownIds> {
  const desk = app.as('dana')
  const states = [
    'active',
    'active',
    'active',
    'approval',
    'completed',
    'recorded',
    'active',
    'active',
  ] as const
  const tickets: number[] = []
  for (const state of states) {
    const ticketId = await app.createTicket('rosa')
    tickets.push(ticketId)
    await desk.tickets.addJob({ ticketId, problem: 'Slide-out sticks', estimate: true })
    await desk.tickets.addPart({ ticketId, quantity: 2, description: 'Sealant', perPartAmount: 13.75 })
    await app.as('rosa').tickets.clockIn({ ticketId, jobNumber: 1 })
    await app.as('rosa').tickets.clockOut({ ticketId, jobNumber: 1 })
    await desk.tickets.assign({ ticketId, employeeId: app.ids.sam, date: '2026-01-05' })
    if (state === 'approval') await desk.tickets.askApproval({ ticketId })
    if (state === 'completed' || state === 'recorded') await desk.tickets.finalize({ ticketId })
    if (state === 'recorded') await desk.tickets.complete({ ticketId })
  }
  for (let bookings = 0; bookings < 6; bookings += 1) tickets.push(await app.createBooking())
  tickets.push((await app.as('ray').tickets.create({ ...june, jobs: [] })).ticketId)
  const { rows } = await sql<{ part: string; session: string }>`
    select (select array_agg(part_id) from part) as part, (select array_agg(session_id) from clock_session) as session
  `.execute(app.database)
  const hired: string[] = []
  for (const person of [sam, rosa, walt])
    hired.push(
      (
        await desk.employees.register({
          ...person,
          email: `${randomUUID()}@mail.example`,
          password: PASSWORD,
        })
      ).id,
    )
  const people = Object.values(app.ids)
  return {
    ticketId: tickets,
    jobNumber: [1, 1, 1, 2, 3, 0, 2 ** 31, 2 ** 53 - 1],
    partId: [...(rows[0]?.part ?? [])],
    sessionId: [...(rows[0]?.session ?? [])],
    // None of the demo users: they have to stay able to call.
    id: [...hired, randomUUID()],
    employeeId: people,
    email: Array.from({ length: 400 }, (_, index) => `fuzz${index}@mail.example`),
    daysOfOperation: [
      [1, 5],
      [2, 7],
      [5, 1],
    ],
    hoursOfOperation: [
      [8, 18],
      [9, 17],
      [0, 24],
    ],
    vin: [june.customerRV.vin, '1UJBJ0BN8M17X0043', 'home-built'],
    password: [PASSWORD, 'short', ''],
    phone: ['(574) 555-0100'],
    timeZone: ['America/Chicago', 'UTC', 'Mars/Olympus', ''],
    starts: ['1UJ'],
    q: ['June', 'Jay 42', '118 River'],
    date: ['2026-02-03', '2025-11-20', '0000-01-01', '9999-12-31'],
    from: ['2025-11-17', '0000-01-01', '9999-12-31', '2025-02-28'],
  }
}
