// What our own exports have beside the tree, of a company and of each ticket. Nothing of it counts for a badge or a
// review: anybody can write a file. That part is only kept for the next export.

import { DEFAULT_APPROVAL_TOLERANCE, MAX_APPROVAL_TOLERANCE } from '#domain/companies/company.ts'
import type { Cents } from '#domain/lib/money.ts'
import { MAX_PERCENTAGE, PERCENTAGE_SCALE } from '#domain/lib/percentage.ts'
import { isUuid } from '#domain/lib/uuid.ts'
import { NOTICE_KINDS, NOTICE_TIMINGS, type NoticeKind, type NoticeTimings } from '#domain/notices/notice.ts'
import { PHOTO_STAGES, type PhotoStage } from '#domain/photos/photo.ts'
import {
  DEFAULT_PREFERENCES,
  MAX_CHANGE_HOURS,
  PREFERENCE_SWITCHES,
  type Preferences,
} from '#domain/preferences/preferences.ts'
import type { SuppliesRule } from '#domain/pricing/supplies.ts'
import { MAX_STATUS_UPDATE_DAYS } from '#domain/status-updates/status-update.ts'
import { CLOSE_REASONS, type Closing, MAX_CLOSE_NOTE_LENGTH } from '#domain/tickets/closing.ts'
import type { RigVisit } from '#domain/tickets/rig-visit-fields.ts'
import { type Transition, VERBS, type Verb } from '#domain/tickets/state/transition.ts'
import { type CheckIn, MAX_CHECK_IN_LENGTH, type State } from '#domain/tickets/ticket.ts'
import {
  MAX_LENGTHS,
  readLine,
  readMoney,
  readText,
  type TreeChecks,
  type TreeContext,
} from './tree-checks.ts'
import type { TreeNode } from './tree-node.ts'
import { readMilliseconds } from './tree-times.ts'

export type TicketAdditions = {
  /** The rate when it was finalized; undefined if the file does not say it. */
  readonly laborRate: Cents | null | undefined
  /** The rule for shop supplies when it was finalized; null for 10 %. */
  readonly suppliesRule: SuppliesRule | null
  /** The key of the customer that the company's ticket belongs to. */
  readonly customerUid: string
  /** The company's own record of them; null if the file has none. */
  readonly customerId: string | null
  readonly lastTransition: Transition | null
  /** Why it was closed; for a closed ticket alone. */
  readonly closing: Closing
  readonly confirmedAt: Date | null
  readonly checkIn: CheckIn | null
  readonly rigVisit: RigVisit
  /** Of a photo, by its key. */
  readonly photoOf: (key: string) => { readonly moment: PhotoStage; readonly addedAt: Date | null }
  /** What is kept for the next export; null if the file has nothing about this ticket. */
  readonly imported: Readonly<Record<string, unknown>> | null
}

/** What is not read: marks, reviews, and answers and bookings, whose links stay behind. */
const IMPORTED = ['imported', 'review', 'Approvals', 'booking'] as const

const STATES_AFTER: Readonly<Record<Verb, readonly State[]>> = {
  create: ['active'],
  book: ['pending'],
  accept: ['pending', 'active'],
  decline: ['declined'],
  checkIn: ['active'],
  // Earlier versions wrote it as declined.
  cancel: ['closed', 'declined'],
  close: ['closed'],
  askApproval: ['approval'],
  approve: ['active'],
  finalize: ['completed'],
  complete: ['recorded'],
  reopen: ['active', 'pending', 'approval'],
}

function oneOf<T extends string>(node: TreeNode, values: readonly T[]): T | null {
  const text = node.text()
  return values.find(value => value === text) ?? null
}

export type TreeChoices = { readonly preferences: Preferences; readonly approvalTolerance: number }

/** What the company chose for itself; the defaults for what the file does not say. */
export function readChoices(node: TreeNode, checks: TreeChecks): TreeChoices {
  const tolerance = node.child('approvalTolerance').number()
  const hours = node.child('changeHours')
  const replyTo = node.child('replyTo')
  const { changeHours, replyTo: noReply, notices } = DEFAULT_PREFERENCES
  const timingOf = (kind: NoticeKind) => oneOf(node.child('notices').child(kind), NOTICE_TIMINGS)
  return {
    approvalTolerance: isWithin(tolerance, MAX_APPROVAL_TOLERANCE) ? tolerance : DEFAULT_APPROVAL_TOLERANCE,
    preferences: {
      changeHours: hours.isPresent ? readWithin(hours, MAX_CHANGE_HOURS) : changeHours,
      statusUpdateDays: readWithin(node.child('statusUpdateDays'), MAX_STATUS_UPDATE_DAYS) || null,
      replyTo: replyTo.checked(checks.email, replyTo.text(), noReply),
      ...readSwitches(node),
      notices: Object.fromEntries(
        NOTICE_KINDS.map(kind => [kind, timingOf(kind) ?? notices[kind]]),
      ) as NoticeTimings,
    },
  }
}

const readSwitches = (node: TreeNode) =>
  Object.fromEntries(PREFERENCE_SWITCHES.map(name => [name, node.child(name).isTrue()])) as {
    [Name in (typeof PREFERENCE_SWITCHES)[number]]: boolean
  }

const isWithin = (value: number | null, max: number): value is number =>
  value !== null && Number.isInteger(value) && value >= 0 && value <= max

const readWithin = (node: TreeNode, max: number): number | null => {
  const value = node.number()
  return isWithin(value, max) ? value : null
}

/** When employees left, by their keys. */
export const readLeft = (node: TreeNode, context: Pick<TreeContext, 'now'>): ReadonlyMap<string, Date> =>
  new Map(
    node.entries().flatMap(({ key, node: left }) => {
      const at = readMilliseconds(left, context)
      return at === null ? [] : [[key, at] as const]
    }),
  )

function readLastTransition(node: TreeNode, state: State, context: TreeContext): Transition | null {
  const verb = oneOf(node.child('verb'), VERBS)
  const at = readMilliseconds(node.child('at'), context)
  if (verb === null || at === null || !STATES_AFTER[verb].includes(state)) return null
  const name = readLine(node.child('name'), context.checks, MAX_LENGTHS.companyName)
  return { verb, at, by: { id: node.child('by').text().slice(0, MAX_LENGTHS.name), name } }
}

function readClosing(node: TreeNode, { checks }: TreeContext): Closing {
  return {
    reason: oneOf(node.child('reason'), CLOSE_REASONS) ?? 'mistake',
    note: readText(node.child('note'), checks, MAX_CLOSE_NOTE_LENGTH),
    stateBefore: oneOf(node.child('stateBefore'), ['pending', 'active', 'approval'] as const) ?? 'active',
  }
}

function readCheckIn(node: TreeNode, { checks }: TreeContext): CheckIn | null {
  if (node.isMissing) return null
  const read = (field: keyof CheckIn) => readLine(node.child(field), checks, MAX_CHECK_IN_LENGTH)
  return { broughtBy: read('broughtBy'), keys: read('keys'), lot: read('lot') }
}

function readRigVisit(node: TreeNode, { checks }: TreeContext): RigVisit {
  const read = <Field extends keyof RigVisit>(field: Field): RigVisit[Field] | null => {
    const child = node.child(field)
    return child.isMissing ? null : child.checked(checks.rigVisit[field], child.value, null)
  }
  const [arrivedOn, departedOn] = [read('arrivedOn'), read('departedOn')]
  return {
    odometer: read('odometer'),
    generatorHours: read('generatorHours'),
    arrivedOn,
    departedOn:
      arrivedOn !== null && departedOn !== null && departedOn < arrivedOn
        ? node.child('departedOn').fix('It departed before it arrived; left empty.', null)
        : departedOn,
  }
}

function readSuppliesRule(node: TreeNode, { checks }: TreeContext): SuppliesRule | null {
  const percent = node.child('percentage').number()
  const percentage = percent === null ? null : Math.round(percent * PERCENTAGE_SCALE)
  return isWithin(percentage, MAX_PERCENTAGE)
    ? { percentage, cap: readMoney(node.child('cap'), checks.money) }
    : null
}

const readId = (node: TreeNode): string | null => (isUuid(node.text()) ? node.text() : null)

/** What is at `node`, which may be missing, about a ticket in `state`. */
export function readAdditions(node: TreeNode, state: State, context: TreeContext): TicketAdditions {
  const rate = node.child('laborRate')
  const photos = node.child('photos')
  return {
    laborRate: rate.isPresent ? readMoney(rate, context.checks.money) : undefined,
    suppliesRule:
      state === 'completed' || state === 'recorded'
        ? readSuppliesRule(node.child('suppliesRule'), context)
        : null,
    customerUid: node.child('customerUUID').text(),
    customerId: readId(node.child('companyCustomerId')),
    lastTransition: readLastTransition(node.child('lastTransition'), state, context),
    closing: readClosing(node.child('closing'), context),
    confirmedAt: readMilliseconds(node.child('confirmedAt'), context),
    checkIn: readCheckIn(node.child('checkIn'), context),
    rigVisit: readRigVisit(node.child('rigVisit'), context),
    photoOf: key => ({
      moment: oneOf(photos.child(key).child('moment'), PHOTO_STAGES) ?? '',
      addedAt: readMilliseconds(photos.child(key).child('addedAt'), context),
    }),
    imported: node.isMissing
      ? null
      : Object.fromEntries(
          IMPORTED.map(name => [name, node.child(name).value] as const).filter(
            ([, value]) => value !== undefined,
          ),
        ),
  }
}
