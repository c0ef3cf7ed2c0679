import { expect, test } from 'vitest'
import type { Actor } from '#domain/account/actor.ts'
import { PROCEDURES } from '../index.ts'
import { queriesOf } from './page-queries.ts'
import { PAGE_NAMES, PAGES } from './page-routes.ts'

const params = {
  ticketId: '412873',
  companyId: '',
  customerId: '',
  token: 'token',
  vin: '1UJBJ0BN8M17X0042',
  search: {},
}
const rosa = { id: 'rosa', companyId: 'bluebonnet', name: 'Rosa Díaz' }
const ACTORS: readonly Actor[] = [
  { kind: 'visitor' },
  { kind: 'owner', id: 'bluebonnet', companyId: 'bluebonnet', name: 'Dana Reyes' },
  { kind: 'employee', ...rosa, isTechnician: true, isServiceWriter: false },
  { kind: 'rv-owner', id: 'june', name: 'June Park' },
]

test('every query that a page starts with is a procedure', () => {
  const names = ACTORS.flatMap(actor =>
    PAGE_NAMES.flatMap(name => queriesOf({ ...PAGES[name], name, params }, actor).map(query => query.name)),
  )
  expect(names.length).toBeGreaterThan(60)
  expect(names.filter(name => !(name in PROCEDURES))).toEqual([])
})
