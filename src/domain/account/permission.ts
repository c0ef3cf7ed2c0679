// Who may do what: one table, one question. The server asks before it reveals whether a thing
// exists; the web asks the same table to show or hide. A technician's rights end at the tickets
// they are assigned to, a customer's at the one ticket whose link they hold.

import { type Actor, type Role, rolesOf } from './actor.ts'

/** How far a right reaches: everything of the company, my own tickets, or the one linked ticket. */
type Reach = 'all' | 'assigned' | 'linked'

const DESK = { owner: 'all', writer: 'all' } as const
const BAY = { ...DESK, technician: 'assigned' } as const
const STAFF = { ...DESK, technician: 'all', flagless: 'all' } as const
const OWNER = { owner: 'all' } as const
const RV_OWNER = { rvOwner: 'all' } as const
const FOUNDER = { founder: 'all' } as const
const ANYONE = { public: 'all' } as const

const PERMISSIONS = {
  'company.see': STAFF,
  'company.see-details': OWNER,
  'company.change': OWNER,
  'company.export': OWNER,
  'report.see': OWNER,
  'audit.see': OWNER,
  'employee.see': OWNER,
  'employee.register': OWNER,
  'employee.change': OWNER,
  'employee.delete': OWNER,
  // Writers need names and flags to assign; nothing else of an employee leaves for them.
  'employee.list-technicians': DESK,
  'profile.see': STAFF,
  'session.see-own': { ...STAFF, ...RV_OWNER },
  'session.end-own': { ...STAFF, ...RV_OWNER },

  'ticket.see': { ...BAY, customer: 'linked' },
  'ticket.list': { ...DESK, technician: 'assigned' },
  'ticket.create': DESK,
  'ticket.accept': DESK,
  'ticket.decline': DESK,
  'ticket.assign': DESK,
  'ticket.release': DESK,
  'ticket.ask-approval': BAY,
  'ticket.approve': DESK,
  'ticket.finalize': DESK,
  'ticket.complete': DESK,
  'ticket.reopen': DESK,
  'ticket.change-images': DESK,
  'ticket.change-details': DESK,
  'link.share': DESK,
  'message.write': { ...DESK, customer: 'linked' },
  'message.read': DESK,
  'push.subscribe': { customer: 'linked' },
  'hold.set': DESK,
  'approval.ask': DESK,
  'review.see': ANYONE,
  'review.write': { customer: 'linked' },
  'review.answer': OWNER,
  'money.see': { ...DESK, customer: 'linked' },

  'schedule.see': DESK,
  // Where one works on what one is assigned to: tickets are assigned to technicians only.
  'bay.see': { technician: 'all' },

  'job.change': DESK,
  'job.write-findings': BAY,
  'job.suggest-time': BAY,
  'job.approve-time': DESK,
  'job.answer-estimate': { ...DESK, customer: 'linked' },
  'part.add': BAY,
  'part.price': DESK,
  'photo.add': BAY,
  'clock.see-own': STAFF,
  'clock.run': BAY,
  'clock.correct': DESK,

  'rig.suggest': DESK,
  'dispute.see': DESK,

  'vin.decode': ANYONE,
  'address.suggest': ANYONE,
  // What a company has written before is where its customers live.
  'address.suggest-own': DESK,
  'directory.see': ANYONE,
  'work-history.see': ANYONE,
  'download.see': ANYONE,
  'company.register': ANYONE,
  'ticket.book': ANYONE,

  // One's own rigs and tickets, whoever has served them.
  'rv-owner.sign-up': ANYONE,
  'rv-owner.see': RV_OWNER,
  'rv-owner.change': RV_OWNER,

  'platform.see': FOUNDER,
  'company.verify': FOUNDER,
  'company.suspend': FOUNDER,
  'review.remove': FOUNDER,
  'work-history.correct': FOUNDER,
  'claim.end': FOUNDER,
} as const satisfies Record<string, Partial<Record<Role, Reach>>>

export type Action = keyof typeof PERMISSIONS

export const actions = Object.keys(PERMISSIONS) as readonly Action[]

/** What a right that does not reach everything is measured against. */
export type Subject = { readonly ticketId: number; readonly assignedTechnician: string | null }

function grantsAccess(reach: Reach, actor: Actor, subject: Subject | undefined): boolean {
  if (reach === 'all' || subject === undefined) return true
  if (reach === 'assigned') return 'id' in actor && subject.assignedTechnician === actor.id
  return actor.kind === 'customer' && subject.ticketId === actor.ticketId
}

/**
 * Whether `actor` may do `action`, on `subject` where the right depends on the ticket. Without a
 * subject the answer is whether there is any ticket on which they might.
 */
export function may(actor: Actor, action: Action, subject?: Subject): boolean {
  const grants: Partial<Record<Role, Reach>> = PERMISSIONS[action]
  return rolesOf(actor).some(role => {
    const reach = grants[role]
    return reach !== undefined && grantsAccess(reach, actor, subject)
  })
}

/** Whether the right is limited to the tickets assigned to this person. */
export const onlyAssigned = (actor: Actor, action: Action): boolean =>
  may(actor, action) && !may(actor, action, { ticketId: 0, assignedTechnician: null })

/** The page a day begins on. */
export type LandingPage = 'dashboard' | 'bay' | 'profile' | 'my' | 'founders'

/**
 * Where a person lands after signing in. Whoever is at the desk as well as in the bay begins at the
 * desk; without a role the profile says what to do; who is nobody here is told so on the dashboard.
 */
export function landingPageOf(actor: Actor): LandingPage {
  if (may(actor, 'job.change')) return 'dashboard'
  if (may(actor, 'bay.see')) return 'bay'
  if (may(actor, 'platform.see')) return 'founders'
  if (may(actor, 'rv-owner.see')) return 'my'
  return may(actor, 'profile.see') ? 'profile' : 'dashboard'
}

/** Where a person stands: whoever may decide on job lines is at the desk, everybody else in the bay. */
export const sideOf = (actor: Actor): 'bay' | 'desk' => (may(actor, 'job.change') ? 'desk' : 'bay')
