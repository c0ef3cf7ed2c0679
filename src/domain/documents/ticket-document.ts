// The document for the customer. Print page and PDF have the same text, and the lines add up to the total, to the
// cent. Declined work is listed separately, because it is not charged.

import { approvalSentence, type LineApproval } from '#domain/approvals/raise.ts'
import { type PrintedDetails, printedComponent } from '#domain/components/line-component.ts'
import { type NamedQualification, qualificationLine } from '#domain/employees/qualification.ts'
import { formatDateTime } from '#domain/lib/company-time.ts'
import { formatHours } from '#domain/lib/hours.ts'
import { type Cents, formatMoney } from '#domain/lib/money.ts'
import type { PhotoStage } from '#domain/photos/photo.ts'
import { describeClockRule } from '#domain/pricing/clock-rule.ts'
import type { SuppliesRule } from '#domain/pricing/supplies.ts'
import { type ClaimCode, CODE_REVOKED } from '#domain/rig-claims/claim-code.ts'
import { rigName } from '#domain/rigs/rig.ts'
import {
  type CustomerSignature,
  type PrintedSignature,
  printedSignature,
} from '#domain/signatures/signature.ts'
import { type Addendum, addendumLabel } from '#domain/tickets/addendum.ts'
import { fullName, NO_TECHNICIAN, techniciansLine } from '#domain/tickets/assignment.ts'
import { type Job, jobLabel } from '#domain/tickets/job.ts'
import { byTheClock, FLAT_PRICE, formatBilledHours, laborOf, NO_LABOR_RATE } from '#domain/tickets/labor.ts'
import { type Part, partLabel, partTotal } from '#domain/tickets/part.ts'
import { rigVisitLines } from '#domain/tickets/rig-visit.ts'
import type { RigVisit } from '#domain/tickets/rig-visit-fields.ts'
import type { State } from '#domain/tickets/ticket.ts'
import { type ChargedLines, KEEPS_BALANCE, totals } from '#domain/tickets/totals.ts'
import { printedWalkaround, type RecordedWalkaround } from '#domain/walkarounds/walkaround.ts'

/** The maximum number of photos on a document. */
export const MAX_DOCUMENT_PHOTOS = 12

export type DocumentKind = 'estimate' | 'completed' | 'closed'

/** A finalized ticket is no longer an estimate, and of a closed one nothing is offered any more. */
export function documentKindOf(state: State): DocumentKind {
  if (state === 'closed') return 'closed'
  return state === 'completed' || state === 'recorded' ? 'completed' : 'estimate'
}

type DocumentJobInput = Pick<
  Job,
  | 'jobNumber'
  | 'problem'
  | 'cause'
  | 'correction'
  | 'estimatedTime'
  | 'estimate'
  | 'answer'
  | 'namedRate'
  | 'flatPrice'
  | 'clockRule'
  | 'clockedHours'
  | 'approvedSupplies'
  | 'billed'
> & {
  readonly approval: LineApproval | null
  /** That it is on; null without one. */
  readonly component: PrintedDetails | null
  /** Who clocked on it. */
  readonly technicians: readonly string[]
}
type DocumentPartInput = ChargedLines['parts'][number] & Pick<Part, 'description'>

/** The data of a document: what the ticket's customer may see. */
export type DocumentInput = {
  readonly ticketId: number
  readonly kind: DocumentKind
  readonly company: {
    readonly companyName: string
    readonly companyPhone: string
    readonly companyAddress: string | null
  }
  readonly customer: {
    readonly firstName: string
    readonly lastName: string
    readonly address: string | null
  }
  readonly customerRV: {
    readonly make: string
    readonly model: string
    readonly year: string
    readonly vin: string
    readonly axleAmount: string | null
  }
  readonly rigVisit: RigVisit
  /** The name; null without an assigned technician. */
  readonly technician: string | null
  readonly jobs: readonly DocumentJobInput[]
  /** What those names rest on. */
  readonly qualifications: readonly NamedQualification[]
  readonly parts: readonly DocumentPartInput[]
  readonly suppliesRule: SuppliesRule | null
  /** The ticket's labor rate; see `rateOf`. */
  readonly laborRate: Cents | null
  /** The total that the ticket was imported with. */
  readonly importedBalance?: Cents | null | undefined
  readonly completedTimestamp: Date | null
  /** What was added after it was completed, oldest first. */
  readonly addenda?: readonly Pick<Addendum, 'addedAt' | 'text'>[] | undefined
  /** What the rig was like when it came in; null or absent if it was not recorded. */
  readonly walkaround?: RecordedWalkaround | null | undefined
  /** What the customer signed, oldest first. */
  readonly signatures?: readonly CustomerSignature[] | undefined
  /** How the rig is claimed; null until the ticket is in its work history. */
  readonly claim: ClaimCode | null
  readonly timeZone: string
}

export type LabeledValue = { readonly label: string; readonly value: string }
export type EmphasizedValue = LabeledValue & { readonly isStrong: boolean }

/** A page's address, printed as a code for phones. */
export type ScannedLink = { readonly url: string; readonly caption: string }

/** What a company that bills adds to an estimate. */
export type EstimateTerms = {
  readonly about: readonly LabeledValue[]
  /** Below the Total Balance, which has no tax: tax, the total with it, and the deposit. */
  readonly totals: readonly EmphasizedValue[]
  readonly notes: readonly string[]
  readonly footText: string
  /** What a signature on it is; null for no place to sign. */
  readonly signature: string | null
  /** The customer's page of the ticket; null without a link. */
  readonly link: ScannedLink | null
}

export type DocumentJob = {
  readonly jobNumber: number
  readonly problem: string
  /** Its component, cause and correction, where there is one, whether labor is a flat price, and what the customer approved. */
  readonly findings: readonly LabeledValue[]
  readonly hours: string
  readonly balance: string
  /** Its time is an unapproved suggestion. */
  readonly isEstimate: boolean
}

type DocumentPart = {
  readonly quantity: string
  readonly description: string
  readonly perItemPrice: string
  readonly amount: string
}

/** A declined job line with its parts. */
type DeclinedJob = { readonly problem: string; readonly parts: readonly string[] }

/** All text as printed. */
export type TicketDocument = {
  readonly title: 'Estimate' | 'Service Ticket'
  readonly ticketId: number
  /** Name first, then address and contact details. */
  readonly company: readonly string[]
  readonly customer: readonly string[]
  readonly rig: readonly string[]
  /** Number, date and technician. */
  readonly about: readonly LabeledValue[]
  /** What the hours of each job line are. */
  readonly hoursLabel: 'Estimated Time' | 'Hours'
  readonly jobs: readonly DocumentJob[]
  readonly parts: readonly DocumentPart[]
  readonly declined: readonly DeclinedJob[]
  /** What was added later, each with its date. */
  readonly addenda?: readonly LabeledValue[]
  /** What the rig was like when it came in, and when that was noted. */
  readonly condition?: readonly LabeledValue[]
  /** What the customer signed. */
  readonly signatures?: readonly PrintedSignature[]
  readonly totals: readonly LabeledValue[]
  readonly notes: readonly string[]
  /** Null or absent for a company that does not bill, and for what is no estimate. */
  readonly terms?: EstimateTerms | null
}

const TO_BE_PRICED = 'no price yet'
const NOT_CHARGED_YET = 'No charge yet'

const nonEmpty = (lines: readonly (string | null)[]): string[] =>
  lines.filter(line => line !== null && line !== '') as string[]

/** How labor is charged, if not for the hours as estimated; empty otherwise. */
function laborTermsOf({ flatPrice, clockRule, clockedHours }: DocumentJobInput): string {
  if (clockRule === null) return flatPrice === null ? '' : FLAT_PRICE
  const terms = describeClockRule(clockRule)
  return clockedHours === null
    ? `${terms}. The hours are an estimate.`
    : `${byTheClock(clockedHours)}. ${terms}.`
}

const findingsOf = (job: DocumentJobInput, timeZone: string): LabeledValue[] =>
  [
    { label: 'Component', value: printedComponent(job.component) },
    { label: 'Cause', value: job.cause },
    { label: 'Correction', value: job.correction },
    techniciansLine(job.technicians),
    { label: 'Labor', value: laborTermsOf(job) },
    { label: 'Approved', value: job.approval === null ? '' : approvalSentence(job.approval, timeZone) },
  ].filter(({ value }) => value !== '')

/** Labor. A line without labor or priced parts has no charge: $0.00 would read as a promise. */
function balanceOf(job: DocumentJobInput, { kind, laborRate, parts }: DocumentInput): string {
  const labor = laborOf(job, laborRate)
  const hasPricedPart = parts.some(part => part.jobNumber === job.jobNumber && part.perPartAmount !== null)
  if (labor > 0 || hasPricedPart) return formatMoney(labor)
  return kind === 'estimate' ? NOT_CHARGED_YET : 'No charge'
}

const documentJobOf = (job: DocumentJobInput, input: DocumentInput): DocumentJob => ({
  jobNumber: job.jobNumber,
  problem: job.problem,
  findings: findingsOf(job, input.timeZone),
  hours: job.clockedHours === null ? formatHours(job.estimatedTime) : formatBilledHours(job.clockedHours),
  balance: balanceOf(job, input),
  isEstimate: job.estimate,
})

function documentPartOf(part: DocumentPartInput): DocumentPart {
  const amount = partTotal(part)
  return {
    quantity: String(part.quantity),
    description: part.description === '' ? 'Part' : part.description,
    perItemPrice: part.perPartAmount === null ? TO_BE_PRICED : formatMoney(part.perPartAmount),
    amount: amount === null ? TO_BE_PRICED : formatMoney(amount),
  }
}

const claimNote = ({ code, url }: ClaimCode): string =>
  code === null ? CODE_REVOKED : `Add this RV to your account at ${url} with code ${code}`

function notesOf(
  input: DocumentInput,
  lines: readonly DocumentJob[],
  charged: readonly DocumentPartInput[],
): string[] {
  const { kind, laborRate, importedBalance = null, jobs, qualifications, claim } = input
  const onLines = jobs.flatMap(({ answer, technicians }) => (answer === 'declined' ? [] : technicians))
  return [
    ...(kind === 'estimate' ? ['This is an estimate. Prices may change.'] : []),
    ...(kind === 'closed' ? ['This ticket was closed. The work was not done and is not charged.'] : []),
    ...(kind === 'estimate' && jobs.some(job => job.estimate && job.answer !== 'declined')
      ? ['Time on job lines marked “Estimate” is a suggestion.']
      : []),
    ...(lines.some(({ balance }) => balance === NOT_CHARGED_YET)
      ? ['Job lines without a charge yet are not in the total.']
      : []),
    ...(charged.some(part => part.perPartAmount === null)
      ? ['Parts without a price are not in the total yet.']
      : []),
    ...(importedBalance !== null
      ? [KEEPS_BALANCE]
      : laborRate === null &&
          jobs.every(({ namedRate, flatPrice }) => namedRate === null && flatPrice === null)
        ? [NO_LABOR_RATE]
        : []),
    ...qualifications
      .filter(({ technician }) => [input.technician, ...onLines].includes(technician))
      .map(qualificationLine),
    ...(claim === null ? [] : [claimNote(claim)]),
  ]
}

/** A ticket's document, printed at `now`. Its amounts are those on the ticket's page. */
export function documentOf(input: DocumentInput, now: Date): TicketDocument {
  const { kind, ticketId, company, customer, customerRV, jobs, parts, completedTimestamp, timeZone } = input
  const declined = jobs.filter(({ answer }) => answer === 'declined')
  const charged = parts.filter(part => declined.every(({ jobNumber }) => jobNumber !== part.jobNumber))
  const amounts = totals(input, input.laborRate)
  const lines = jobs.filter(({ answer }) => answer !== 'declined').map(job => documentJobOf(job, input))
  const noTechnician = kind === 'estimate' ? 'Not assigned yet' : NO_TECHNICIAN
  return {
    title: kind === 'estimate' ? 'Estimate' : 'Service Ticket',
    ticketId,
    company: nonEmpty([company.companyName, company.companyAddress, company.companyPhone]),
    customer: nonEmpty([fullName(customer), customer.address]),
    rig: nonEmpty([
      rigName(customerRV),
      customerRV.vin && `VIN ${customerRV.vin}`,
      customerRV.axleAmount && `Axle amount ${customerRV.axleAmount}`,
      ...rigVisitLines(input.rigVisit),
    ]),
    about: [
      { label: 'Ticket', value: String(ticketId) },
      completedTimestamp === null
        ? { label: 'Date', value: formatDateTime(now, timeZone) }
        : { label: 'Completed', value: formatDateTime(completedTimestamp, timeZone) },
      { label: 'Technician', value: input.technician ?? noTechnician },
    ],
    hoursLabel: kind === 'completed' ? 'Hours' : 'Estimated Time',
    jobs: lines,
    parts: charged.map(documentPartOf),
    declined: declined.map(({ jobNumber, problem }) => ({
      problem,
      parts: parts
        .filter(part => part.jobNumber === jobNumber)
        .map(part => `${part.quantity} × ${partLabel(part)}`),
    })),
    ...(input.addenda !== undefined &&
      input.addenda.length > 0 && {
        addenda: input.addenda.map(({ addedAt, text }) => ({
          label: addendumLabel(addedAt, timeZone),
          value: text,
        })),
      }),
    ...(input.walkaround && {
      condition: printedWalkaround(input.walkaround, timeZone),
    }),
    ...(input.signatures !== undefined &&
      input.signatures.length > 0 && {
        signatures: input.signatures.map(signature => printedSignature(signature, timeZone)),
      }),
    totals: [
      { label: 'Total Parts Amount', value: formatMoney(amounts.totalPartsAmount) },
      { label: 'Shop Supplies', value: formatMoney(amounts.shopSupplies) },
      { label: 'Total Labor Balance', value: formatMoney(amounts.totalLaborBalance) },
      { label: 'Total Balance', value: formatMoney(amounts.totalBalance) },
    ],
    notes: notesOf(input, lines, charged),
  }
}

/** The file name without extension; also the page's title. */
export const documentName = ({ title, ticketId }: Pick<TicketDocument, 'title' | 'ticketId'>): string =>
  `${title} ${ticketId}`

type PhotosOf<P> = readonly { readonly addedAt: Date; readonly photos: readonly P[] }[]

type WithPhotos<P> = Pick<Job, 'jobNumber' | 'problem'> & { readonly photos: readonly P[] }

const STAGE_LABELS: Readonly<Record<PhotoStage, string>> = { before: 'Before: ', after: 'After: ', '': '' }

/** A ticket's photos with captions: `Before: 1. Roof leak`. */
export const captionPhotos = <P extends { readonly moment: PhotoStage }>(
  jobs: readonly WithPhotos<P>[],
  addenda: PhotosOf<P> = [],
  timeZone = 'UTC',
): { photo: P; caption: string }[] => [
  ...jobs.flatMap(job =>
    job.photos.map(photo => ({ photo, caption: `${STAGE_LABELS[photo.moment]}${jobLabel(job)}` })),
  ),
  ...addenda.flatMap(({ addedAt, photos }) =>
    photos.map(photo => ({ photo, caption: addendumLabel(addedAt, timeZone) })),
  ),
]
