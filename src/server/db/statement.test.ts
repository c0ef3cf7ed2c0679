import { expect, test } from 'vitest'
import { CompanyScope } from './company-scope.ts'
import { createKysely } from './database.ts'
import { insertInto, statement, updateRows, upsertRow } from './statement.ts'

const database = createKysely({ connect: () => Promise.reject(new Error()), end: async () => {} })

const scopeOf = (id: string): CompanyScope =>
  new (class extends CompanyScope {
    readonly database = database
    readonly companyId = id
  })()

const compiled = (query: {
  compile(of: typeof database): { sql: string; parameters: readonly unknown[] }
}) => {
  const { sql, parameters } = query.compile(database)
  return { sql, parameters }
}

test('a statement is the query that Kysely builds, with the company and the values of each use', () => {
  let built = 0
  const plansOf = statement((scope, { ticketId, date }: { ticketId: number; date: string }) => {
    built += 1
    return scope
      .from('plannedAssignment')
      .select('uuid')
      .where('ticketId', '=', ticketId)
      .where('date', '=', date)
      .limit(1)
  })
  for (const [company, ticketId] of [
    ['one', 100001],
    ['other', 100002],
  ] as const) {
    const byHand = scopeOf(company)
      .from('plannedAssignment')
      .select('uuid')
      .where('ticketId', '=', ticketId)
      .where('date', '=', '2026-07-01')
      .limit(1)
    expect(compiled(plansOf(scopeOf(company), { ticketId, date: '2026-07-01' }))).toEqual(compiled(byHand))
  }
  expect(built).toBe(1)
})

test('a statement cannot depend on its values', () => {
  const listed = statement((scope, { ticketIds }: { ticketIds: readonly number[] }) =>
    scope
      .from('ticket')
      .select('state')
      .where('ticketId', 'in', [...ticketIds]),
  )
  expect(() => listed(scopeOf('one'), { ticketIds: [1] })).toThrow()
  const named = statement((scope, { state }: { state: string }) =>
    scope.from('ticket').select('ticketId').where('vin', '=', `${state}`),
  )
  expect(() => named(scopeOf('one'), { state: 'active' })).toThrow('must not depend on the value of “state”')
})

const part = { ticketId: 100001, position: 1, jobNumber: 1, quantity: 2, description: 'Hinge' }

test.each([1, 2, 9])('%i rows are inserted as Kysely does it', count => {
  const rows = Array.from({ length: count }, (_, index) => ({
    ...part,
    partId: `part ${index}`,
    ...(index % 2 === 1 && { perPartAmount: 1250 }),
  }))
  for (const companyId of ['one', 'other']) {
    const byHand = database.insertInto('part').values(rows.map(row => ({ companyId, ...row })) as never)
    expect(compiled(insertInto(scopeOf(companyId), 'part', rows as never))).toEqual(compiled(byHand))
  }
})

test('rows with the same columns are inserted with the values of each use', () => {
  for (const companyId of ['one', 'other']) {
    const rows = [1, 2, 3].map(position => ({ ...part, position, partId: `${companyId} ${position}` }))
    const byHand = database.insertInto('part').values(rows.map(row => ({ companyId, ...row })) as never)
    expect(compiled(insertInto(scopeOf(companyId), 'part', rows as never))).toEqual(compiled(byHand))
  }
})

test('an update changes the columns that have a value, of the rows with the key', () => {
  for (const [companyId, set] of [
    ['one', { quantity: 3 }],
    ['other', { quantity: 4, description: undefined }],
    ['one', { perPartAmount: null, quantity: 5 }],
  ] as const) {
    const byHand = scopeOf(companyId)
      .update('part')
      .set(set as never)
      .where('ticketId', '=', 100001)
      .where('partId', '=', 'hinge')
    const update = updateRows(scopeOf(companyId), 'part', { ticketId: 100001, partId: 'hinge' }, set as never)
    expect(compiled(update)).toEqual(compiled(byHand))
  }
})

test('a row is inserted, or changed but for its key and what it is to keep', () => {
  for (const [companyId, text] of [
    ['one', 'hinge'],
    ['other', 'roof'],
  ] as const) {
    const row = { ticketId: 100001, text, customer: 'whitcomb', createdAt: new Date(0) }
    const byHand = database
      .insertInto('ticketSearch')
      .values({ companyId, ...row })
      .onConflict(same => same.columns(['companyId', 'ticketId']).doUpdateSet({ text, customer: 'whitcomb' }))
    const upsert = upsertRow(scopeOf(companyId), 'ticketSearch', row, ['ticketId'], ['createdAt'])
    expect(compiled(upsert)).toEqual(compiled(byHand))
  }
})

test('an update whose key has no value changes nothing', () => {
  for (const partId of [undefined, null])
    expect(() => updateRows(scopeOf('one'), 'part', { ticketId: 100001, partId } as never, {})).toThrow(
      'part is changed without a value of partId.',
    )
})
