import { expect, test } from 'vitest'
import { clocksToStop } from './clocks-to-stop.ts'

const employee = (id: string, isServiceWriter: boolean, isTechnician: boolean) => ({
  id,
  roles: { isServiceWriter, isTechnician },
})
const employees = [
  ...['rosa', 'sam', 'kim'].map(id => employee(id, false, true)),
  employee('wyatt', true, true),
]
const clock = (technicianId: string, ticketId = 412_873) => ({ technicianId, ticketId })

test.each([
  ['another technician stops the clock', [clock('rosa')], 'sam', ['rosa']],
  ['releasing stops it as well', [clock('rosa')], null, ['rosa']],
  ['the same technician again does not', [clock('rosa')], 'rosa', []],
  ['several people are all named', [clock('rosa'), clock('sam')], 'rosa', ['sam']],
  ['a clock on another ticket goes on', [clock('rosa', 500_001)], 'sam', []],
  ['a service writer sees every ticket', [clock('wyatt')], 'sam', []],
  ['so does the owner, who is no employee', [clock('owner')], 'sam', []],
  ['a helper’s clock goes on', [clock('kim')], 'sam', []],
] as const)('assigning: %s', (_, running, assignedTechnician, stopped) => {
  const ticket = { ticketId: 412_873, assignedTechnician, helpers: [{ id: 'kim' }] }
  expect(clocksToStop(running, employees, ticket).map(({ technicianId }) => technicianId)).toEqual(stopped)
})
