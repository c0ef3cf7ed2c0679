// Permissions in one table. The server checks it before it reveals whether a thing exists; the web client uses it to
// show or hide. A technician's permissions end at the tickets they work on, a customer's at their link's ticket.

import { type Actor, type Role, rolesOf } from './actor.ts'

/**
 * The scope of a permission: the whole company, the tickets that a technician works on, of these the assigned ones, the
 * linked ticket, or all if the owner allowed it.
 */
export type Reach = 'all' | 'worksOn' | 'assigned' | 'linked' | 'allowed'

const DESK = { owner: 'all', writer: 'all' } as const
const BAY = { ...DESK, technician: 'worksOn' } as const
const STAFF = { ...DESK, technician: 'all', flagless: 'all' } as const
const EMPLOYEE = { writer: 'all', technician: 'all', flagless: 'all' } as const
const OWNER = { owner: 'all' } as const
const RV_OWNER = { rvOwner: 'all' } as const
const FOUNDER = { founder: 'all' } as const
const ANYONE = { public: 'all' } as const

const PERMISSIONS = {
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
  // Service writers need names and flags for assigning; they get nothing else.
  'employee.list-technicians': DESK,
  'profile.see': STAFF,
  'profile.change': EMPLOYEE,
  'session.see-own': { ...STAFF, ...RV_OWNER },
  'session.end-own': { ...STAFF, ...RV_OWNER },

  'ticket.see': { ...BAY, customer: 'linked' },
  'ticket.list': BAY,
  'ticket.create': DESK,
  'ticket.accept': DESK,
  'ticket.decline': DESK,
  'ticket.check-in': BAY,
  'ticket.assign': DESK,
  'ticket.release': DESK,
  // Helpers leave it to the assigned technician.
  'ticket.ask-approval': { ...DESK, technician: 'assigned' },
  'ticket.approve': DESK,
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
  'message.write': { ...DESK, customer: 'linked' },
  'message.read': DESK,
  'appointment.change': { customer: 'linked' },
  'push.subscribe': { customer: 'linked' },
  'hold.set': DESK,
  'day.promise': DESK,
  'approval.ask': DESK,
  'signature.take': DESK,
  // On a phone in the bay, without amounts.
  'signature.take-in-bay': BAY,
  'review.see': ANYONE,
  'review.write': { customer: 'linked' },
  'review.answer': OWNER,
  'billing.use': DESK,
  // Refunds, voided payments, credit notes, and discounts above the limit.
  'billing.correct': { owner: 'all', writer: 'allowed' },
  'money.see': { ...DESK, customer: 'linked' },

  'schedule.see': DESK,
  // Work on tickets: only technicians are assigned or help.
  'bay.see': { technician: 'all' },
  // What technicians' phones hold, and handed to the desk.
  'bay.oversee': DESK,

  'job.change': DESK,
  'job.write-findings': BAY,
  'job.suggest-time': BAY,
  'job.approve-time': DESK,
  'job.answer-estimate': { ...DESK, customer: 'linked' },
  'part.add': BAY,
  'component.see': BAY,
  'component.write': BAY,
  'part.price': DESK,
  // Vendors, orders and what parts cost.
  'part.order': DESK,
  // Technicians see what is there, without prices and costs.
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
  // A company's past addresses are its customers' homes.
  'address.suggest-own': DESK,
  'directory.see': ANYONE,
  'work-history.see': ANYONE,
  'download.see': ANYONE,
  'company.register': ANYONE,
  'ticket.book': ANYONE,

  // One's own rigs and tickets, of any company.
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

export const listActions = () => Object.keys(PERMISSIONS) as readonly Action[]

/** The roles that may do `action`, each with its scope. */
export const grantsOf = (action: Action): Readonly<Partial<Record<Role, Reach>>> => PERMISSIONS[action]

/** The technicians of a ticket. */
export type TicketTechnicians = {
  readonly assignedTechnician: string | null
  /** Undefined on what was stored before there were any. */
  readonly helpers: readonly { readonly id: string }[] | undefined
}

/** What a limited permission is checked against: a ticket, or whether the owner allowed it. */
export type Subject = (TicketTechnicians & { readonly ticketId: number }) | { readonly isAllowed: boolean }

/** Whether they help on the ticket. */
export const helpsOn = (id: string | null, { helpers = [] }: Pick<TicketTechnicians, 'helpers'>): boolean =>
  helpers.some(helper => helper.id === id)

/** Whether they work on the ticket: it is assigned to them, or they help. */
export const worksOn = (id: string, ticket: TicketTechnicians): boolean =>
  ticket.assignedTechnician === id || helpsOn(id, ticket)

function grantsAccess(reach: Reach, actor: Actor, subject: Subject | undefined): boolean {
  if (reach === 'all' || subject === undefined) return true
  if ('isAllowed' in subject) return reach === 'allowed' && subject.isAllowed
  if (reach === 'assigned') return 'id' in actor && subject.assignedTechnician === actor.id
  if (reach === 'worksOn') return 'id' in actor && worksOn(actor.id, subject)
  return actor.kind === 'customer' && subject.ticketId === actor.ticketId
}

/**
 * Whether `actor` may do `action`, on `subject` if the permission is limited. Without a subject: whether they could be
 * allowed it.
 */
export function may(actor: Actor, action: Action, subject?: Subject): boolean {
  const grants = grantsOf(action)
  return rolesOf(actor).some(role => {
    const reach = grants[role]
    return reach !== undefined && grantsAccess(reach, actor, subject)
  })
}

/** Whether the permission is limited to the actor's own tickets. */
export const onlyOwnTickets = (actor: Actor, action: Action): boolean =>
  may(actor, action) && !may(actor, action, { ticketId: 0, assignedTechnician: null, helpers: [] })

/** The page after logging in. */
export type LandingPage = 'dashboard' | 'bay' | 'profile' | 'my' | 'founders'

/**
 * The page after logging in. Desk and bay: the desk. Without a role: the profile, which says what to do. Without a
 * company: the dashboard, which says so.
 */
export function landingPageOf(actor: Actor): LandingPage {
  if (may(actor, 'job.change')) return 'dashboard'
  if (may(actor, 'bay.see')) return 'bay'
  if (may(actor, 'platform.see')) return 'founders'
  if (may(actor, 'rv-owner.see')) return 'my'
  return may(actor, 'profile.see') ? 'profile' : 'dashboard'
}

/** Where a user works: those who may decide on job lines at the desk, others in the bay. */
export const sideOf = (actor: Actor): 'bay' | 'desk' => (may(actor, 'job.change') ? 'desk' : 'bay')
