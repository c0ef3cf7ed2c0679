import { expect, test } from 'vitest'
import { HelperChecks } from './read-helpers.ts'

const person = (id: string, isTechnician = true) => ({ id, roles: { isServiceWriter: false, isTechnician } })
const HELPERS = ['h1', 'h2', 'h3', 'h4', 'h5']

function checksOfTicket() {
  const checks = new HelperChecks([
    ...['rosa', 'sam', ...HELPERS].map(id => person(id)),
    person('walt', false),
  ])
  checks.addTicket(412_873, 'rosa')
  checks.addTicket(500_001, null)
  const problem = checks.problems.get('ticketHelpers')
  return (ticketId: number, employeeId: string) => problem?.({ ticketId, employeeId } as never, '1')
}

test('a helper of an imported ticket who is a technician is imported', () => {
  const problemOf = checksOfTicket()
  expect([problemOf(412_873, 'sam'), problemOf(500_001, 'rosa')]).toEqual([null, null])
})

test('who is assigned to the ticket, or is no technician, is left out with a sentence', () => {
  const problemOf = checksOfTicket()
  expect(problemOf(412_873, 'rosa')).toBe(
    'The assigned technician of ticket 412873 cannot be its helper as well; this was left out.',
  )
  expect(problemOf(412_873, 'walt')).toBe('Only a technician can help on a ticket; this was left out.')
})

test('the second row of a helper, and a sixth helper, are left out with a sentence', () => {
  const problemOf = checksOfTicket()
  expect(HELPERS.map(id => problemOf(412_873, id))).toEqual(HELPERS.map(() => null))
  expect(problemOf(412_873, 'h1')).toBe('Ticket 412873 has this helper twice; the first one stays.')
  expect(problemOf(412_873, 'sam')).toBe('Ticket 412873 has more than 5 helpers; this was left out.')
  expect(problemOf(500_001, 'sam')).toBeNull()
})
