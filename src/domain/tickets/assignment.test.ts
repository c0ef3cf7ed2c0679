import { expect, test } from 'vitest'
import {
  mainTechnicianOf,
  nameOnTicket,
  namesOfClocked,
  technicianName,
  withAssignment,
} from './assignment.ts'

const on = (date: string, uuid: string, firstName: string, lastName: string) => ({
  date,
  uuid,
  firstName,
  lastName,
  assignedAt: new Date(`${date}T14:00:00Z`),
  replaced: [] as string[],
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

test('the last assignment of a day is that day’s, and keeps whom it replaced', () => {
  const technician = (id: string) => ({ id, firstName: id, lastName: '' })
  const at = new Date('2025-11-20T14:00:00Z')
  const assign = (before: ReturnType<typeof withAssignment>, id: string) =>
    withAssignment(before, technician(id), '2025-11-20', at)
  const days = ['rosa', 'sam', 'rosa', 'wyatt'].reduce(assign, [])
  expect(days).toEqual([
    {
      date: '2025-11-20',
      uuid: 'wyatt',
      firstName: 'wyatt',
      lastName: '',
      assignedAt: at,
      replaced: ['sam', 'rosa'],
    },
  ])
})

const clocked = (technicianId: string, minutes: number | null) => ({
  technicianId,
  technician: technicianId,
  clockInTime: new Date('2025-11-19T14:00:00Z'),
  clockOutTime: minutes === null ? null : new Date(Date.UTC(2025, 10, 19, 14, minutes)),
})

test.each([
  ['nobody clocked: the assigned one', 'sam', [], 'sam'],
  ['nobody clocked, released: nobody', null, [], null],
  ['only one clocked, who was replaced on a later day', 'sam', [['rosa', 10]], 'rosa'],
  ['only one clocked, who was replaced on the same day', 'sam', [['kim', 10]], 'kim'],
  [
    'both clocked: the one with more time',
    'sam',
    [
      ['rosa', 60],
      ['sam', 20],
    ],
    'rosa',
  ],
  [
    'times on several lines count together',
    'sam',
    [
      ['rosa', 30],
      ['sam', 20],
      ['sam', 20],
    ],
    'sam',
  ],
  [
    'the same time: the assigned one',
    'sam',
    [
      ['rosa', 30],
      ['sam', 30],
    ],
    'sam',
  ],
  ['released after the work: who did it', null, [['rosa', 30]], 'rosa'],
  [
    'a service writer who was never assigned does not count',
    'sam',
    [
      ['walt', 90],
      ['sam', 5],
    ],
    'sam',
  ],
  ['a clock of no time does not count', 'sam', [['rosa', 0]], 'sam'],
  ['a running clock does not count', 'sam', [['rosa', null]], 'sam'],
] as const)('the main technician: %s', (_, assignedTechnician, sessions, main) => {
  const techs = assignedTechs.map(tech => ({ ...tech, replaced: tech.uuid === 'sam' ? ['kim'] : [] }))
  const jobs = sessions.map(([id, minutes]) => ({ sessions: [clocked(id, minutes)] }))
  expect(mainTechnicianOf({ assignedTechnician, assignedTechs: techs, jobs })).toBe(main)
})

test('someone who was replaced on the same day is named as on their clock', () => {
  const jobs = [{ sessions: [{ technicianId: 'kim', technician: 'Kim Bell' }] }]
  expect(technicianName({ assignedTechnician: 'kim', assignedTechs, jobs })).toBe('Kim Bell')
})

test('everyone who clocked on a line is named once', () => {
  const sessions = [clocked('rosa', 5), clocked('sam', null), clocked('rosa', 10)]
  expect(namesOfClocked(sessions)).toEqual(['rosa', 'sam'])
})

test('those who clocked are named in the order of their first clock-in, also after a correction', () => {
  const at = (hour: number) => ({ clockInTime: new Date(Date.UTC(2025, 10, 19, hour)), clockOutTime: null })
  const sessions = [
    { ...clocked('rosa', 5), ...at(16) },
    { ...clocked('sam', 5), ...at(15) },
    { ...clocked('rosa', 5), ...at(17) },
  ]
  expect(namesOfClocked(sessions)).toEqual(['sam', 'rosa'])
})

test('a clock of no time names nobody, a running one does', () => {
  expect(namesOfClocked([clocked('rosa', 0), clocked('sam', null)])).toEqual(['sam'])
})
