// The tables as TypeScript knows them: snake_case in SQL, camelCase here (Kysely's CamelCasePlugin).

import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { AnswerChannel, ApprovalRequest, LineSnapshot } from '#domain/approvals/approval.ts'
import type { BookingLocation } from '#domain/bookings/booking.ts'
import type { Cents } from '#domain/lib/money.ts'
import type { Side } from '#domain/messages/message.ts'
import type { HoldReason } from '#domain/on-hold/hold.ts'
import type { PhotoStage } from '#domain/photos/photo.ts'
import type { NoteKind } from '#domain/rig-claims/claim-code.ts'
import type { AxleAmount } from '#domain/rigs/rig.ts'
import type { Answer } from '#domain/tickets/job.ts'
import type { Verb } from '#domain/tickets/state/transition.ts'
import type { State } from '#domain/tickets/ticket.ts'

/** Objects go in as JSON text and come out parsed. */
type Json<T> = ColumnType<T, string, string>

export type CompanyRow = {
  companyId: string
  companyName: string
  companyPhone: string
  companyAddress: string | null
  latitude: number | null
  longitude: number | null
  email: string
  laborRate: Cents | null
  mobileRange: number | null
  imageUrl: string | null
  mobileBusiness: boolean
  onTimeStatus: boolean
  pendingStatus: boolean
  trusted: boolean
  verified: boolean
  daysOfOperation: number[]
  hoursOfOperation: number[]
  timeZone: string
  registeredAt: Date
  /** `YYYY-MM-DD`, of the month that Verified rests on, both days included; null without one. */
  verifiedFrom: string | null
  verifiedUntil: string | null
  verifiedNote: string | null
  suspendedAt: Date | null
  suspendedBecause: string | null
}

export type EmployeeRow = {
  companyId: string
  employeeId: string
  firstName: string
  lastName: string
  email: string
  phone: string
  licenseNumber: string
  isInsured: boolean
  isServiceWriter: boolean
  isTechnician: boolean
  registeredAt: Date
  /** Null while they may sign in. */
  deactivatedAt: Date | null
}

export type TicketRow = {
  companyId: string
  ticketId: number
  state: State
  firstName: string
  lastName: string
  email: string
  phone: string
  address: string | null
  latitude: number | null
  longitude: number | null
  profileImageUrl: string | null
  customerUuid: string | null
  vin: string
  make: string
  model: string
  year: string
  axleAmount: AxleAmount | null
  rvImage: string | null
  assignedTechnician: string | null
  pendingTimestamp: Date | null
  activeTimestamp: Date | null
  completedTimestamp: Date | null
  laborRate: Cents | null
  transition: Verb
  transitionedBy: string
  transitionedByName: string
  transitionedAt: Date
  card: Json<object>
}

export type JobRow = {
  companyId: string
  ticketId: number
  jobNumber: number
  problem: string
  cause: string
  correction: string
  estimatedTime: number
  estimate: boolean
  suggestedTime: number | null
  answer: Answer
}

export type PartRow = {
  companyId: string
  ticketId: number
  partId: string
  position: number
  jobNumber: number | null
  quantity: number
  description: string
  perPartAmount: Cents | null
}

export type PhotoRow = {
  companyId: string
  ticketId: number
  jobNumber: number
  photoId: string
  moment: PhotoStage
  position: number
  width: number
  height: number
  addedAt: Date
  addedBy: string
  addedByName: string
}

export type ClockSessionRow = {
  companyId: string
  sessionId: string
  ticketId: number
  jobNumber: number
  technicianId: string
  /** Their name, which stays when the person has gone. */
  technician: string
  clockInTime: Date
  clockOutTime: Date | null
  isCorrected: boolean
  checkedAt: Date | null
}

type ClockCorrectionRow = {
  companyId: string
  sessionId: string
  /** Counts the corrections of one session from 1. */
  position: number
  at: Date
  actor: string
  actorName: string
  reason: string
  clockInBefore: Date
  clockInAfter: Date
  clockOutBefore: Date | null
  clockOutAfter: Date | null
}

export type AssignmentRow = {
  companyId: string
  ticketId: number
  /** `YYYY-MM-DD` */
  date: string
  uuid: string
  firstName: string
  lastName: string
  assignedAt: Date
}

export type TicketLinkRow = {
  companyId: string
  linkId: string
  ticketId: number
  madeAt: Date
  madeBy: string
  madeByName: string
  revokedAt: Date | null
  openedAt: Date | null
  wrongAnswers: number
}

/** A browser in which the ticket's customer is told. */
type PushSubscriptionRow = {
  companyId: string
  subscriptionId: string
  ticketId: number
  linkId: string
  endpoint: string
  p256dh: string
  auth: string
  madeAt: Date
  /** Null of phones from before it was kept. */
  serverKey: Generated<string | null>
}

type TicketMessageRow = {
  companyId: string
  ticketId: number
  messageId: string
  at: Date
  by: Side
  authorId: string
  authorName: string
  jobNumber: number | null
  text: string
  seenAt: Date | null
}

type TicketHoldRow = {
  companyId: string
  ticketId: number
  reason: HoldReason
  note: string
  since: Date
  /** `YYYY-MM-DD` */
  until: string | null
  setBy: string
  setByName: string
}

type ApprovalRequestRow = {
  companyId: string
  ticketId: number
  requestId: string
  position: number
  askedAt: Date
  askedBy: string
  askedByName: string
  note: string
}

type ApprovalLineRow = {
  companyId: string
  ticketId: number
  requestId: string
  jobNumber: number
  asked: Json<LineSnapshot>
  askedVersion: string
  state: ApprovalRequest['standing']
  endedAt: Date | null
  endedBy: string | null
  endedByName: string | null
  how: AnswerChannel | null
  address: string | null
  shown: ColumnType<LineSnapshot | null, string | null, string | null>
  shownVersion: string | null
}

export type ReviewRow = {
  companyId: string
  ticketId: number
  stars: number
  words: string
  writtenAt: Date
  rig: string
  answer: string | null
  answeredAt: Date | null
  answeredByName: string | null
  removedAt: Date | null
  removedByName: string | null
  removedBecause: string | null
}

type ChangeLogRow = {
  companyId: string
  version: number
  kind: string
  id: string
  verb: string
  at: Date
  actor: string
  actorName: string
  card: Json<object | null>
  /** Counts the rows of one version from 1. */
  seq: number
  detail: Json<object | null>
}

type HistoryRow = {
  vin: string
  companyId: string
  ticketId: number
  completedTimestamp: Date
  timeZone: string
  technician: string
  totalBalance: Cents
  work: Json<readonly object[]>
}

/** A rig in the hands of an account; the ones that ended stay. */
type RigClaimRow = {
  claimId: string
  vin: string
  /** It may be deleted since, where the claim has ended. */
  accountId: string
  claimedAt: Date
  how: 'code' | 'transfer'
  fromCompany: string
  fromTicket: number
  openedFrom: Date | null
  transferHash: string | null
  transferUntil: Date | null
  endedAt: Date | null
  endReason: 'transfer' | 'let-go' | 'corrected' | 'founder' | 'superseded' | null
}

type RigReportRow = {
  reportId: string
  claimId: string
  vin: string
  accountId: string
  madeAt: Date
  endsAt: Date
  revokedAt: Date | null
}

type RigNoteRow = {
  vin: string
  companyUuid: string
  ticketId: number
  claimId: string
  kind: NoteKind
  accountId: string
  words: string
  writtenAt: Date
}

export type DirectoryRow = {
  companyId: string
  version: number
  companyName: string
  companyAddress: string | null
  companyPhone: string
  imageUrl: string | null
  trusted: boolean
  verified: boolean
  latitude: number | null
  longitude: number | null
  /** Miles. */
  mobileRange: number | null
  /** Null, as the two below, only of a card that a version without them wrote. */
  daysOfOperation: number[] | null
  hoursOfOperation: number[] | null
  timeZone: string | null
  /** Shown to nobody: its company is suspended. */
  hidden: boolean
}

/** What a company's reviews of the last 24 months come to. */
export type RatingRow = {
  ratingCount: number
  ratingSum: number
}

export type EmailOutboxRow = {
  emailId: string
  companyId: string | null
  recipient: string
  subject: string
  text: string
  html: string | null
  messageId: string
  at: Date
  attempts: number
  /** Null once it is sent, or nobody tries any more. */
  nextAttemptAt: Date | null
  sentAt: Date | null
  lastError: string | null
}

export type PushOutboxRow = {
  messageId: string
  companyId: string
  subscriptionId: string
  text: string
  isUrgent: boolean
  at: Date
  attempts: number
  nextAttemptAt: Date
  lastError: string | null
  /** Of whoever made the browser, by their name; an operator's own, as an origin. */
  service: Generated<string>
  leasedUntil: Generated<Date | null>
}

/** Everything keyed by `companyId`, behind row-level security. */
type PlannedAssignmentRow = {
  companyId: string
  ticketId: number
  date: string
  uuid: string
  plannedAt: Date
}

/** What a ticket is found by. */
type TicketSearchRow = { companyId: string; ticketId: number; createdAt: Date; text: string }

export type BookingPhoto = { readonly photoId: string; readonly width: number; readonly height: number }

export type BookingRow = {
  companyId: string
  bookingId: string
  /** Null until the email is confirmed: then it is that ticket. */
  ticketId: number | null
  firstName: string
  lastName: string
  email: string
  phone: string
  problem: string
  vin: string
  make: string
  model: string
  year: string
  axleAmount: AxleAmount | null
  place: BookingLocation
  address: string
  campground: string
  siteNumber: string
  latitude: number | null
  longitude: number | null
  wantedAt: Date
  bookedAt: Date
  emailConfirmedAt: Date | null
  declineReason: string | null
  /** Empty once they are the ticket's. */
  photos: Json<readonly BookingPhoto[]>
}

/** Who came in, or tried; nobody's company where the account is unknown. */
type SignInRow = {
  signInId: string
  companyId: string | null
  account: string | null
  name: string
  event: string
  at: Date
  address: string
  device: string
}

export type CompanyTables = {
  company: CompanyRow
  employee: EmployeeRow
  /** `addressKey` is the address in lower case, kept by the database. */
  ticket: TicketRow & { addressKey: ColumnType<string | null, never, never> }
  job: JobRow
  part: PartRow
  /** `bookingId`: under whose id the picture lies, where it came with a booking. */
  photo: PhotoRow & { bookingId: ColumnType<string | null, string | null | undefined, never> }
  clockSession: ClockSessionRow
  clockCorrection: ClockCorrectionRow
  assignment: AssignmentRow
  ticketLink: TicketLinkRow
  pushSubscription: PushSubscriptionRow
  ticketMessage: TicketMessageRow
  ticketHold: TicketHoldRow
  approvalRequest: ApprovalRequestRow
  approvalLine: ApprovalLineRow
  review: ReviewRow
  companyVersion: { companyId: string; version: number }
  changeLog: ChangeLogRow
  ticketSearch: TicketSearchRow
  plannedAssignment: PlannedAssignmentRow
  booking: BookingRow
  /** Pieces of work may only read. */
  signIn: SignInRow
}

export type Tables = CompanyTables & {
  idempotencyKey: {
    actor: string
    key: string
    command: string
    bodyHash: string
    response: Json<unknown>
    at: Date
  }
  rig: {
    vin: string
    make: string
    model: string
    year: string
    axleAmount: AxleAmount | null
    customerUuid: string
    assigned: boolean
    rvImage: string | null
    addedAt: Date
  }
  customer: {
    customerUuid: string
    firstName: string
    lastName: string
    email: string
    phone: string
    address: string | null
    latitude: number | null
    longitude: number | null
    sharesContact: ColumnType<boolean, boolean | undefined, boolean>
  }
  workHistory: HistoryRow
  rigClaim: RigClaimRow
  rigReport: RigReportRow
  rigNote: RigNoteRow
  /** Nobody's company's: one's own. */
  platformAudit: {
    entryId: string
    at: Date
    actor: string
    actorName: string
    actorKind: string
    verb: string
    companyUuid: string | null
    ticketId: number | null
    vin: string | null
    detail: Json<object | null> | null
  }
  /** Pieces of work may only insert. */
  emailOutbox: EmailOutboxRow
  /** Pieces of work may only insert. */
  pushOutbox: PushOutboxRow
  directory: DirectoryRow & {
    [Column in keyof RatingRow]: ColumnType<number, number | undefined, number>
  } & {
    rank: GeneratedAlways<number>
  }
  directoryVersion: { onlyRow: boolean; version: number }
}
