// The tables as TypeScript types: snake_case in SQL, camelCase here (Kysely's CamelCasePlugin).

import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type {
  AnswerChannel,
  ApprovalRequest,
  BeforeAnswer,
  LineSnapshot,
} from '#domain/approvals/approval.ts'
import type { BookkeepingTarget } from '#domain/billing/bookkeeping.ts'
import type { ClosedMethod } from '#domain/billing/day-close.ts'
import type { FeePreset } from '#domain/billing/fee.ts'
import type { IssuedCreditNote, IssuedInvoice } from '#domain/billing/issued-document.ts'
import type { EntryCause, EntryKind, PaymentMethod } from '#domain/billing/ledger.ts'
import type { PrintedDocument } from '#domain/billing/printed-document.ts'
import type { DocumentKind, PageSize } from '#domain/billing/settings.ts'
import type { TaxableKind } from '#domain/billing/tax.ts'
import type { BookingLocation } from '#domain/bookings/booking.ts'
import type { TicketDocument } from '#domain/documents/ticket-document.ts'
import type { ExportFailure, ExportState } from '#domain/export/company-export.ts'
import type { ImportedKind, ImportSource, ImportState } from '#domain/import/import-run.ts'
import type { Cents } from '#domain/lib/money.ts'
import type { EmailOutcome } from '#domain/mail/email-outcome.ts'
import type { Side } from '#domain/messages/message.ts'
import type { NoticeContent, NoticeTimings } from '#domain/notices/notice.ts'
import type { HoldReason } from '#domain/on-hold/hold.ts'
import type { PhotoStage } from '#domain/photos/photo.ts'
import type { NamedRate } from '#domain/pricing/labor-rate.ts'
import type { SuppliesRule } from '#domain/pricing/supplies.ts'
import type { TripRules } from '#domain/pricing/trip.ts'
import type { UncountedReason } from '#domain/reviews/review.ts'
import type { NoteKind } from '#domain/rig-claims/claim-code.ts'
import type { ClaimEnd } from '#domain/rig-claims/claim-state.ts'
import type { AxleAmount } from '#domain/rigs/rig.ts'
import type { ClosableState, CloseReason } from '#domain/tickets/closing.ts'
import type { Answer } from '#domain/tickets/job.ts'
import type { Verb } from '#domain/tickets/state/transition.ts'
import type { State } from '#domain/tickets/ticket.ts'

/** Inserted as JSON text, selected parsed. */
type Json<T> = ColumnType<T, string, string>
/** SQL's null for null. */
type NullableJson<T> = ColumnType<T | null, string | null | undefined, string | null>
/** With a default. */
type JsonDefault<T> = ColumnType<T, string | undefined, string>

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
  /** `YYYY-MM-DD`, the month that Verified is based on, both days included; null without one. */
  verifiedFrom: string | null
  verifiedUntil: string | null
  verifiedNote: string | null
  suspendedAt: Date | null
  suspendedBecause: string | null
  /** Only the name is left. */
  closesAt: Date | null
  deletedAt: Date | null
  approvalTolerance: number
  ownerNameAsked: boolean
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
  /** Null while the employee can log in. */
  deactivatedAt: Date | null
  /** Given by the owner; counts only for a service writer. */
  correctsBilling: Generated<boolean>
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
  /** Its own copy of the company's rule, once finalized. */
  suppliesRule: NullableJson<SuppliesRule>
  importedBalance: Cents | null
  /** These three for a closed ticket alone. */
  closeReason: CloseReason | null
  closeNote: string | null
  closedFrom: ClosableState | null
  transition: Verb
  transitionedBy: string
  transitionedByName: string
  transitionedAt: Date
  card: Json<object>
  bookedDay: string | null
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
  /** The rate chosen for it; all null for the ticket's. */
  laborRateId: string | null
  laborRateName: string | null
  laborRate: Cents | null
  /** As the customer approved them; both null without an approval. */
  approvedParts: Cents | null
  approvedSupplies: Cents | null
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

/** What the desk added to a completed ticket. */
type AddendumRow = {
  companyId: string
  ticketId: number
  addendumId: string
  addedAt: Date
  addedBy: string
  addedByName: string
  text: string
}

/** A photo that has not arrived whole; its pieces are rows of their own. */
type PhotoUploadRow = {
  companyId: string
  accountId: string
  uploadKey: string
  ticketId: number
  jobNumber: number
  moment: PhotoStage
  size: number
  received: number
  at: Date
}

type BayDeviceRow = {
  companyId: string
  technicianId: string
  deviceId: string
  heardAt: Date
  notSent: number
  oldestPressedAt: Date | null
}

type HandOverRow = {
  companyId: string
  handOverId: string
  ticketId: number
  jobNumber: number | null
  technicianId: string
  /** Their name, which stays after deletion. */
  technician: string
  label: string
  text: string
  reason: string
  pressedAt: Date
  at: Date
  /** Null while the desk has not done it. */
  settledAt: ColumnType<Date | null, never, Date>
  settledByName: ColumnType<string | null, never, string>
  /** Null without a photo, and once the desk has settled it. */
  photoId: ColumnType<string | null, string | undefined, null>
  photoMoment: ColumnType<PhotoStage | null, PhotoStage | undefined, never>
  photoWidth: ColumnType<number | null, number | undefined, never>
  photoHeight: ColumnType<number | null, number | undefined, never>
}

export type ClockSessionRow = {
  companyId: string
  sessionId: string
  ticketId: number
  jobNumber: number
  technicianId: string
  /** Their name, which stays after deletion. */
  technician: string
  clockInTime: Date
  clockOutTime: Date | null
  isClockInReported: boolean
  isClockOutReported: boolean
  isCorrected: boolean
  checkedAt: Date | null
  isLate: Generated<boolean>
}

type ClockCorrectionRow = {
  companyId: string
  sessionId: string
  /** Numbers the corrections of one session from 1. */
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
  replaced: ColumnType<readonly string[], readonly string[] | undefined, readonly string[]>
}

export type TicketLinkRow = {
  companyId: string
  linkId: string
  ticketId: number
  createdAt: Date
  madeBy: string
  madeByName: string
  revokedAt: Date | null
  openedAt: Date | null
  wrongAnswers: number
  lockedUntil: Date | null
  unlocks: number
  /** The customer's email, in lower case, at which they got the link that they opened. */
  confirmedEmail: string | null
}

/** A browser in which a customer gets notifications. */
type PushSubscriptionRow = {
  companyId: string
  subscriptionId: string
  ticketId: number
  linkId: string
  endpoint: string
  p256dh: string
  auth: string
  createdAt: Date
  /** Null for subscriptions from before this column existed. */
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
  readAt: Date | null
  emailDueAt: ColumnType<Date | null, Date | null | undefined, Date | null>
  emailOutcome: ColumnType<EmailOutcome | null, never, EmailOutcome | null>
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
  /** Asked for with it. */
  deposit: Cents | null
  /** From then on, it is not asked for. */
  depositWithdrawnAt: Generated<Date | null>
}

type ApprovalLineRow = {
  companyId: string
  ticketId: number
  requestId: string
  jobNumber: number
  asked: Json<LineSnapshot>
  askedVersion: string
  state: ApprovalRequest['state']
  endedAt: Date | null
  endedBy: string | null
  endedByName: string | null
  how: AnswerChannel | null
  address: string | null
  shown: ColumnType<LineSnapshot | null, string | null, string | null>
  shownVersion: string | null
  typedName: string | null
  phone: Generated<string | null>
  correction: Generated<string | null>
  beforeAnswer: ColumnType<BeforeAnswer | null, string | null | undefined, string | null>
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
  uncountedBecause: UncountedReason | null
}

type CompanyVersionRow = {
  companyId: string
  version: number
  pendingTickets: Generated<number>
  activeTickets: Generated<number>
  approvalTickets: Generated<number>
  completedTickets: Generated<number>
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
  /** Numbers the rows of one version from 1. */
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
  importedAt: Date | null
  /** Which of the rigs under a text that is no VIN; null for a rig that all companies share. */
  ownRig: string | null
}

/** A company's pool entry under a text that is no VIN. */
type OwnRigRow = {
  companyId: string
  vin: string
  make: string
  model: string
  year: string
  axleAmount: AxleAmount | null
  customerUuid: string
  assigned: boolean
  addedAt: Date
}

/** A claim of a rig by an account; ended claims stay. */
type RigClaimRow = {
  claimId: string
  vin: string
  /** The account may have been deleted if the claim has ended. */
  accountId: string
  claimedAt: Date
  how: 'code' | 'transfer'
  fromCompany: string
  fromTicket: number
  openedFrom: Date | null
  transferHash: string | null
  transferUntil: Date | null
  endedAt: Date | null
  endReason: ClaimEnd | null
}

type RigReportRow = {
  reportId: string
  claimId: string
  vin: string
  accountId: string
  createdAt: Date
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
  /** Null, like the two below, only for cards written before these columns existed. */
  daysOfOperation: number[] | null
  hoursOfOperation: number[] | null
  timeZone: string | null
  /** Its company is suspended. */
  hidden: boolean
}

/** A company's reviews of the last 24 months in numbers. */
export type RatingRow = {
  ratingCount: number
  ratingSum: number
}

type StoredImage = { readonly companyId: string; readonly ticketId: number | null; readonly imageId: string }

/** A PDF that is rendered right before its email is sent. */
export type EmailAttachment = {
  readonly fileName: string
  readonly pdf:
    | {
        readonly document: TicketDocument
        readonly logo: StoredImage | null
        readonly photos: readonly { readonly location: StoredImage; readonly caption: string }[]
        readonly pageSize?: PageSize
      }
    | {
        readonly billing: PrintedDocument
        readonly logo: StoredImage | null
        readonly pageSize: PageSize
      }
}

export type EmailOutboxRow = {
  emailId: string
  companyId: string | null
  recipient: string
  subject: string
  text: string
  /** Unused: the HTML part is made from the text. */
  html: string | null
  messageId: string
  at: Date
  attempts: number
  /** Null once it is sent or given up. */
  nextAttemptAt: Date | null
  sentAt: Date | null
  lastError: string | null
  /** Null: the product itself. */
  senderName: string | null
  replyTo: string | null
}

export type BackgroundJobRow = {
  name: string
  lastRunAt: Date | null
  lastSucceededAt: Date | null
  /** Null for a queue; while a server runs the job, the end of its lease. */
  nextRunAt: Date | null
  /** In a row. */
  failures: number
  /** Null after a success. */
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
  /** The browser vendor's name, or the origin of an operator's own service. */
  service: Generated<string>
  leasedUntil: Generated<Date | null>
}

/** A technician planned for a later day. */
type PlannedAssignmentRow = {
  companyId: string
  ticketId: number
  date: string
  uuid: string
  plannedAt: Date
}

/** The search text of a ticket. */
type TicketSearchRow = {
  companyId: string
  ticketId: number
  createdAt: Date
  text: string
  /** The search text of its customer. */
  customer: string
}

export type BookingPhoto = { readonly photoId: string; readonly width: number; readonly height: number }

export type BookingRow = {
  companyId: string
  bookingId: string
  /** Set once the email is confirmed. */
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
  /** When the customer moved the accepted appointment. */
  rescheduledAt: Date | null
  remindedAt: Date | null
  /** When the customer canceled it; null once the ticket is reopened. */
  canceledAt: Date | null
  /** When the desk dismissed the cancellation. */
  cancellationSeenAt: Date | null
  /** The version of its calendar file. */
  sequence: number
  /** Empty once they belong to the ticket. */
  photos: Json<readonly BookingPhoto[]>
}

/** Logins and failed attempts; without a company if the account is unknown. */
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

/** What the owner is yet to be emailed. */
type OwnerNoticeRow = {
  companyId: string
  noticeId: string
  ticketId: number
  kind: NoticeContent['kind']
  content: Json<NoticeContent>
  at: Date
  dueAt: Date
}

type ImportRunRow = {
  companyId: string
  importId: string
  source: ImportSource
  fileName: string
  fileHash: string
  state: ImportState
  rowCount: number
  rowsDone: Generated<number>
  report: Json<unknown>
  startedAt: Date
  startedBy: string
  startedByName: string
  finishedAt: Date | null
  undoneAt: Date | null
  rowsReceived: Generated<number>
  receivedAt: Generated<Date | null>
}

type CompanyExportRow = {
  companyId: string
  exportId: string
  state: ExportState
  requestedAt: Date
  requestedByName: string
  attempts: Generated<number>
  leasedUntil: Date
  reads: Generated<number>
  totalReads: number | null
  missingImages: Generated<number>
  failure: ExportFailure | null
  finishedAt: Date | null
  expiresAt: Date | null
  fileId: string | null
  bytes: number | null
}

type ImportItemRow = {
  companyId: string
  importId: string
  kind: ImportedKind
  itemId: string
  fingerprint: string
}

/** A customer that the company brought along. */
type ImportedCustomerRow = {
  companyId: string
  customerId: string
  firstName: string
  lastName: string
  email: string
  phone: string
  address: string | null
  vin: string | null
  year: Generated<string>
  make: Generated<string>
  model: Generated<string>
  axleAmount: Generated<string>
  importId: string
  addedAt: Date
}

/** What a company's file had and what counts for nothing here; of a ticket, or numbered from 1. */
export type CarriedRecordRow = {
  companyId: string
  kind: 'company' | 'ticket' | 'log'
  position: number
  content: Json<unknown>
}

type ImportChunkRow = {
  companyId: string
  importId: string
  firstRow: number
  rowCount: number
  rows: Json<readonly unknown[]>
}

/** What a company chose for itself. */
type CompanyPreferenceRow = {
  companyId: string
  changeHours: number | null
  replyTo: string | null
  notices: Json<Partial<NoticeTimings>>
}

type BillingSettingRow = {
  companyId: string
  turnedOnAt: Date | null
  invoicePrefix: Generated<string>
  nextInvoiceNumber: Generated<number>
  creditNotePrefix: Generated<string>
  nextCreditNoteNumber: Generated<number>
  paymentTermsDays: Generated<number>
  footText: Generated<string>
  discountLimit: Generated<Cents | null>
  feePresets: JsonDefault<readonly FeePreset[]>
  shopSupplies: NullableJson<SuppliesRule>
  laborRates: JsonDefault<readonly NamedRate[]>
  tripRules: NullableJson<TripRules>
  pageSize: Generated<PageSize>
  retentionYears: Generated<number>
  reminderDays: Generated<number | null>
  /** The company's account at the payment service. */
  cardAccount: string | null
  cardsReady: Generated<boolean>
  /** Until when the service is asked what was paid. */
  cardsCheckUntil: Date | null
}

/** A customer's certificate of tax exemption. */
type CustomerExemptionRow = {
  companyId: string
  /** In lower case; empty for a customer without. */
  email: string
  /** Of a customer without email; else empty. */
  phone: string
  /** Empty for a certificate that was noted without a name. */
  customerName: Generated<string>
  certificateNumber: string
  /** A company date, `YYYY-MM-DD`. */
  expiresOn: string
  notedAt: Date
}

type InvoiceReminderRow = {
  companyId: string
  invoiceId: string
  sentCount: number
  lastSentAt: Date | null
  stoppedAt: Date | null
  stoppedByName: string | null
}

type InvoiceRow = {
  companyId: string
  invoiceId: string
  ticketId: number
  kind: DocumentKind
  number: number
  prefix: string
  /** Of a credit note: the invoice that it takes back from. */
  creditsInvoiceId: string | null
  payerKind: 'customer'
  total: Cents
  taxTotal: Cents
  issuedAt: Date
  issuedBy: string
  issuedByName: string
  issuedOn: string
  dueOn: string
  document: Json<IssuedInvoice | IssuedCreditNote>
  /** When the name and the address were removed from `document`. */
  payerRemovedAt: Generated<Date | null>
}

type LedgerEntryRow = {
  companyId: string
  entryId: string
  ticketId: number
  /** Counts a ticket's entries from 1. */
  position: number
  kind: EntryKind
  method: PaymentMethod
  amount: Cents
  invoiceId: string | null
  reference: string
  note: string
  /** The payment, the refund or the movement at the payment service; null for an entry by hand. */
  processorId: string | null
  /** Of a refund that voids a payment or deposit by hand. */
  voidsEntryId: Generated<string | null>
  /** Why the payment service moved money without the company; null for all others. */
  cause: EntryCause | null
  at: Date
  by: string
  byName: string
}

type BookkeepingExportRow = {
  companyId: string
  exportId: string
  target: BookkeepingTarget
  fromDay: string
  toDay: string
  entryCount: number
  exportedAt: Date
  exportedBy: string
  exportedByName: string
}

type ExportedEntryRow = {
  companyId: string
  target: BookkeepingTarget
  /** An invoice, a credit note, or an entry of the ledger. */
  entryId: string
  exportId: string
}

type DayCloseRow = {
  companyId: string
  closeId: string
  day: string
  /** Counts the closes of a day from 1. */
  position: number
  lines: Json<readonly ClosedMethod[]>
  note: string
  closedAt: Date
  closedBy: string
  closedByName: string
}

/** A refund that the payment service was asked for. */
type CardRefundRow = {
  companyId: string
  ticketId: number
  /** The payment that is refunded. */
  entryId: string
  amount: Cents
  startedAt: Date
}

type TaxRateRow = {
  companyId: string
  taxRateId: string
  name: string
  percentage: number
  appliesTo: TaxableKind[]
  isDefault: boolean
  archivedAt: Date | null
}

/** Everything keyed by `companyId`, behind row-level security. */
export type CompanyTables = {
  company: CompanyRow
  employee: EmployeeRow
  /** `addressKey` is the address in lower case, generated by the database. */
  ticket: TicketRow & {
    addressKey: ColumnType<string | null, never, never>
    /** Of a visit that a spreadsheet brought. */
    importedKey: ColumnType<string | null, string | null | undefined, string>
  }
  job: JobRow
  part: PartRow
  /** `bookingId`: the booking under whose id the image is stored, if any. */
  photo: PhotoRow & {
    bookingId: ColumnType<string | null, string | null | undefined, never>
    addendumId: ColumnType<string | null, string | null | undefined, never>
  }
  addendum: AddendumRow
  bayDevice: BayDeviceRow
  handOver: HandOverRow
  photoUpload: PhotoUploadRow
  photoPiece: Pick<PhotoUploadRow, 'companyId' | 'accountId' | 'uploadKey'> & {
    startByte: number
    content: Buffer
  }
  clockSession: ClockSessionRow & {
    isClockInReported: ColumnType<boolean, boolean | undefined, boolean>
    isClockOutReported: ColumnType<boolean, boolean | undefined, boolean>
  }
  clockCorrection: ClockCorrectionRow
  assignment: AssignmentRow
  ticketLink: TicketLinkRow
  pushSubscription: PushSubscriptionRow
  ticketMessage: TicketMessageRow
  ticketHold: TicketHoldRow
  approvalRequest: ApprovalRequestRow
  approvalLine: ApprovalLineRow
  ownRig: OwnRigRow
  review: ReviewRow
  companyVersion: CompanyVersionRow
  changeLog: ChangeLogRow
  ticketSearch: TicketSearchRow
  plannedAssignment: PlannedAssignmentRow
  booking: BookingRow
  companyPreference: CompanyPreferenceRow
  billingSetting: BillingSettingRow
  taxRate: TaxRateRow
  customerExemption: CustomerExemptionRow
  invoice: InvoiceRow
  invoiceReminder: InvoiceReminderRow
  ledgerEntry: LedgerEntryRow
  cardRefund: CardRefundRow
  dayClose: DayCloseRow
  bookkeepingExport: BookkeepingExportRow
  exportedEntry: ExportedEntryRow
  ownerNotice: OwnerNoticeRow
  importRun: ImportRunRow
  importItem: ImportItemRow
  importChunk: ImportChunkRow
  importedCustomer: ImportedCustomerRow
  companyExport: CompanyExportRow
  carriedRecord: CarriedRecordRow
  /** Read-only in units of work. */
  signIn: SignInRow
}

export type Tables = CompanyTables & {
  idempotencyKey: {
    companyId: string
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
  /** Belongs to an actor, not to a company. */
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
  /** Insert-only in units of work. */
  emailOutbox: EmailOutboxRow & {
    attachment: ColumnType<EmailAttachment | null, string | null | undefined, null>
  }
  /** Insert-only in units of work. */
  pushOutbox: PushOutboxRow
  /** Out of reach of units of work. */
  backgroundJob: BackgroundJobRow
  directory: DirectoryRow & {
    [Column in keyof RatingRow]: ColumnType<number, number | undefined, number>
  } & {
    rank: GeneratedAlways<number>
  }
  directoryVersion: { onlyRow: boolean; version: number }
}
