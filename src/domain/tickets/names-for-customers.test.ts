import { describe, expect, test } from 'vitest'
import { customerNames, printedTechnician, printedTechnicians } from './names-for-customers.ts'

const on = (date: string, uuid: string, firstName: string, lastName: string) => ({
  ...{ date, uuid, firstName, lastName, replaced: [] },
  assignedAt: new Date(`${date}T14:00:00Z`),
})
const clocked = (technicianId: string) => ({
  technicianId,
  technician: technicianId,
  clockInTime: new Date('2025-11-19T14:00:00Z'),
  clockOutTime: null,
})

describe('who chose so is read by first name alone', () => {
  const [rosa, sam] = [{ ...clocked('rosa'), technician: 'Rosa Díaz' }, clocked('sam')]
  const ticket = {
    state: 'active',
    assignedTechnician: 'rosa',
    assignedTechs: [
      on('2025-11-18', 'rosa', 'Rosa', 'Díaz'),
      on('2025-11-19', 'sam', 'Sam', 'Ortiz'),
      on('2025-11-20', 'rosa', 'Rosa', 'Ortiz'),
    ],
    jobs: [{ sessions: [rosa, sam] }],
    firstNameOnly: [{ employeeId: 'rosa', firstName: 'Rosa María' }],
  }

  test('on each line, and as the technician', () => {
    expect(printedTechnicians(ticket, { sessions: [rosa, sam] })).toEqual(['Rosa María', 'sam'])
    expect(printedTechnician(ticket)).toBe('Rosa María')
    expect(printedTechnician({ ...ticket, state: 'completed' })).toBe('Rosa María')
    expect(printedTechnician({ ...ticket, assignedTechnician: null })).toBeNull()
  })

  test('under every name that they have had on the ticket; all others keep theirs', () => {
    const names = ['Rosa Díaz', 'Rosa Ortiz', 'Sam Ortiz', 'Unknown Technician', 'Rosa']
    expect(names.map(customerNames(ticket))).toEqual([
      ...['Rosa María', 'Rosa María'],
      ...['Sam Ortiz', 'Unknown Technician', 'Rosa'],
    ])
  })

  test('unless they are not on the ticket', () => {
    const firstNameOnly = [{ employeeId: 'kim', firstName: 'Kim' }]
    expect(printedTechnician({ ...ticket, firstNameOnly })).toBe('Rosa Ortiz')
  })
})
