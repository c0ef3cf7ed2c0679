import { describe, expect, test } from 'vitest'
import type { Actor } from './actor.ts'
import {
  type Action,
  landingPageOf,
  listActions,
  may,
  onlyOwnTickets,
  sideOf,
  worksOn,
} from './permission.ts'

const COMPANY = 'bluebonnet'
const employee = (id: string, isServiceWriter: boolean, isTechnician: boolean): Actor => ({
  kind: 'employee',
  id,
  name: id,
  companyId: COMPANY,
  isServiceWriter,
  isTechnician,
})

const ACTORS = {
  owner: { kind: 'owner', id: COMPANY, name: 'Dana Reyes', companyId: COMPANY },
  writer: employee('walt', true, false),
  technician: employee('rosa', false, true),
  both: employee('max', true, true),
  flagless: employee('fay', false, false),
  customer: { kind: 'customer', id: 'june', name: 'June Park', companyId: COMPANY, ticketId: 412_873 },
  rvOwner: { kind: 'rv-owner', id: 'june', name: 'June Park' },
  founder: { kind: 'founder', id: 'flo', name: 'Flo' },
  unaffiliated: { kind: 'unaffiliated', id: 'ex', name: 'Ex' },
  visitor: { kind: 'visitor' },
} as const satisfies Record<string, Actor>

const SUBJECTS = {
  linked: { ticketId: 412_873, assignedTechnician: null, helpers: [] },
  assigned: { ticketId: 500_001, assignedTechnician: 'rosa', helpers: [] },
  helped: { ticketId: 500_004, assignedTechnician: 'sam', helpers: [{ id: 'kim' }, { id: 'rosa' }] },
  other: { ticketId: 500_002, assignedTechnician: 'sam', helpers: [{ id: 'kim' }] },
  nobodys: { ticketId: 500_003, assignedTechnician: null, helpers: undefined },
  allowed: { isAllowed: true },
  notAllowed: { isAllowed: false },
}

type Grant = Partial<Record<keyof typeof ACTORS, 'all' | 'worksOn' | 'assigned' | 'linked' | 'allowed'>>

const OWNER: Grant = { owner: 'all' }
const DESK: Grant = { owner: 'all', writer: 'all', both: 'all' }
const BAY: Grant = { ...DESK, technician: 'worksOn' }
const STAFF: Grant = { ...DESK, technician: 'all', flagless: 'all' }
const LINKED: Grant = { ...DESK, customer: 'linked' }
const RV_OWNER: Grant = { rvOwner: 'all', founder: 'all' }
const FOUNDER: Grant = { founder: 'all' }
const ANYONE: Grant = Object.fromEntries(Object.keys(ACTORS).map(name => [name, 'all']))

/** The expected permissions, line by line. Everything else is refused. */
const TABLE: Record<Action, Grant> = {
  'company.see': STAFF,
  'company.see-email': DESK,
  'company.see-details': OWNER,
  'company.change': OWNER,
  'company.export': OWNER,
  'company.close': OWNER,
  'company.import-data': OWNER,
  'audit.see': OWNER,
  'employee.see': OWNER,
  'employee.register': OWNER,
  'employee.change': OWNER,
  'employee.delete': OWNER,
  'employee.list-technicians': DESK,
  'profile.see': STAFF,
  'profile.change': { writer: 'all', both: 'all', technician: 'all', flagless: 'all' },
  'session.see-own': { ...STAFF, ...RV_OWNER },
  'session.end-own': { ...STAFF, ...RV_OWNER },
  'ticket.see': { ...BAY, customer: 'linked' },
  'ticket.list': BAY,
  'ticket.create': DESK,
  'ticket.accept': DESK,
  'ticket.decline': DESK,
  'ticket.assign': DESK,
  'ticket.release': DESK,
  'ticket.check-in': BAY,
  'ticket.ask-approval': { ...DESK, technician: 'assigned' },
  'ticket.approve': DESK,
  'schedule.see': DESK,
  'bay.see': { technician: 'all', both: 'all' },
  'ticket.finalize': DESK,
  'ticket.complete': DESK,
  'ticket.close': DESK,
  'ticket.reopen': DESK,
  'ticket.add-addendum': DESK,
  'ticket.change-images': DESK,
  'ticket.change-details': DESK,
  'customer.see': DESK,
  'customer.change': DESK,
  'customer.erase': DESK,
  'link.share': DESK,
  'message.write': LINKED,
  'message.read': DESK,
  'appointment.change': { customer: 'linked' },
  'push.subscribe': { customer: 'linked' },
  'hold.set': DESK,
  'day.promise': DESK,
  'bay.oversee': DESK,
  'approval.ask': DESK,
  'signature.take': DESK,
  'signature.take-in-bay': BAY,
  'review.see': ANYONE,
  'review.write': { customer: 'linked' },
  'review.answer': OWNER,
  'billing.use': DESK,
  'billing.correct': { owner: 'all', writer: 'allowed', both: 'allowed' },
  'money.see': LINKED,
  'job.change': DESK,
  'job.write-findings': BAY,
  'job.suggest-time': BAY,
  'job.approve-time': DESK,
  'job.answer-estimate': LINKED,
  'part.add': BAY,
  'component.see': BAY,
  'component.write': BAY,
  'part.price': DESK,
  'part.order': DESK,
  'stock.see': { ...DESK, technician: 'all' },
  'stock.change': DESK,
  'photo.add': BAY,
  'clock.see-own': STAFF,
  'clock.run': BAY,
  'clock.correct': DESK,
  'shop-clock.use': { ...DESK, technician: 'all' },
  'rig.suggest': DESK,
  'dispute.see': DESK,
  'vin.decode': ANYONE,
  'address.suggest': ANYONE,
  'address.suggest-own': DESK,
  'directory.see': ANYONE,
  'work-history.see': ANYONE,
  'download.see': ANYONE,
  'company.register': ANYONE,
  'ticket.book': ANYONE,
  'rv-owner.sign-up': ANYONE,
  'rv-owner.see': RV_OWNER,
  'rv-owner.change': RV_OWNER,
  'platform.see': FOUNDER,
  'company.verify': FOUNDER,
  'company.suspend': FOUNDER,
  'review.remove': FOUNDER,
  'work-history.correct': FOUNDER,
  'claim.end': FOUNDER,
}

const names = Object.keys(ACTORS) as (keyof typeof ACTORS)[]
const cases = (Object.keys(TABLE) as Action[]).flatMap(action =>
  names.map(name => ({ action, name, reach: TABLE[action][name] ?? 'nothing' })),
)

test('the permission table has no entry that this test does not list', () => {
  expect([...listActions()].sort()).toEqual(Object.keys(TABLE).sort())
})

describe('permissions', () => {
  test.each(cases)('$name, $action: $reach', ({ action, name, reach }) => {
    const actor = ACTORS[name]
    expect(may(actor, action)).toBe(reach !== 'nothing')
    expect({
      linked: may(actor, action, SUBJECTS.linked),
      assigned: may(actor, action, SUBJECTS.assigned),
      helped: may(actor, action, SUBJECTS.helped),
      other: may(actor, action, SUBJECTS.other),
      nobodys: may(actor, action, SUBJECTS.nobodys),
      allowed: may(actor, action, SUBJECTS.allowed),
      notAllowed: may(actor, action, SUBJECTS.notAllowed),
    }).toEqual({
      linked: reach === 'all' || reach === 'linked',
      assigned: reach === 'all' || reach === 'assigned' || reach === 'worksOn',
      helped: reach === 'all' || reach === 'worksOn',
      other: reach === 'all',
      nobodys: reach === 'all',
      allowed: reach === 'all' || reach === 'allowed',
      notAllowed: reach === 'all',
    })
    expect(onlyOwnTickets(actor, action)).toBe(reach !== 'all' && reach !== 'nothing')
  })
})

test('who is assigned works on a ticket, and who helps; nobody, as long as it has no technicians', () => {
  const { assigned, helped, other, nobodys } = SUBJECTS
  const worksRosa = [assigned, helped, other, nobodys].map(ticket => worksOn('rosa', ticket))
  expect(worksRosa).toEqual([true, true, false, false])
})

test("a technician reaches a colleague's ticket only if they are also a service writer", () => {
  expect(may(ACTORS.technician, 'ticket.see', SUBJECTS.other)).toBe(false)
  expect(may(ACTORS.both, 'ticket.see', SUBJECTS.other)).toBe(true)
})

test('owners and service writers work at the desk, even if they repair as well; technicians work in the bay', () => {
  const { owner, writer, both, technician, flagless } = ACTORS
  expect([owner, writer, both].map(sideOf)).toEqual(['desk', 'desk', 'desk'])
  expect([technician, flagless].map(sideOf)).toEqual(['bay', 'bay'])
})

test.each([
  ['owner', 'dashboard'],
  ['writer', 'dashboard'],
  ['both', 'dashboard'],
  ['technician', 'bay'],
  ['flagless', 'profile'],
  ['unaffiliated', 'dashboard'],
  ['visitor', 'dashboard'],
  ['customer', 'dashboard'],
  ['rvOwner', 'my'],
  ['founder', 'founders'],
] as const)('%s starts on the page %s', (name, home) => {
  expect(landingPageOf(ACTORS[name])).toBe(home)
})
