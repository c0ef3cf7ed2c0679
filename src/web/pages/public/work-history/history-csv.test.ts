import { expect, test } from 'vitest'
import { formatCsv } from '#domain/lib/csv.ts'
import { historyRows } from './history-csv.ts'

const HEAD = 'VIN,Completed,Technician,Total Balance,Note\r\n'
const VIN = '1UJBJ0BN8M17X0042'
const visit = {
  completed: '20-11-2025 2:14 PM',
  technician: 'Rosa Díaz',
  totalBalance: '$1,181.25',
  note: '',
}

test.each([
  ['nothing', [], HEAD],
  ['a visit', [visit], `${HEAD}${VIN},20-11-2025 2:14 PM,Rosa Díaz,"$1,181.25",\r\n`],
  [
    'what is not known',
    [{ completed: 'N/A', technician: 'Not Available', totalBalance: 'N/A', note: '' }],
    `${HEAD}${VIN},N/A,Not Available,N/A,\r\n`,
  ],
  [
    'an imported visit',
    [{ ...visit, note: 'Imported by Cedar, Inc.' }],
    `${HEAD}${VIN},20-11-2025 2:14 PM,Rosa Díaz,"$1,181.25","Imported by Cedar, Inc."\r\n`,
  ],
  [
    'a technician who is called like a formula',
    [{ ...visit, technician: '=cmd Ortiz' }],
    `${HEAD}${VIN},20-11-2025 2:14 PM,'=cmd Ortiz,"$1,181.25",\r\n`,
  ],
])('the CSV of a work history with %s', (_, entries, csv) => {
  expect(formatCsv(historyRows(VIN, [{ heading: null, entries }]))).toBe(csv)
})

test('a VIN that starts with a hyphen stays text in the CSV', () => {
  expect(formatCsv(historyRows('-12', [{ heading: 'Bluebonnet RV', entries: [visit] }]))).toContain(
    "\r\n'-12,",
  )
})

test('rigs under a text that is no VIN are named in the CSV', () => {
  const rigs = ['Bluebonnet RV', 'Lone Star Mobile RV'].map(heading => ({ heading, entries: [visit] }))
  expect(formatCsv(historyRows('12345', rigs))).toBe(
    'VIN,RV of,Completed,Technician,Total Balance,Note\r\n' +
      '12345,Bluebonnet RV,20-11-2025 2:14 PM,Rosa Díaz,"$1,181.25",\r\n' +
      '12345,Lone Star Mobile RV,20-11-2025 2:14 PM,Rosa Díaz,"$1,181.25",\r\n',
  )
})
