import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Signature } from '#domain/account/actor.ts'
import { clockIn } from '#domain/clocks/clock.ts'
import { customerLabel } from '#domain/customers/customer.ts'
import { dayOf } from '#domain/lib/company-time.ts'
import { cents, sum } from '#domain/lib/money.ts'
import { Refusal } from '#domain/refusals/refusal.ts'
import type { Blocker } from '#domain/refusals/refusal-sentence.ts'
import { blockerSentence } from '#domain/refusals/refusal-sentence.ts'
import type { Verb } from '#domain/tickets/state/transition.ts'
import { fullName, type Technician } from './assignment.ts'
import { isConfirmed } from './confirmation.ts'
import { type Part, partTotal } from './part.ts'
import {
  accept,
  approve,
  askApproval,
  assertActive,
  assertInWork,
  assign,
  blockersForClosing,
  blockersForFinalizing,
  book,
  type ClosedTicket,
  cancel,
  changeDetails,
  checkIn,
  close,
  complete,
  create,
  decline,
  finalize,
  forgetCustomer,
  isInWork,
  rateOf,
  release,
  reopen,
  STATES,
  type State,
  summaryOf,
  type Ticket,
  type TransitionName,
  withAsked,
  withJob,
  withoutAsked,
} from './ticket.ts'
import { totals } from './totals.ts'

const INDIANA = 'America/Indiana/Indianapolis'
const NOW = new Date('2025-11-20T19:14:00Z')
const BEFORE = new Date('2025-11-20T15:00:00Z')
const RATE = cents(145_00)

const dana: Signature = { id: 'dana', name: 'Dana Reyes' }
const walt: Signature = { id: 'walt', name: 'Walt Kim' }
const rosa: Technician = { id: 'rosa', firstName: 'Rosa', lastName: 'Díaz' }
const sam: Technician = { id: 'sam', firstName: 'Sam', lastName: 'Ortiz' }

const june = {
  ticketId: 412_873,
  customerDetails: {
    firstName: 'June',
    lastName: 'Park',
    email: 'june.park@mail.example',
    phone: '(574) 555-0201',
    address: '118 Riverview Avenue, Elkhart, IN 46516',
    coordinates: null,
    profileImageUrl: null,
  },
  customerRV: {
    make: 'Jayco',
    model: 'Jay Flight 264BH',
    year: '2021',
    vin: '1UJBJ0BN8M17X0042',
    axleAmount: '2' as const,
    rvImage: null,
  },
  jobs: [
    { problem: 'Roof leak above the bunk', estimatedTime: 1.25, estimate: false },
    { problem: 'Slide-out stops halfway', estimatedTime: 2, estimate: true },
  ],
}

const motor: Part = {
  partId: 'motor',
  quantity: 1,
  description: 'Awning motor',
  perPartAmount: cents(289_00),
  jobNumber: 1,
  sublet: null,
}
const seals: Part = {
  partId: 'seals',
  quantity: 4,
  description: 'Grease seal',
  perPartAmount: cents(9_80),
  jobNumber: null,
  sublet: null,
}

/** Changing the value throws: no verb may modify its ticket. */
function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !(value instanceof Date)) {
    Object.values(value).forEach(frozen)
    Object.freeze(value)
  }
  return value
}

const active = frozen({ ...create(june, dana, BEFORE), parts: [motor, seals] })
const pending = book(june, { id: 'public', name: 'June Park' }, BEFORE)
const completed = finalize(active, RATE, dana, BEFORE)

/** A pending ticket is a request, or confirmed. */
type Phase = State | 'confirmed'
const PHASES: readonly Phase[] = [...STATES, 'confirmed']
const phaseOf = (ticket: Ticket): Phase => (isConfirmed(ticket) ? 'confirmed' : ticket.state)

const IN: Readonly<Record<Phase, Ticket>> = frozen({
  pending,
  confirmed: accept(pending, dana, BEFORE),
  active,
  approval: askApproval(active, dana, BEFORE),
  completed,
  recorded: complete(completed, dana, BEFORE),
  declined: decline(pending, dana, BEFORE),
  closed: close(active, { reason: 'no-show', note: 'Called twice' }, dana, BEFORE),
})

const NOTED = { broughtBy: 'Her son', keys: 'Hook 12', lot: 'B4' }

const STEP: Readonly<Record<TransitionName, (ticket: Ticket) => Ticket>> = {
  accept: ticket => accept(ticket, walt, NOW),
  decline: ticket => decline(ticket, walt, NOW),
  checkIn: ticket => checkIn(ticket, NOTED, walt, NOW),
  cancel: ticket => cancel(ticket, walt, NOW),
  askApproval: ticket => askApproval(ticket, walt, NOW),
  approve: ticket => approve(ticket, walt, NOW),
  finalize: ticket => finalize(ticket, RATE, walt, NOW),
  complete: ticket => complete(ticket, walt, NOW),
  reopen: ticket => reopen(ticket, walt, NOW),
}

/** The states before and after each step; everything else is refused. */
const MOVES: Readonly<Record<TransitionName, readonly [from: Phase, to: Phase]>> = {
  accept: ['pending', 'confirmed'],
  decline: ['pending', 'declined'],
  checkIn: ['confirmed', 'active'],
  cancel: ['confirmed', 'closed'],
  askApproval: ['active', 'approval'],
  approve: ['approval', 'active'],
  finalize: ['active', 'completed'],
  complete: ['completed', 'recorded'],
  reopen: ['completed', 'active'],
}

const steps = Object.keys(MOVES) as TransitionName[]
const every = PHASES.flatMap(state =>
  steps.map(step => ({ state, step, from: MOVES[step][0], to: MOVES[step][1] })),
)

function blockersOf(step: () => unknown): readonly Blocker[] {
  try {
    step()
  } catch (error) {
    if (error instanceof Refusal) return error.obstacles
    throw error
  }
  throw new Error('nothing was refused')
}

/** What no step may change. */
const unchangedPartsOf = ({ ticketId, customerDetails, customerRV, jobs, parts, assignedTechs }: Ticket) => ({
  ticketId,
  customerDetails,
  customerRV,
  jobs,
  parts,
  assignedTechs,
})

const withClock = (ticket: typeof active, jobNumber: number): Ticket => ({
  ...ticket,
  jobs: ticket.jobs.map(job => ({
    ...job,
    sessions: job.jobNumber === jobNumber ? [clockIn('s', { id: 'rosa', name: 'Rosa Díaz' }, BEFORE)] : [],
  })),
})

describe('a ticket that someone else finalized, moved or closed is refused with who and when', () => {
  const REQUEST_FIRST = 'Accept this request first.'
  const CHECK_IN_FIRST = 'Check in this appointment first.'
  const NOT_FOR_APPROVAL = 'This ticket is not waiting for approval.'
  const FINALIZE_FIRST = 'Finalize this ticket first.'
  const already = (what: string) => `Already ${what} by Dana Reyes at 10:00 AM.`
  const CREATED = already('created')
  const FOR_APPROVAL = already('sent for approval')

  const sentences = (blockers: readonly Blocker[]) =>
    blockers.map(blocker => blockerSentence(blocker, INDIANA, NOW))

  /** In each state what is said of each step that is refused; one text is that of all. */
  const SENTENCES: Readonly<Record<Phase, string | Partial<Record<TransitionName, string>>>> = {
    pending: {
      checkIn: REQUEST_FIRST,
      cancel: REQUEST_FIRST,
      askApproval: REQUEST_FIRST,
      finalize: REQUEST_FIRST,
      approve: NOT_FOR_APPROVAL,
      complete: FINALIZE_FIRST,
      reopen: FINALIZE_FIRST,
    },
    confirmed: {
      accept: already('accepted'),
      decline: already('accepted'),
      askApproval: CHECK_IN_FIRST,
      finalize: CHECK_IN_FIRST,
      approve: NOT_FOR_APPROVAL,
      complete: FINALIZE_FIRST,
      reopen: FINALIZE_FIRST,
    },
    active: {
      accept: CREATED,
      decline: CREATED,
      checkIn: CREATED,
      cancel: CREATED,
      approve: NOT_FOR_APPROVAL,
      complete: FINALIZE_FIRST,
      reopen: FINALIZE_FIRST,
    },
    approval: {
      accept: FOR_APPROVAL,
      decline: FOR_APPROVAL,
      checkIn: FOR_APPROVAL,
      cancel: FOR_APPROVAL,
      askApproval: FOR_APPROVAL,
      finalize: FOR_APPROVAL,
      complete: FINALIZE_FIRST,
      reopen: FINALIZE_FIRST,
    },
    completed: already('finalized'),
    recorded: already('completed'),
    declined: already('declined'),
    closed: already('closed'),
  }

  // A closed ticket is reopened too: below.
  const refused = every.filter(
    ({ state, step, from }) => state !== from && !(state === 'closed' && step === 'reopen'),
  )
  test.each(refused)('$step of a ticket in $state', ({ state, step }) => {
    const expected = SENTENCES[state]
    expect(sentences(blockersOf(() => STEP[step](IN[state])))).toEqual([
      typeof expected === 'string' ? expected : expected[step],
    ])
  })

  test('who undid what a step needs is named', () => {
    const approved = approve(IN.approval, dana, BEFORE)
    expect(sentences(blockersOf(() => STEP.approve(approved)))).toEqual([already('approved')])
    const reopened = reopen(completed, dana, BEFORE)
    for (const step of ['complete', 'reopen'] as const)
      expect(sentences(blockersOf(() => STEP[step](reopened)))).toEqual([already('reopened')])
  })

  test.each([
    ['pending', [REQUEST_FIRST]],
    ['declined', [already('declined'), 'This ticket can no longer be changed.']],
    [
      'closed',
      [already('closed'), 'This ticket is no longer in progress and can’t be edited. Reopen it first.'],
    ],
    [
      'completed',
      [already('finalized'), 'This ticket is no longer in progress and can’t be edited. Reopen it first.'],
    ],
    ['recorded', [already('completed'), 'This ticket can no longer be changed.']],
  ] as const)('nothing on a ticket in %s can be changed', (state, expected) => {
    const ticket = IN[state]
    expect(isInWork(ticket)).toBe(false)
    for (const change of [
      () => assertInWork(ticket),
      () => assign(ticket, rosa, NOW, INDIANA),
      () => release(ticket),
      () => changeDetails(ticket, { customerRV: { vin: 'X' } }),
    ])
      expect(sentences(blockersOf(change))).toEqual(expected)
  })

  test.each([
    ['pending', REQUEST_FIRST],
    ['confirmed', CHECK_IN_FIRST],
    ['approval', FOR_APPROVAL],
    ['completed', already('finalized')],
  ] as const)('no clock runs on a ticket in %s', (state, expected) => {
    expect(sentences(blockersOf(() => assertActive(IN[state])))).toEqual([expected])
  })
})

describe('details of the customer and the rig', () => {
  const placed = {
    ...active,
    customerDetails: { ...june.customerDetails, coordinates: { latitude: 41.7, longitude: -86 } },
  }

  test('change only the named fields', () => {
    const changes = { customerDetails: { phone: '(574) 555-0299' }, customerRV: { vin: 'HOME-1' } }
    expect(changeDetails(placed, changes)).toEqual({
      ...placed,
      customerDetails: { ...placed.customerDetails, phone: '(574) 555-0299' },
      customerRV: { ...june.customerRV, vin: 'HOME-1' },
    })
    expect(changeDetails(placed, { customerDetails: { email: undefined } })).toEqual(placed)
    expect(changeDetails(placed, {})).toEqual(placed)
  })

  test('replace the coordinates along with the address', () => {
    const address = '9 Lakeshore Drive'
    const own = { latitude: 41.4, longitude: -85.7 }
    const placeAfter = (customerDetails: object) =>
      changeDetails(placed, { customerDetails }).customerDetails.coordinates
    expect(placeAfter({ address })).toBeNull()
    expect(placeAfter({ address: null })).toBeNull()
    expect(placeAfter({ address, coordinates: own })).toEqual(own)
    expect(placeAfter({ address: june.customerDetails.address })).toEqual(placed.customerDetails.coordinates)
  })
})

describe('a ticket is closed without work', () => {
  const NO_SHOW = { reason: 'no-show', note: 'Called twice' } as const

  test.each(['pending', 'active', 'approval'] as const)(
    'while it is %s, and reopens to where it was',
    state => {
      const hold = { reason: 'part', note: '', since: BEFORE, until: null } as const
      const closed = close({ ...IN[state], hold, askedJobs: [1] }, NO_SHOW, walt, NOW)
      expect(closed).toEqual({
        ...IN[state],
        state: 'closed',
        closing: { ...NO_SHOW, stateBefore: state },
        lastTransition: { verb: 'close', by: walt, at: NOW },
      })
      const reopened = reopen(closed, dana, NOW)
      expect(reopened).toEqual({ ...IN[state], lastTransition: { verb: 'reopen', by: dana, at: NOW } })
    },
  )

  test.each(['completed', 'recorded', 'declined', 'closed'] as const)('never once it is %s', state => {
    const blockers = [{ code: 'ticket.transitioned', lastTransition: IN[state].lastTransition }]
    expect(blockersForClosing(IN[state])).toEqual(blockers)
    expect(blockersOf(() => close(IN[state], NO_SHOW, walt, NOW))).toEqual(blockers)
  })

  test('not while a clock is running', () => {
    expect(blockersOf(() => close(withClock(active, 2), NO_SHOW, walt, NOW))).toEqual([
      { code: 'clock.running', jobs: ['2. Slide-out stops halfway'] },
    ])
  })

  test('by its customer, who cancels the appointment', () => {
    const customer = { id: 'link', name: 'June Park' }
    expect(cancel(IN.confirmed, customer, NOW)).toMatchObject({
      state: 'closed',
      closing: { reason: 'customer', note: '', stateBefore: 'pending' },
      lastTransition: { verb: 'cancel', by: customer, at: NOW },
    })
  })
})

describe('a customer is forgotten', () => {
  test.each(['completed', 'recorded', 'declined'] as const)('on a %s ticket, and only they are', state => {
    const { customerDetails, lastTransition, ...rest } = forgetCustomer(IN[state])
    expect({ ...rest, lastTransition, customerDetails: june.customerDetails }).toEqual(IN[state])
    expect(customerDetails).toEqual({
      ...{ firstName: 'Former customer', lastName: '', email: '', phone: '' },
      ...{ address: null, coordinates: null, profileImageUrl: null },
    })
    expect(fullName(customerDetails)).toBe('Former customer')
    expect(customerLabel(customerDetails)).toBe('Former customer')
  })

  test.each(['pending', 'active', 'approval'] as const)('never on a ticket that is %s', state => {
    expect(blockersOf(() => forgetCustomer(IN[state]))).toEqual([
      { code: 'ticket.open', tickets: ['ticket 412873'] },
    ])
  })

  test('with what the desk noted when it closed the ticket', () => {
    const forgotten = forgetCustomer(IN.closed)
    expect(forgotten).toMatchObject({
      customerDetails: { firstName: 'Former customer' },
      closing: { reason: 'no-show', note: '', stateBefore: 'active' },
    })
  })

  test('also as the one who canceled', () => {
    const canceled = forgetCustomer(cancel(IN.confirmed, { id: 'link', name: 'June Park' }, NOW))
    expect(canceled.lastTransition).toEqual({
      verb: 'cancel',
      by: { id: 'public', name: 'Former customer' },
      at: NOW,
    })
  })
})

describe('a step is refused by its blockers', () => {
  const withoutVin = { customerRV: { ...june.customerRV, vin: '' } }

  test('sending for approval without job lines, or with a running clock', () => {
    expect(blockersOf(() => STEP.askApproval({ ...active, jobs: [] }))).toEqual([{ code: 'ticket.no-jobs' }])
    expect(blockersOf(() => STEP.askApproval(withClock(active, 2)))).toEqual([
      { code: 'clock.running', jobs: ['2. Slide-out stops halfway'] },
    ])
  })

  test('finalizing reports all blockers at once', () => {
    const unpriced = { ...seals, perPartAmount: null }
    const nameless = { ...unpriced, partId: 'x', description: '' }
    const ticket = { ...withClock(active, 1), ...withoutVin, parts: [motor, unpriced, nameless] }
    expect(blockersOf(() => STEP.finalize(ticket))).toEqual([
      { code: 'ticket.no-vin' },
      { code: 'clock.running', jobs: ['1. Roof leak above the bunk'] },
      { code: 'part.unpriced', parts: ['Grease seal', 'a part without description'] },
    ])
  })

  test('finalizing with unanswered approval requests for existing lines', () => {
    expect(
      blockersOf(() => finalize(active, RATE, walt, NOW, { asked: new Set([2, 9]), raised: [] })),
    ).toEqual([{ code: 'approval.unanswered', customer: 'June', jobs: ['2. Slide-out stops halfway'] }])
    expect(blockersForFinalizing(active, { asked: new Set([9]), raised: [] })).toEqual([])
  })

  test('finalizing above what was approved, unless the line is asked again already', () => {
    const [was, is] = [cents(330_00), cents(577_50)]
    const raised = [1, 2, 9].map(jobNumber => ({ jobNumber, was, is }))
    const missing = { asked: new Set([2]), raised }
    expect(blockersOf(() => finalize(active, RATE, walt, NOW, missing))).toEqual([
      { code: 'approval.unanswered', customer: 'June', jobs: ['2. Slide-out stops halfway'] },
      { code: 'approval.raised', customer: 'June', job: '1. Roof leak above the bunk', was, is },
    ])
  })

  test('completing a ticket without a VIN', () => {
    expect(blockersOf(() => STEP.complete({ ...completed, ...withoutVin }))).toEqual([
      { code: 'ticket.no-vin' },
    ])
  })

  test('a ticket that has moved says so, whatever else blocks it', () => {
    const ticket = { ...completed, ...withoutVin }
    expect(blockersOf(() => STEP.finalize(ticket))).toEqual([
      { code: 'ticket.transitioned', lastTransition: completed.lastTransition },
    ])
  })
})

describe('a step moves the ticket to its next state', () => {
  test.each(every.filter(({ state, from }) => state === from))(
    '$step: $from becomes $to',
    ({ step, from, to }) => {
      const ticket = IN[from]
      const moved = STEP[step](ticket)
      expect(phaseOf(moved)).toBe(to)
      expect(moved.lastTransition).toEqual({ verb: step, by: walt, at: NOW })
      expect(unchangedPartsOf(moved)).toEqual(unchangedPartsOf(ticket))
      expect(moved.assignedTechnician).toBe(ticket.assignedTechnician)
    },
  )

  test('a created ticket is active at once, its job lines numbered from 1', () => {
    const ticket = create(june, dana, NOW)
    expect(ticket).toMatchObject({ state: 'active', activeTimestamp: NOW, pendingTimestamp: null, parts: [] })
    expect(ticket.jobs.map(job => [job.jobNumber, job.problem, job.estimatedTime, job.estimate])).toEqual([
      [1, 'Roof leak above the bunk', 1.25, false],
      [2, 'Slide-out stops halfway', 2, true],
    ])
    expect(ticket.lastTransition).toEqual({ verb: 'create', by: dana, at: NOW })
  })

  test('a booking is pending, also when accepted, and becomes active when checked in', () => {
    const booked = book(june, dana, BEFORE)
    expect(booked).toMatchObject({ state: 'pending', pendingTimestamp: BEFORE, activeTimestamp: null })
    const accepted = accept(booked, walt, NOW)
    expect(accepted).toMatchObject({ state: 'pending', confirmedAt: NOW, activeTimestamp: null })
    const arrived = checkIn(accepted, NOTED, dana, NOW)
    expect(arrived).toMatchObject({ state: 'active', confirmedAt: NOW, activeTimestamp: NOW, checkIn: NOTED })
  })

  test('a transition stores a name and an id, nothing else about the person', () => {
    const person = { ...dana, email: 'dana@bluebonnet.example' }
    expect(finalize(active, RATE, person, NOW).lastTransition.by).toEqual(dana)
  })
})

describe('in any sequence of steps', () => {
  const technician = fc.constantFrom(rosa, sam)
  const tap = fc.oneof(
    fc.constantFrom(...steps).map(step => ({ name: step as Verb | 'assign' | 'release', run: STEP[step] })),
    technician.map(who => ({ name: 'assign' as const, run: (t: Ticket) => assign(t, who, NOW, INDIANA) })),
    fc.constant({ name: 'release' as const, run: (t: Ticket) => release(t) }),
  )

  const reopenedPhaseOf = ({ closing, confirmedAt }: ClosedTicket): Phase =>
    closing.stateBefore === 'pending' && confirmedAt !== null ? 'confirmed' : closing.stateBefore

  test('a ticket is in exactly one state and never lost, and a refusal changes nothing', () => {
    fc.assert(
      fc.property(fc.constantFrom(...PHASES), fc.array(tap, { maxLength: 40 }), (state, taps) => {
        let ticket: Ticket = IN[state]
        for (const { name, run } of taps) {
          const before = frozen(ticket)
          const phase = phaseOf(before)
          const isReopened = name === 'reopen' && before.state === 'closed'
          const move =
            name === 'assign' || name === 'release'
              ? null
              : isReopened
                ? ([phase, reopenedPhaseOf(before)] as const)
                : MOVES[name as TransitionName]
          try {
            ticket = run(before)
            expect(phaseOf(ticket)).toBe(move?.[1] ?? phase)
            expect(move?.[0] ?? phase).toBe(phase)
          } catch (error) {
            expect(error).toBeInstanceOf(Refusal)
            expect(move === null ? isInWork(before) : move[0] === phase).toBe(false)
          }
          expect({ ...unchangedPartsOf(ticket), assignedTechs: [] }).toEqual({
            ...unchangedPartsOf(IN[state]),
            assignedTechs: [],
          })
          expect('laborRate' in ticket).toBe(ticket.state === 'completed' || ticket.state === 'recorded')
          expect('completedTimestamp' in ticket).toBe(ticket.state === 'recorded')
        }
      }),
    )
  })
})

describe('the labor rate', () => {
  test('is copied at finalize: a later raise does not change it', () => {
    const ticket = finalize(active, RATE, dana, NOW)
    expect(rateOf(ticket, cents(999_00))).toBe(RATE)
    expect(rateOf(complete(ticket, dana, NOW), cents(999_00))).toBe(RATE)
  })

  test('stays missing if it was missing at finalize', () => {
    expect(rateOf(finalize(active, null, dana, NOW), RATE)).toBeNull()
  })

  test('is dropped by reopening: the next finalize takes the current rate', () => {
    const reopened = reopen(completed, dana, NOW)
    expect(reopened).not.toHaveProperty('laborRate')
    expect(rateOf(reopened, cents(150_00))).toBe(150_00)
    expect(rateOf(finalize(reopened, cents(150_00), dana, NOW), RATE)).toBe(150_00)
  })
})

describe('assigning', () => {
  const LATE = new Date('2025-11-21T04:30:00Z')

  test("sets the technician and writes the day's entry", () => {
    const ticket = assign(active, rosa, NOW, INDIANA)
    expect(ticket.assignedTechnician).toBe('rosa')
    expect(ticket.assignedTechs).toEqual([
      {
        date: '2025-11-20',
        uuid: 'rosa',
        firstName: 'Rosa',
        lastName: 'Díaz',
        assignedAt: NOW,
        replaced: [],
      },
    ])
  })

  test("again on the same company date replaces that day's entry", () => {
    const ticket = assign(assign(active, rosa, NOW, INDIANA), sam, LATE, INDIANA)
    expect(ticket.assignedTechs.map(({ date, uuid }) => [date, uuid])).toEqual([['2025-11-20', 'sam']])
  })

  test("on the next company date keeps yesterday's entry", () => {
    const ticket = assign(assign(active, rosa, NOW, INDIANA), sam, LATE, 'UTC')
    expect(ticket.assignedTechs.map(({ date, uuid }) => [date, uuid])).toEqual([
      ['2025-11-20', 'rosa'],
      ['2025-11-21', 'sam'],
    ])
  })

  test('any number of times keeps one entry per day, the last of that day, oldest first', () => {
    const hours = fc
      .array(fc.nat({ max: 400 }), { minLength: 1, maxLength: 30 })
      .map(list => list.sort((a, b) => a - b))
    fc.assert(
      fc.property(hours, fc.infiniteStream(fc.constantFrom(rosa, sam)), (moments, who) => {
        let ticket: Ticket = active
        const lastOfDay = new Map<string, string>()
        for (const hour of moments) {
          const at = new Date(NOW.getTime() + hour * 3_600_000)
          const technician = who.next().value
          ticket = assign(ticket, technician, at, INDIANA)
          lastOfDay.set(dayOf(at, INDIANA), technician.id)
        }
        expect(ticket.assignedTechs.map(({ date, uuid }) => [date, uuid])).toEqual([...lastOfDay])
        expect(ticket.assignedTechnician).toBe(ticket.assignedTechs.at(-1)?.uuid)
      }),
    )
  })

  test('and releasing keeps the daily entries', () => {
    const ticket = release(assign(active, rosa, NOW, INDIANA))
    expect(ticket.assignedTechnician).toBeNull()
    expect(ticket.assignedTechs).toHaveLength(1)
  })
})

describe('totals', () => {
  test('of an imported ticket keep its balance, whatever its lines add up to', () => {
    const { jobs, parts } = active
    const brought = totals({ jobs, parts, suppliesRule: null, importedBalance: cents(99_99) }, RATE)
    expect(brought).toEqual({ ...totals(active, RATE), totalBalance: 99_99 })
  })

  test('are parts, 10 % shop supplies, and labor', () => {
    expect(totals(active, RATE)).toEqual({
      totalPartsAmount: 289_00 + 39_20,
      shopSupplies: 32_82,
      totalLaborBalance: 181_25 + 290_00,
      totalBalance: 328_20 + 32_82 + 471_25,
    })
  })

  test('exclude declined job lines with their parts, and parts without a price', () => {
    const jobs = active.jobs.map(job => (job.jobNumber === 1 ? { ...job, answer: 'declined' as const } : job))
    const parts = [motor, seals, { ...seals, partId: 'unpriced', perPartAmount: null }]
    expect(totals({ jobs, parts, suppliesRule: null }, RATE)).toEqual({
      totalPartsAmount: 39_20,
      shopSupplies: 3_92,
      totalLaborBalance: 290_00,
      totalBalance: 39_20 + 3_92 + 290_00,
    })
  })

  test('have no shop supplies on what another business does', () => {
    const parts = [motor, { ...seals, sublet: {} }]
    expect(totals({ jobs: [], parts, suppliesRule: null }, RATE)).toMatchObject({
      totalPartsAmount: 289_00 + 39_20,
      shopSupplies: 28_90,
    })
  })

  test('have no labor without a labor rate', () => {
    expect(totals(active, null)).toMatchObject({ totalLaborBalance: 0, totalBalance: 328_20 + 32_82 })
  })

  test('of an empty ticket are zero', () => {
    const nothing = { totalPartsAmount: 0, shopSupplies: 0, totalLaborBalance: 0, totalBalance: 0 }
    expect(totals({ jobs: [], parts: [], suppliesRule: null }, RATE)).toEqual(nothing)
  })

  test('lose no cent: the lines always add up to the balance', () => {
    const priced = fc.record({
      quantity: fc.integer({ min: 1, max: 10_000_000 }).map(count => count / 1000),
      perPartAmount: fc.option(fc.integer({ min: 1, max: 100_000_000 }).map(cents)),
      jobNumber: fc.option(fc.constantFrom(1, 2)),
      sublet: fc.option(fc.constant({})),
    })
    const quarters = fc.array(fc.nat({ max: 4000 }), { minLength: 2, maxLength: 2 })
    const rate = fc.integer({ min: 0, max: 100_000_000 }).map(cents)
    fc.assert(
      fc.property(
        fc.array(priced, { maxLength: 30 }),
        quarters,
        rate,
        fc.boolean(),
        (drafts, times, hour, declined) => {
          const jobs = active.jobs.map((job, index) => ({
            ...job,
            estimatedTime: (times[index] ?? 0) / 4,
            answer: declined && index === 0 ? ('declined' as const) : ('approved' as const),
          }))
          const parts = drafts.map((draft, index) => ({ ...draft, partId: String(index), description: '' }))
          const { totalPartsAmount, shopSupplies, totalLaborBalance, totalBalance } = totals(
            { jobs, parts, suppliesRule: null },
            hour,
          )
          const charged = parts.filter(part => !(declined && part.jobNumber === 1))
          const sumOf = (of: typeof parts) => sum(of.map(part => partTotal(part) ?? cents(0)))
          expect(totalPartsAmount).toBe(sumOf(charged))
          const supplied = sumOf(charged.filter(({ sublet }) => sublet === null))
          expect(BigInt(shopSupplies)).toBe((BigInt(supplied) + 5n) / 10n)
          expect(totalBalance).toBe(totalPartsAmount + shopSupplies + totalLaborBalance)
          if (declined) expect(totalLaborBalance).toBe(Math.floor((hour * (times[1] ?? 0)) / 4 + 0.5))
        },
      ),
    )
  })
})

test('a card has names and the rig, but no money and no contact details', () => {
  const ticket = finalize(assign(active, rosa, NOW, INDIANA), RATE, dana, NOW)
  expect(summaryOf(ticket)).toEqual({
    ticketId: 412_873,
    state: 'completed',
    firstName: 'June',
    lastName: 'Park',
    make: 'Jayco',
    model: 'Jay Flight 264BH',
    year: '2021',
    assignedTechnician: 'rosa',
    technician: 'Rosa Díaz',
    helpers: [],
    jobCount: 2,
    since: NOW,
    hold: null,
    isClockRunning: false,
    askedCount: 0,
    approvedCount: 0,
    declinedCount: 0,
    bookedDay: null,
    appointmentAt: null,
    confirmedAt: null,
    plannedDay: null,
    serviceBay: null,
  })
})

describe('a card says', () => {
  const shown = { reason: 'part', until: '2025-11-24' } as const
  const hold = { ...shown, since: BEFORE, note: 'On its way' }

  test('what the ticket waits for, until it is finalized', () => {
    const held = { ...active, hold }
    expect(summaryOf(held).hold).toEqual({ ...shown, since: BEFORE.toISOString() })
    expect(summaryOf(finalize(held, RATE, dana, NOW)).hold).toBeNull()
  })

  test('whether a clock runs, and what was asked and answered', () => {
    const [first, second] = active.jobs
    if (first === undefined || second === undefined) throw new Error('Expected two job lines.')
    const clocked = { ...first, sessions: [clockIn('1', walt, NOW)] }
    const answered = withJob(withJob(active, clocked), { ...second, answer: 'approved' })
    expect(summaryOf(withAsked(answered, [2, 1, 2]))).toMatchObject({
      isClockRunning: true,
      askedCount: 2,
      approvedCount: 1,
      declinedCount: 0,
    })
    expect(withoutAsked(withAsked(answered, [2, 1]), 2).askedJobs).toEqual([1])
  })

  test.each([
    [['2025-11-26', '2025-11-28'], '2025-11-25', '2025-11-25', '2025-11-26'],
    [['2025-11-25', '2025-11-28'], '2025-11-25', '2025-11-25', '2025-11-28'],
    [['2025-11-25'], '2025-11-25', '2025-11-25', null],
    [[], '2025-11-25', '2025-11-25', null],
    [['2025-11-26'], null, '2025-11-26', '2025-11-26'],
    [[], null, null, null],
  ] as const)(
    'the appointment, and a plan for another day: planned %j, appointment %s',
    (plannedDays, day, bookedDay, plannedDay) => {
      const at = new Date('2025-11-25T15:00:00Z')
      const appointment = day && { at, day, isMobile: false }
      expect(summaryOf({ ...active, plannedDays, appointment })).toMatchObject({
        bookedDay,
        plannedDay,
        appointmentAt: day && '2025-11-25T15:00:00.000Z',
      })
    },
  )

  test('nothing that ended with a canceled appointment', () => {
    const canceled = cancel(withAsked({ ...IN.confirmed, hold }, [1]), walt, NOW)
    expect(summaryOf(canceled)).toMatchObject({ hold: null, askedCount: 0 })
  })
})
