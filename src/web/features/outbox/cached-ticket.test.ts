import { expect, test } from 'vitest'
import { moveByAnother } from './cached-ticket.ts'

const at = new Date('2025-11-20T19:14:00Z')
const movedBy = (id: string, name: string) => ({
  lastMove: { verb: 'askApproval', by: { id, name }, at } as const,
  timeZone: 'America/Chicago',
})

test('a move by someone else is a reason to hold back what was pressed before it', () => {
  expect(moveByAnother(movedBy('dana', 'Dana Reyes'), 'rosa', at)).toEqual({
    at: at.getTime(),
    message: 'Sent for approval by Dana Reyes at 1:14 PM. You pressed this before that, so it was not sent.',
  })
})

test('one’s own move holds nothing back, also when its answer was lost', () => {
  expect(moveByAnother(movedBy('rosa', 'Rosa Díaz'), 'rosa', at)).toBeNull()
})
