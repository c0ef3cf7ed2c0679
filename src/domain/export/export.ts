// A company's export, in the specification's structure (sections 3 and 7), for other systems to read. Money is
// dollars, times are in the specification's formats. The company's other data is added to it.

import type { ApprovalRequest, LineSnapshot } from '#domain/approvals/approval.ts'
import type { BookingLocation } from '#domain/bookings/booking.ts'
import type { ClockSession } from '#domain/clocks/clock.ts'
import type { CompanyDetails, CompanySettings } from '#domain/companies/company.ts'
import type { Employee } from '#domain/employees/employee.ts'
import { formatStamp, formatUtcStamp } from '#domain/lib/company-time.ts'
import { type Cents, toDollars } from '#domain/lib/money.ts'
import { PERCENTAGE_SCALE } from '#domain/lib/percentage.ts'
import type { Message } from '#domain/messages/message.ts'
import type { Hold } from '#domain/on-hold/hold.ts'
import type { Photo } from '#domain/photos/photo.ts'
import type { Preferences } from '#domain/preferences/preferences.ts'
import type { Review } from '#domain/reviews/review.ts'
import type { CustomerRV } from '#domain/rigs/rig.ts'
import type { Addendum } from '#domain/tickets/addendum.ts'
import type { Assignment } from '#domain/tickets/assignment.ts'
import type { Job } from '#domain/tickets/job.ts'
import { laborOf } from '#domain/tickets/labor.ts'
import { type Part, partTotal } from '#domain/tickets/part.ts'
import { rigVisitFacts } from '#domain/tickets/rig-visit.ts'
import { rateOf, type State, type Ticket } from '#domain/tickets/ticket.ts'
import { totals } from '#domain/tickets/totals.ts'

/** What exporting needs besides the data. */
export type ExportContext = {
  /** The company's, for its timestamps. */
  readonly timeZone: string
  /** The company's current rate, in cents per hour. */
  readonly laborRate: Cents | null
  /** The full URL of a path on this server. */
  readonly link: (path: string) => string
  /** The path of a photo. */
  readonly photoPath: (ticketId: number, photoId: string) => string
}

/** The specification's four groups, and ours for other states. In the order of a ticket's life. */
export const EXPORT_GROUPS = {
  pending: 'pendingServiceTickets',
  active: 'activeServiceTickets',
  approval: 'approvalServiceTickets',
  completed: 'completedServiceTickets',
  recorded: 'recordedServiceTickets',
  declined: 'declinedServiceTickets',
  closed: 'closedServiceTickets',
} as const satisfies Record<State, string>

const dollars = (amount: Cents | null): number | null => (amount === null ? null : toDollars(amount))

const linked = (path: string | null, { link }: Pick<ExportContext, 'link'>): string | null =>
  path === null ? null : link(path)

const keyed = <T, E>(list: readonly T[], keyOf: (each: T) => string | number, shape: (each: T) => E) =>
  Object.fromEntries(list.map(each => [keyOf(each), shape(each)]))

/** `companyDetails`, with the time zone of its tickets' timestamps. */
export const exportDetails = (company: CompanyDetails, context: ExportContext) => ({
  companyName: company.companyName,
  companyPhone: company.companyPhone,
  companyAddress: company.companyAddress,
  coordinates: company.coordinates,
  email: company.email,
  laborRate: dollars(company.laborRate),
  mobileRange: company.mobileRange,
  imageURL: linked(company.imageURL, context),
  companyUUID: company.companyUUID,
  timeZone: context.timeZone,
})

/** `companySettings`. */
export const exportSettings = (settings: CompanySettings) => ({
  mobileBusiness: settings.mobileBusiness,
  onTimeStatus: settings.onTimeStatus,
  pendingStatus: settings.pendingStatus,
  trusted: settings.trusted,
  verified: settings.verified,
  daysOfOperation: settings.daysOfOperation,
  hoursOfOperation: settings.hoursOfOperation,
})

/** `preferences`: what the company chose for itself. `approvalTolerance` is in percent. */
export const exportPreferences = (
  { changeHours, statusUpdateDays, replyTo, notices, ...switches }: Preferences,
  approvalTolerance: number,
) => ({ approvalTolerance, changeHours, statusUpdateDays, replyTo, ...switches, notices })

/** One of `Employees`. */
export const exportEmployee = ({ id: _, ...employee }: Employee, companyUUID: string) => ({
  firstName: employee.firstName,
  lastName: employee.lastName,
  email: employee.email,
  phone: employee.phone,
  licenseNumber: employee.licenseNumber,
  isInsured: employee.isInsured,
  roles: employee.roles,
  companyUUID,
})

/** One of a job line's `sessions`, in epoch milliseconds; null while the clock runs. */
export const exportSession = ({ technicianId, technician, ...session }: ClockSession) => ({
  technicianId,
  technician,
  clockInTime: session.clockInTime.getTime(),
  clockOutTime: session.clockOutTime?.getTime() ?? null,
  ...(session.isClockInReported && { isClockInReported: true }),
  ...(session.isClockOutReported && { isClockOutReported: true }),
})

/** Two sessions of no length may begin at once. */
const inOrder = (sessions: readonly ClockSession[]): ClockSession[] =>
  sessions.toSorted(
    (one, other) =>
      one.clockInTime.getTime() - other.clockInTime.getTime() || (one.sessionId < other.sessionId ? -1 : 1),
  )

/** One of `Jobs`. `laborRate` is the ticket's. */
export const exportJob = (job: Job, ticketId: number, laborRate: Cents | null, context: ExportContext) => ({
  problem: job.problem,
  cause: job.cause,
  correction: job.correction,
  estimatedTime: job.estimatedTime,
  estimate: job.estimate,
  suggestedTime: job.suggestedTime,
  answer: job.answer,
  ...(job.namedTechnician !== null && { namedTechnician: job.namedTechnician }),
  ...(job.namedRate !== null && {
    laborRate: { ...job.namedRate, amount: toDollars(job.namedRate.amount) },
  }),
  ...(job.flatPrice !== null && { flatPrice: toDollars(job.flatPrice) }),
  ...(job.clockRule !== null && { clockRule: job.clockRule }),
  ...(job.clockedHours !== null && { clockedHours: job.clockedHours }),
  ...(job.component !== null && {
    component: { ...job.component, at: job.component.at.getTime() },
  }),
  ...(job.approvedSupplies !== null && {
    approvedSupplies: {
      parts: toDollars(job.approvedSupplies.parts),
      supplies: toDollars(job.approvedSupplies.supplies),
    },
  }),
  sessions: keyed(inOrder(job.sessions), ({ sessionId }) => sessionId, exportSession),
  photos: keyed(
    job.photos,
    ({ photoId }) => photoId,
    ({ photoId }) => context.link(context.photoPath(ticketId, photoId)),
  ),
  totalBalance: toDollars(laborOf(job, laborRate)),
})

/** One of `Parts`; null amounts without a price. */
export const exportPart = (part: Part) => ({
  quantity: part.quantity,
  description: part.description,
  perPartAmount: dollars(part.perPartAmount),
  totalAmount: dollars(partTotal(part)),
  jobNumber: part.jobNumber,
  ...(part.sublet === null ? {} : { sublet: { ...part.sublet, cost: dollars(part.sublet.cost) } }),
})

/** One of `assignedTechs`, keyed by its date. */
export const exportAssignment = (
  { uuid, firstName, lastName, assignedAt }: Assignment,
  timeZone: string,
) => ({
  uuid,
  firstName,
  lastName,
  assignedAt: formatStamp(assignedAt, timeZone),
})

/** How a ticket was booked. */
type BookingRecord = {
  readonly wantedAt: Date
  readonly place: BookingLocation
  readonly address: string
  readonly campground: string
  readonly siteNumber: string
  readonly emailConfirmedAt: Date | null
  readonly declineReason: string | null
}

/** `booking` of a ticket that a customer booked. */
const exportBooking = (booking: BookingRecord, timeZone: string) => ({
  wantedAt: formatStamp(booking.wantedAt, timeZone),
  place: booking.place,
  address: booking.address,
  campground: booking.campground,
  siteNumber: booking.siteNumber,
  emailConfirmed: booking.emailConfirmedAt !== null,
  declineReason: booking.declineReason,
})

const exportSnapshot = ({ jobNumber, laborRate, labor, parts, ...snapshot }: LineSnapshot) => ({
  jobNumber,
  problem: snapshot.problem,
  hours: snapshot.hours,
  ...(snapshot.isFlatPrice && { isFlatPrice: true }),
  ...(snapshot.clockTerms !== undefined && { clockTerms: snapshot.clockTerms }),
  laborRate: dollars(laborRate),
  ...(snapshot.laborRateName !== undefined && { laborRateName: snapshot.laborRateName }),
  labor: toDollars(labor),
  parts: parts.map(({ perPartAmount, totalAmount, ...part }) => ({
    ...part,
    perPartAmount: dollars(perPartAmount),
    totalAmount: dollars(totalAmount),
  })),
  partsAmount: toDollars(snapshot.partsAmount),
  shopSupplies: toDollars(snapshot.shopSupplies),
  ...(snapshot.suppliesLabel !== undefined && { suppliesLabel: snapshot.suppliesLabel }),
  total: dollars(snapshot.total),
})

/** One of `Approvals`: what the customer was asked about a line, and their answer to which version. */
export function exportApprovalRequest(request: ApprovalRequest) {
  const { requestId, note, askedAt, askedBy, asked, state } = request
  const exported = {
    requestId,
    note,
    askedAt: askedAt.getTime(),
    askedBy: askedBy.name,
    asked: exportSnapshot(asked),
    state,
  }
  if (request.state === 'open') return exported
  const ended = { ...exported, endedAt: request.endedAt.getTime(), endedBy: request.endedBy.name }
  if (request.state === 'withdrawn') return ended
  const { how, address, typedName, phone, shown } = request
  return { ...ended, how, address, typedName, phone, shown: exportSnapshot(shown) }
}

/** What a ticket has here and not in the specification. */
export type TicketAdditions = {
  readonly messages: readonly Message[]
  readonly hold: Hold | null
  readonly requests: readonly ApprovalRequest[]
  readonly booking: BookingRecord | null
  readonly addenda: readonly Addendum[]
}

/** What the tree has no place for, besides what the office’s export adds to a ticket. */
export type TreeAdditions = Omit<TicketAdditions, 'messages' | 'hold'> & {
  readonly ticket: Ticket
  readonly customerUuid: string | null
  readonly companyCustomerId: string | null
  readonly review: ExportedReview | null
  /** When the company brought the visit along; undefined for one of its own. */
  readonly imported: unknown
}

type ExportedReview = Omit<Review, 'ticketId'> & {
  readonly removal: { readonly by: string | null; readonly because: string | null }
}

const exportReview = ({
  stars,
  words,
  writtenAt,
  rig,
  answer,
  removedAt,
  removal,
  uncountedBecause,
}: ExportedReview) => ({
  stars,
  words,
  writtenAt: writtenAt.getTime(),
  rig,
  ...(answer !== null && { answer: { words: answer.words, at: answer.at.getTime() } }),
  ...(removedAt !== null && { removed: { at: removedAt.getTime(), ...removal } }),
  ...(uncountedBecause !== null && { uncountedBecause }),
})

/** Photos that came with an addendum, by their ids. */
const exportAdded = (photos: readonly Photo[], ticketId: number, { link, photoPath }: ExportContext) =>
  photos.map(({ photoId, addedAt }) => {
    const url = link(photoPath(ticketId, photoId))
    return [photoId, { url, addedAt: addedAt.getTime() }] as const
  })

/** A ticket beside the tree. `fromImport` is what its company imported for it, and nothing here replaced. */
export function exportBeside(
  { ticket, customerUuid, companyCustomerId, imported, review, requests, booking, addenda }: TreeAdditions,
  fromImport: Readonly<Record<string, unknown>>,
  context: ExportContext,
) {
  const { verb, by, at } = ticket.lastTransition
  const photos = ticket.jobs.flatMap(job => job.photos)
  const addendumPhotos = addenda.flatMap(({ addendumId, photos: added }) =>
    exportAdded(added, ticket.ticketId, context).map(([photoId, photo]) => [
      photoId,
      { addendumId, ...photo },
    ]),
  )
  const replacing = ticket.assignedTechs.filter(({ replaced }) => replaced.length > 0)
  const approvals = [...toList(fromImport.Approvals), ...requests.map(exportApprovalRequest)]
  const ownBooking = booking === null ? fromImport.booking : exportBooking(booking, context.timeZone)
  const ownReview = review === null ? fromImport.review : exportReview(review)
  return {
    lastTransition: { verb, by: by.id, name: by.name, at: at.getTime() },
    ...('laborRate' in ticket && { laborRate: dollars(ticket.laborRate) }),
    ...('laborRate' in ticket &&
      ticket.suppliesRule !== null && {
        suppliesRule: {
          percentage: ticket.suppliesRule.percentage / PERCENTAGE_SCALE,
          cap: dollars(ticket.suppliesRule.cap),
        },
      }),
    ...('closing' in ticket && { closing: ticket.closing }),
    ...(ticket.confirmedAt !== null && { confirmedAt: ticket.confirmedAt.getTime() }),
    ...(ticket.checkIn !== null && { checkIn: ticket.checkIn }),
    ...(rigVisitFacts(ticket.rigVisit).length > 0 && { rigVisit: ticket.rigVisit }),
    ...(customerUuid !== null && { customerUUID: customerUuid }),
    ...(companyCustomerId !== null && { companyCustomerId }),
    ...(replacing.length > 0 && {
      replacedTechs: keyed(
        replacing,
        ({ date }) => date,
        ({ replaced }) => Object.fromEntries(replaced.map(uuid => [uuid, true])),
      ),
    }),
    ...(imported !== undefined && { imported }),
    ...(photos.length > 0 && {
      photos: keyed(
        photos,
        ({ photoId }) => photoId,
        ({ moment, addedAt }) => ({ moment, addedAt: addedAt.getTime() }),
      ),
    }),
    ...(addendumPhotos.length > 0 && { addendumPhotos: Object.fromEntries(addendumPhotos) }),
    ...(approvals.length > 0 && { Approvals: approvals }),
    ...(ownBooking !== undefined && { booking: ownBooking }),
    ...(ownReview !== undefined && { review: ownReview }),
  }
}

const toList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** The ticket's messages, oldest first, and its hold; its `Approvals`, `booking` and `addenda` if there are any. */
export const exportAdditions = (
  ticketId: number,
  { messages, hold, requests, booking, addenda }: TicketAdditions,
  context: ExportContext,
) => ({
  messages: messages.map(({ at, by, authorName, jobNumber, text, readAt }) => ({
    at: at.getTime(),
    by,
    name: authorName,
    jobNumber,
    text,
    readAt: readAt?.getTime() ?? null,
  })),
  hold: hold === null ? null : { ...hold, since: hold.since.getTime() },
  ...(requests.length > 0 && { Approvals: requests.map(exportApprovalRequest) }),
  ...(booking !== null && { booking: exportBooking(booking, context.timeZone) }),
  ...(addenda.length > 0 && {
    addenda: keyed(
      addenda,
      ({ addendumId }) => addendumId,
      ({ addedAt, by, text, photos }) => ({
        at: addedAt.getTime(),
        by: by.id,
        name: by.name,
        text,
        ...(photos.length > 0 && { photos: Object.fromEntries(exportAdded(photos, ticketId, context)) }),
      }),
    ),
  }),
})

/** What an entry of the RV pool says about the rig, besides its `workHistory`. */
export const exportRig = (
  rig: CustomerRV & { readonly customerUUID: string | null; readonly assigned: boolean },
  context: Pick<ExportContext, 'link'>,
) => ({
  make: rig.make,
  model: rig.model,
  year: rig.year,
  vin: rig.vin,
  axleAmount: rig.axleAmount,
  customerUUID: rig.customerUUID,
  assigned: rig.assigned,
  rvImage: linked(rig.rvImage, context),
})

/** A complete ticket, as in the group of its state. */
export function exportTicket(ticket: Ticket, context: ExportContext) {
  const { timeZone } = context
  const { ticketId, customerDetails, customerRV, pendingTimestamp, activeTimestamp } = ticket
  const laborRate = rateOf(ticket, context.laborRate)
  const { totalPartsAmount, shopSupplies, totalBalance } = totals(ticket, laborRate)
  const exported = {
    customerDetails: {
      ...customerDetails,
      profileImageUrl: linked(customerDetails.profileImageUrl, context),
    },
    customerRV: { ...customerRV, rvImage: linked(customerRV.rvImage, context) },
    activeTimestamp: activeTimestamp?.getTime() ?? null,
    pendingTimestamp: pendingTimestamp === null ? null : formatUtcStamp(pendingTimestamp),
    ticketSettings: { completedServiceTickets: false },
    Jobs: keyed(
      ticket.jobs,
      ({ jobNumber }) => jobNumber,
      job => exportJob(job, ticketId, laborRate, context),
    ),
    assignedTechnician: ticket.assignedTechnician,
    assignedTechs: keyed(
      ticket.assignedTechs,
      ({ date }) => date,
      assignment => exportAssignment(assignment, timeZone),
    ),
    Parts: {
      ...keyed(ticket.parts, ({ partId }) => partId, exportPart),
      TotalPartsAmount: toDollars(totalPartsAmount),
      ShopSupplies: toDollars(shopSupplies),
    },
  }
  if (ticket.state !== 'recorded') return exported
  return {
    ...exported,
    completedTimestamp: formatStamp(ticket.completedTimestamp, timeZone),
    TotalBalance: toDollars(totalBalance),
  }
}

/** The file name: the company in plain letters, the date and the ending. */
export function exportFileName(companyName: string, day: string, ending: string): string {
  const plain = companyName
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60)
  return ['rigwright', plain, day]
    .filter(part => part !== '')
    .join('-')
    .concat(ending)
}
