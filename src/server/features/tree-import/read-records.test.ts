import { expect, test } from 'vitest'
import { type Finding, TreeNode } from '#domain/tree-import/tree-node.ts'
import { RECORD_SETS } from '#server/features/export/declared-records.ts'
import { BillingChecks } from './read-billing.ts'
import { RecordReader } from './read-records.ts'

const [SESSION, EMPLOYEE, OTHER] = [
  '0f6b2f7e-3a53-4d0a-9a55-6d2f1f5d9a01',
  '0f6b2f7e-3a53-4d0a-9a55-6d2f1f5d9a02',
  '0f6b2f7e-3a53-4d0a-9a55-6d2f1f5d9a03',
]
const NOW = new Date('2026-03-02T12:00:00Z')
const AT = NOW.getTime() - 1000

const CORRECTION = {
  ...{ sessionId: SESSION, at: AT, actor: EMPLOYEE, actorName: 'Dana', reason: 'Forgot to clock out' },
  ...{ clockInBefore: AT, clockInAfter: AT, clockOutAfter: AT },
}
const PLAN = { ticketId: 100_001, date: '2026-03-03', uuid: EMPLOYEE, plannedAt: AT }
const ADDENDUM = {
  ticketId: 100_001,
  addedAt: AT,
  addedBy: '',
  addedByName: 'Dana',
  text: 'Seal',
  key: OTHER,
}
const HOLD = { ticketId: 100_001, reason: 'part', note: '', since: AT, setBy: '', setByName: 'Dana' }
const MESSAGE = { ticketId: 100_001, at: AT, by: 'desk', authorId: '', authorName: 'Dana', text: 'Hello' }

function read(name: string, ...values: readonly object[]) {
  const findings: Finding[] = []
  const before = {
    hasTicket: (ticketId: number) => ticketId === PLAN.ticketId,
    has: {
      visit: () => false,
      session: (id: string) => id === SESSION,
      employee: (id: string) => id === EMPLOYEE,
    },
  }
  const reader = new RecordReader(NOW, before, new BillingChecks(false).problems)
  const set = RECORD_SETS.find(each => each.name === name)
  if (set === undefined) throw new Error(`No feature declares ${name}.`)
  const rows = values.map((value, index) => {
    const key = 'key' in value ? `${value.key}` : `${index + 1}`
    return reader.read(set, new TreeNode(name, value, finding => void findings.push(finding)), key)
  })
  return { rows: rows.map(record => record?.row ?? null), findings: JSON.stringify(findings) }
}

test('corrections of a clock are numbered in their order', () => {
  const { rows } = read('clockCorrections', CORRECTION, { ...CORRECTION, reason: 'Once more' })
  expect(rows).toMatchObject([
    { position: 1, reason: 'Forgot to clock out', at: new Date(AT), clockOutBefore: null },
    { position: 2, reason: 'Once more' },
  ])
})

test('a plan of a ticket and an employee that are here is read', () => {
  expect(read('plannedAssignments', PLAN).rows).toEqual([{ ...PLAN, plannedAt: new Date(AT) }])
})

test.each([
  ['clockCorrections', { ...CORRECTION, sessionId: OTHER }, 'Its clock is not imported'],
  ['clockCorrections', { ...CORRECTION, at: NOW.getTime() + 1 }, 'This was in the future'],
  ['plannedAssignments', { ...PLAN, uuid: OTHER }, 'Its employee is not imported'],
  ['plannedAssignments', { ...PLAN, ticketId: 100_002 }, 'Ticket 100002 is not imported'],
  ['plannedAssignments', { ...PLAN, date: 'Tuesday' }, 'It was left out.'],
  ['addenda', ADDENDUM, 'Its visit is not imported'],
  ['holds', { ...HOLD, reason: 'lunch' }, 'It was left out.'],
  ['messages', { ...MESSAGE, by: 'nobody' }, 'It was left out.'],
  ['messages', { ...MESSAGE, text: '' }, 'It was left out.'],
  ['messages', MESSAGE, 'Its key is no id'],
])('of %s, %o is left out: %s', (name, value, sentence) => {
  const { rows, findings } = read(name, value)
  expect(rows).toEqual([null])
  expect(findings).toContain(sentence)
})
