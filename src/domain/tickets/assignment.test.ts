import { expect, test } from 'vitest'
import { nameOnTicket, technicianName } from './assignment.ts'

const on = (date: string, uuid: string, firstName: string, lastName: string) => ({
  date,
  uuid,
  firstName,
  lastName,
  assignedAt: new Date(`${date}T14:00:00Z`),
})
const assignedTechs = [on('2025-11-18', 'rosa', 'Rosa', 'Díaz'), on('2025-11-19', 'sam', 'Sam', 'Ortiz')]

test('an assigned name stays when the employee is deleted', () => {
  expect(technicianName({ assignedTechnician: 'rosa', assignedTechs })).toBe('Rosa Díaz')
})

test('a person whose name changed between two assignments has the newer name', () => {
  const renamed = [...assignedTechs, on('2025-11-20', 'rosa', 'Rosa', 'Ortiz')]
  expect(technicianName({ assignedTechnician: 'rosa', assignedTechs: renamed })).toBe('Rosa Ortiz')
})

test('a technician without a known name is the Unknown Technician', () => {
  expect(technicianName({ assignedTechnician: 'wyatt', assignedTechs })).toBe('Unknown Technician')
})

test('a ticket without a technician shows no name, even if it had one before', () => {
  expect(technicianName({ assignedTechnician: null, assignedTechs })).toBeNull()
})

test('everyone assigned on any day has a name on the ticket, and no one else', () => {
  expect(nameOnTicket({ assignedTechs }, 'rosa')).toBe('Rosa Díaz')
  expect(nameOnTicket({ assignedTechs }, 'dana')).toBeNull()
})
