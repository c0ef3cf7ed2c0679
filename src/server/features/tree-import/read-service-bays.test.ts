import { expect, test } from 'vitest'
import { MAX_SERVICE_BAYS } from '#domain/service-bays/service-bay.ts'
import type { Ticket } from '#domain/tickets/ticket.ts'
import { ServiceBayChecks } from './read-service-bays.ts'

function checksOfShop() {
  const checks = new ServiceBayChecks()
  for (const [ticketId, state] of [
    [412_873, 'active'],
    [412_874, 'completed'],
    [500_001, 'recorded'],
    [500_002, 'pending'],
  ] as const)
    checks.addTicket({ ticketId, state, confirmedAt: null } as Ticket)
  const problemOf = (name: string, row: object, key: string) => checks.problems.get(name)?.(row as never, key)
  return {
    bay: (id: string, name: string) => problemOf('serviceBays', { name }, id),
    ticket: (ticketId: number, serviceBayId: string) =>
      problemOf('ticketServiceBays', { ticketId, serviceBayId }, '1'),
  }
}

test('bays and the tickets in them are imported', () => {
  const { bay, ticket } = checksOfShop()
  expect([bay('one', 'Bay 1'), bay('two', '2')]).toEqual([null, null])
  expect([ticket(412_873, 'one'), ticket(412_874, 'one')]).toEqual([null, null])
})

test('a second bay of a name, and one too many, are left out with a sentence', () => {
  const { bay } = checksOfShop()
  for (let number = 1; number <= MAX_SERVICE_BAYS; number += 1)
    expect(bay(`bay-${number}`, `Bay ${number}`)).toBeNull()
  expect(bay('again', 'BAY 2')).toBe('There is already a bay named Bay 2. The first one stays.')
  expect(bay('more', 'One more')).toBe('There are more than 50 bays; this was left out.')
})

test('a ticket in a bay that is not there, in two, or that is over, is left out with a sentence', () => {
  const { bay, ticket } = checksOfShop()
  bay('one', 'Bay 1')
  expect(ticket(412_873, 'two')).toBe('Ticket 412873 is in a bay that is not there, so this was left out.')
  expect(ticket(412_873, 'one')).toBeNull()
  expect(ticket(412_873, 'one')).toBe('Ticket 412873 is in two bays; the first one stays.')
  for (const ticketId of [500_001, 500_002])
    expect(ticket(ticketId, 'one')).toBe(
      `Ticket ${ticketId} cannot be in a bay in its state, so this was left out.`,
    )
})
