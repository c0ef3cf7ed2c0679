import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { clockIn } from '#domain/clocks/clock.ts'
import { toHundredths } from '#domain/lib/hours.ts'
import { type Cents, cents, NO_MONEY, sum } from '#domain/lib/money.ts'
import { PERCENTAGE_SCALE } from '#domain/lib/percentage.ts'
import { describeClockRule } from '#domain/pricing/clock-rule.ts'
import type { SuppliesRule } from '#domain/pricing/supplies.ts'
import { Refusal } from '#domain/refusals/refusal.ts'
import { approveTime, type Job, newJob } from '#domain/tickets/job.ts'
import { type Part, partTotal } from '#domain/tickets/part.ts'
import { partsByLine, totals } from '#domain/tickets/totals.ts'
import {
  type AnsweredApprovalRequest,
  type ApprovalRequest,
  answerLine,
  assertUnanswered,
  billedSnapshotOf,
  blockersForPricing,
  blockersForRequesting,
  changedSentence,
  currentApprovalRequests,
  describeAnswerer,
  hasBegunSince,
  lastAnswers,
  type OpenApprovalRequest,
  requireAnswerable,
  requirePhoneAnswer,
  snapshotOf,
  undoAnswer,
  withClockedEstimate,
} from './approval.ts'
import { priceOf } from './raise.ts'

const RATE = cents(145_00)
const NOW = new Date('2025-11-20T19:14:00Z')
const BEFORE = new Date('2025-11-20T18:14:00Z')
const AFTER = new Date('2025-11-20T20:14:00Z')
const dana = { id: 'dana', name: 'Dana Reyes' }

const roof: Job = newJob({ problem: 'Roof leak', estimatedTime: 1.25, estimate: false }, 1)
const partOf = (jobNumber: number | null, perPartAmount: number | null, quantity = 1): Part => ({
  partId: 'p',
  sublet: null,
  description: 'Sealant',
  quantity,
  jobNumber,
  perPartAmount: perPartAmount === null ? null : cents(perPartAmount),
})

describe('the total of a job line', () => {
  test('is labor, its own parts, and a tenth of those for shop supplies', () => {
    const parts = [partOf(1, 13_75, 2), partOf(2, 99_00), partOf(null, 5_00)]
    expect(snapshotOf(roof, { jobs: [roof], parts, suppliesRule: null }, RATE)).toEqual({
      jobNumber: 1,
      problem: 'Roof leak',
      hours: 1.25,
      laborRate: 145_00,
      labor: 181_25,
      parts: [{ description: 'Sealant', quantity: 2, perPartAmount: 13_75, totalAmount: 27_50 }],
      partsAmount: 27_50,
      shopSupplies: 2_75,
      total: 211_50,
    })
  })

  test.each([
    ['a proposed time on an estimate line', true, 2, 2],
    ['no proposed time', true, null, 1.25],
    ['a proposed time on a line that is no estimate any more', false, 2, 1.25],
  ])('counts %s', (_, estimate, suggestedTime, hours) => {
    expect(
      snapshotOf({ ...roof, estimate, suggestedTime }, { jobs: [roof], parts: [], suppliesRule: null }, RATE)
        .hours,
    ).toBe(hours)
  })

  test('of a declined line is what it would cost', () => {
    expect(
      snapshotOf({ ...roof, answer: 'declined' }, { jobs: [roof], parts: [], suppliesRule: null }, RATE)
        .total,
    ).toBe(181_25)
  })

  test('has a flat price in place of hours and rate, which a company without a labor rate can ask for', () => {
    const namedRate = { laborRateId: 'diagnostic', name: 'Diagnostic', amount: cents(165_00) }
    const flat = { ...roof, flatPrice: cents(450_01), namedRate, estimate: true, suggestedTime: 9 }
    const snapshot = snapshotOf(flat, { jobs: [flat], parts: [partOf(1, 10_00)], suppliesRule: null }, null)
    expect(snapshot).toMatchObject({
      ...{ isFlatPrice: true, hours: 9, laborRate: null, labor: 450_01, total: 461_01 },
    })
    expect(snapshot.laborRateName).toBeUndefined()
    expect(blockersForPricing(snapshot)).toEqual([])
    const free = { ...roof, flatPrice: cents(0) }
    expect(
      blockersForPricing(snapshotOf(free, { jobs: [free], parts: [], suppliesRule: null }, RATE)),
    ).toEqual([{ code: 'approval.no-price', job: '1. Roof leak' }])
  })

  test('is the estimate of what the clock charges, which is what was clocked once that is more and it is asked again', () => {
    const rule = {
      minimum: 1,
      rounding: 'quarter',
      direction: 'up',
      start: 'clock-in',
      per: 'visit',
    } as const
    const clockRule = { ...rule, otherPeople: 100, timeZone: 'America/Chicago' }
    const ticket = { jobs: [roof], parts: [], suppliesRule: null }
    const clocked = { ...roof, clockRule, clockedHours: 1.5 }
    const estimate = snapshotOf({ ...roof, clockRule }, ticket, RATE)
    expect(estimate).toMatchObject({ hours: 1.25, labor: 181_25, clockTerms: describeClockRule(clockRule) })
    expect(snapshotOf(clocked, ticket, RATE)).toEqual(estimate)
    expect(billedSnapshotOf(clocked, ticket, RATE)).toMatchObject({ hours: 1.5, total: 217_50 })
    const raised = withClockedEstimate({ ...clocked, estimate: true, suggestedTime: 1.4 })
    expect(raised).toMatchObject({ estimatedTime: 1.5, suggestedTime: 1.5 })
    expect(snapshotOf(raised, ticket, RATE)).toMatchObject({ hours: 1.5, total: 217_50 })
    const less = { ...clocked, clockedHours: 1 }
    expect(withClockedEstimate(less)).toBe(less)
  })

  test('is unknown while a part has no price', () => {
    const snapshot = snapshotOf(roof, { jobs: [roof], parts: [partOf(1, null)], suppliesRule: null }, RATE)
    expect(snapshot).toMatchObject({ total: null, parts: [{ perPartAmount: null, totalAmount: null }] })
  })

  const money = fc.integer({ min: 1, max: 500_00 })
  const anyJob = fc.record({
    estimatedTime: fc.integer({ min: 0, max: 4000 }).map(quarters => quarters / 4),
    isDeclined: fc.boolean(),
  })
  const anyRule = fc.option(
    fc.record({
      percentage: fc.integer({ min: 0, max: 100 * PERCENTAGE_SCALE }),
      cap: fc.option(fc.integer({ min: 0, max: 200_00 }).map(cents)),
    }),
  )
  const anyStep = fc.oneof(
    fc.record({
      kind: fc.constant('answer' as const),
      line: fc.nat(),
      answer: fc.constantFrom('approved', 'declined'),
    }),
    fc.record({ kind: fc.constant('part' as const), line: fc.nat(), amount: money }),
    fc.record({ kind: fc.constant('rule' as const), line: fc.nat(), rule: anyRule }),
  )
  const anyPart = fc.record({
    perPartAmount: money,
    quantity: fc.integer({ min: 1, max: 20_000 }).map(thousandths => thousandths / 1000),
    line: fc.nat(),
  })

  type AnyJob = { readonly estimatedTime: number; readonly isDeclined: boolean }
  type AnyPart = { readonly perPartAmount: number; readonly quantity: number; readonly line: number }

  const ticketOf = (
    lines: readonly AnyJob[],
    listed: readonly AnyPart[],
    suppliesRule: SuppliesRule | null,
  ) => ({
    jobs: lines.map(({ estimatedTime, isDeclined }, place): Job => {
      const job = newJob({ problem: 'Job', estimatedTime, estimate: false }, place + 1)
      return { ...job, answer: isDeclined ? 'declined' : 'none' }
    }),
    parts: listed.map(({ perPartAmount, quantity, line }) => {
      const jobNumber = line % (lines.length + 1)
      return partOf(jobNumber === 0 ? null : jobNumber, perPartAmount, quantity)
    }),
    suppliesRule,
  })

  test("of all lines and of parts on no line adds up to the ticket's total", () => {
    fc.assert(
      fc.property(
        fc.array(anyJob, { maxLength: 12 }),
        fc.array(anyPart, { maxLength: 24 }),
        anyRule,
        money,
        (lines, listed, suppliesRule, rate) => {
          const ticket = ticketOf(lines, listed, suppliesRule)
          const { totalBalance } = totals(ticket, cents(rate))
          const loose = ticket.parts.filter(({ jobNumber }) => jobNumber === null).map(partTotal)
          const supplies = partsByLine(ticket).supplies.get(null) ?? NO_MONEY
          const prices = ticket.jobs.map(job => priceOf(job, ticket, cents(rate)) ?? NO_MONEY)
          expect(sum([...prices, ...loose.map(total => total ?? NO_MONEY), supplies])).toBe(totalBalance)
        },
      ),
    )
  })

  test('adds up after any answers in any order, and an approved price never changes', () => {
    fc.assert(
      fc.property(
        fc.array(anyJob, { minLength: 1, maxLength: 6 }),
        fc.array(anyPart, { maxLength: 12 }),
        fc.array(anyStep, { minLength: 1, maxLength: 20 }),
        anyRule,
        (lines, listed, steps, rule) => {
          let ticket = ticketOf(lines, listed, rule)
          const approved = new Map<number, number | null>()
          for (const step of steps) {
            const job = ticket.jobs[step.line % ticket.jobs.length] ?? roof
            if (step.kind === 'answer' && (job.answer === 'none' || step.answer === 'declined')) {
              const shown = snapshotOf(job, ticket, RATE)
              const after = answerLine(job, step.answer, shown)
              ticket = { ...ticket, jobs: ticket.jobs.map(each => (each === job ? after : each)) }
              if (step.answer === 'approved') approved.set(job.jobNumber, shown.total)
              else approved.delete(job.jobNumber)
            }
            if (step.kind === 'part') {
              const jobNumber = step.line % 2 === 0 ? null : job.jobNumber
              ticket = { ...ticket, parts: [...ticket.parts, partOf(jobNumber, step.amount)] }
              if (jobNumber !== null) approved.delete(jobNumber)
            }
            if (step.kind === 'rule') ticket = { ...ticket, suppliesRule: step.rule }
            for (const each of ticket.jobs)
              if (approved.has(each.jobNumber))
                expect(priceOf(each, ticket, RATE)).toBe(approved.get(each.jobNumber))
            const prices = ticket.jobs.map(each => priceOf(each, ticket, RATE) ?? NO_MONEY)
            const loose = ticket.parts.filter(part => part.jobNumber === null).map(partTotal)
            const rest = partsByLine(ticket).supplies.get(null) ?? NO_MONEY
            expect(sum([...prices, ...loose.map(total => total ?? NO_MONEY), rest])).toBe(
              totals(ticket, RATE).totalBalance,
            )
          }
        },
      ),
    )
  })

  test('is the sum of the amounts shown above it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100_00 }), money, (hundredth, amount) => {
        const job = { ...roof, estimatedTime: hundredth / 100 }
        const snapshot = snapshotOf(
          job,
          { jobs: [job], parts: [partOf(1, amount)], suppliesRule: null },
          RATE,
        )
        expect(snapshot.total).toBe(sum([snapshot.labor, snapshot.partsAmount, snapshot.shopSupplies]))
        expect(toHundredths(snapshot.hours)).toBe(hundredth)
      }),
    )
  })
})

describe('a customer is not asked to approve', () => {
  const obstacles = (job: Job, parts: Part[], rate: Cents | null) =>
    blockersForPricing(snapshotOf(job, { jobs: [job], parts, suppliesRule: null }, rate)).map(
      ({ code }) => code,
    )

  test.each<[string, Job, Part[], Cents | null, string[]]>([
    ['a part without a price', roof, [partOf(1, null)], RATE, ['part.unpriced']],
    ['hours without a rate', roof, [], null, ['approval.no-rate']],
    ['nothing', { ...roof, estimatedTime: 0 }, [partOf(2, 1_00)], RATE, ['approval.no-price']],
    [
      'hours without an estimate',
      { ...roof, estimatedTime: 0, estimate: true },
      [],
      NO_MONEY,
      ['approval.no-price'],
    ],
  ])('%s', (_, job, parts, rate, codes) => {
    expect(obstacles(job, parts, rate)).toEqual(codes)
  })

  test.each<[string, Job, Part[], Cents | null]>([
    ['hours at a rate', roof, [], RATE],
    ['parts alone, also without a rate', { ...roof, estimatedTime: 0 }, [partOf(1, 1_00)], null],
    ['a line next to one without a price', roof, [partOf(2, null)], RATE],
  ])('except %s', (_, job, parts, rate) => {
    expect(obstacles(job, parts, rate)).toEqual([])
  })
})

const snapshot = snapshotOf(roof, { jobs: [roof], parts: [], suppliesRule: null }, RATE)
const open: OpenApprovalRequest = {
  requestId: 'r1',
  jobNumber: 1,
  note: '',
  askedAt: NOW,
  askedBy: dana,
  asked: snapshot,
  askedVersion: 'v1',
  state: 'open',
}
const answered: AnsweredApprovalRequest = {
  ...open,
  state: 'approved',
  how: 'link',
  address: '::1',
  typedName: 'June Park',
  phone: null,
  correction: '',
  before: null,
  shown: snapshot,
  shownVersion: 'v1',
  endedAt: NOW,
  endedBy: { id: 'june', name: 'June Park' },
}
const withdrawn: ApprovalRequest = {
  ...open,
  requestId: 'r2',
  state: 'withdrawn',
  endedAt: NOW,
  endedBy: dana,
}

describe('the current answer of a line', () => {
  test('is its last one, even while it is asked again or the request was canceled', () => {
    const declined: AnsweredApprovalRequest = { ...answered, state: 'declined', requestId: 'r3' }
    expect([...lastAnswers([answered, open, withdrawn])]).toEqual([[1, answered]])
    expect(lastAnswers([answered, declined, open]).get(1)).toBe(declined)
    expect(lastAnswers([open, withdrawn]).size).toBe(0)
  })
})

describe('when a line changed after its approval', () => {
  const was = { problem: 'Roof leak', total: cents(181_25) }

  test.each([
    [
      { ...was, total: cents(725_00) },
      'This job was changed after you approved it. The total was $181.25 and is now $725.00.',
    ],
    [
      { ...was, total: null },
      'This job was changed after you approved it. The total was $181.25 and is now not priced.',
    ],
    [
      was,
      'This job was changed after you approved it. The total is still $181.25, but the hours, parts or description changed.',
    ],
    [
      { problem: 'Roof and wall', total: cents(725_00) },
      'This job was changed after you approved it. The total was $181.25 and is now $725.00. The description was “Roof leak” and is now “Roof and wall”.',
    ],
  ])('%j sees what it was before', (is, sentence) => {
    expect(changedSentence({ was, is }, 'you')).toBe(sentence)
  })

  test('the desk sees which line', () => {
    expect(
      changedSentence({ was, is: { ...was, total: cents(725_00) } }, 'the customer', '1. Roof leak'),
    ).toBe(
      '1. Roof leak was changed after the customer approved it. The total was $181.25 and is now $725.00.',
    )
  })
})

const codesOf = (act: () => unknown): string[] => {
  try {
    act()
  } catch (error) {
    if (error instanceof Refusal) return error.obstacles.map(({ code }) => code)
    throw error
  }
  return []
}

describe('several requests for one line', () => {
  test('the last one counts', () => {
    const again: OpenApprovalRequest = { ...open, requestId: 'r3' }
    expect(currentApprovalRequests([answered, again]).get(1)).toBe(again)
  })

  test('canceling the last one leaves the one before', () => {
    expect(currentApprovalRequests([answered, withdrawn]).get(1)).toBe(answered)
    expect(currentApprovalRequests([withdrawn]).size).toBe(0)
  })
})

test.each<[string, OpenApprovalRequest | AnsweredApprovalRequest | undefined, boolean, string[]]>([
  ['for the first time', undefined, false, []],
  ['while a request is open', open, false, ['approval.requested']],
  ['after an answer', answered, false, ['approval.answered']],
  ['again while a request is open', open, true, []],
  ['again after an answer', answered, true, []],
])('a request for a line %s', (_, state, again, codes) => {
  expect(blockersForRequesting(snapshot, state, again).map(({ code }) => code)).toEqual(codes)
})

type Current = OpenApprovalRequest | AnsweredApprovalRequest | undefined
const corrected: Job = { ...roof, correction: 'Resealed' }

test.each<[string, Current, { requestId?: string; version?: string; again?: boolean }, Job, string[]]>([
  ['what was seen', open, {}, roof, []],
  ['what was seen, while work is under way', open, {}, corrected, []],
  ['a line that was changed since', open, { version: 'v0' }, roof, ['approval.changed']],
  ['a request that was sent again', open, { requestId: 'r0' }, roof, ['approval.changed']],
  ['a request that was withdrawn', undefined, {}, roof, ['approval.withdrawn']],
  ['a request that was answered', answered, {}, roof, ['approval.answered']],
  ['an answered one, again', answered, { again: true }, roof, []],
  [
    'an answered one, again, after a newer request',
    answered,
    { again: true, requestId: 'r0' },
    roof,
    ['approval.answered'],
  ],
  [
    'an answered one, again, at another price',
    answered,
    { again: true, version: 'v0' },
    roof,
    ['approval.changed'],
  ],
  ['an answered one, again, once work began', answered, { again: true }, corrected, ['approval.begun']],
])('an answer to %s', (_, current, change, job, codes) => {
  const seen = { requestId: 'r1', version: 'v1', again: false, ...change }
  expect(codesOf(() => requireAnswerable(current, seen, 'v1', job, 'active'))).toEqual(codes)
})

const session = (clockOutTime: Date | null) => ({ ...clockIn('1', dana, BEFORE), clockOutTime })

test.each([
  ['nothing was done', { sessions: [], correction: '' }, 'active', false],
  [
    'someone clocked before the answer alone',
    { sessions: [session(BEFORE)], correction: '' },
    'active',
    false,
  ],
  ['someone clocked after it', { sessions: [session(AFTER)], correction: '' }, 'active', true],
  ['a clock runs', { sessions: [session(null)], correction: '' }, 'active', true],
  ['the correction is as at the answer', { sessions: [], correction: 'Diagnosed' }, 'active', false],
  ['a correction was written since', { sessions: [], correction: 'Sealed', billed: null }, 'active', true],
  ['the desk writes it on the approval screen', { sessions: [], correction: 'Sealed' }, 'approval', false],
] as const)('while %s, work has begun since: %j', (_, job, state, has) => {
  const answer = { endedAt: NOW, correction: 'Diagnosed' }
  expect(hasBegunSince(answer, { ...job, billed: null }, state)).toBe(has)
})

test('a correction from before Ask Approval, which cleared that of the answer, is work that has begun', () => {
  const answer = { endedAt: NOW, correction: null }
  for (const state of ['active', 'approval'] as const) {
    expect(hasBegunSince(answer, { sessions: [], correction: 'Sealed', billed: null }, state)).toBe(true)
    expect(hasBegunSince(answer, { sessions: [], correction: '', billed: null }, state)).toBe(false)
  }
})

test('a line that was billed keeps its answer', () => {
  const billed = { invoice: 'R-1001', labor: cents(100), supplies: cents(0) }
  const answer = { endedAt: NOW, correction: null }
  expect(hasBegunSince(answer, { sessions: [], correction: '', billed }, 'active')).toBe(true)
})

test('undoing an answer leads back to the one before it, or to none', () => {
  const approved = answerLine(roof, 'approved', snapshot)
  expect(undoAnswer(approved, answered, undefined)).toEqual({
    ...roof,
    answer: 'none',
    approvedSupplies: null,
    billed: null,
  })
  expect(undoAnswer(approved, answered, { ...answered, state: 'declined' }).answer).toBe('declined')
  expect(codesOf(() => requirePhoneAnswer(open))).toEqual(['approval.no-phone-answer'])
  expect(codesOf(() => requirePhoneAnswer(answered))).toEqual(['approval.answered'])
  expect(requirePhoneAnswer({ ...answered, how: 'phone' }).how).toBe('phone')
})

test('undoing an answer approves no suggested time, and takes back one that it approved', () => {
  const suggested: Job = { ...roof, estimatedTime: 1, estimate: true, suggestedTime: 3 }
  const { estimatedTime, estimate, suggestedTime } = suggested
  const before = { estimatedTime, estimate, suggestedTime, wasAsked: false }
  const unanswered = { ...suggested, answer: 'none', approvedSupplies: null }
  const approved = answerLine(suggested, 'approved', snapshot)
  expect(approved).toMatchObject({ estimatedTime: 3, estimate: false, suggestedTime: null })
  expect(undoAnswer(approved, { before }, undefined)).toEqual(unanswered)
  const declined = answerLine(suggested, 'declined', snapshot)
  expect(undoAnswer(declined, { before }, answered)).toMatchObject({ estimatedTime: 1, suggestedTime: 3 })
  // The desk has changed the hours since.
  const changed = { ...approved, estimatedTime: 2 }
  expect(undoAnswer(changed, { before }, undefined)).toMatchObject({ estimatedTime: 2, estimate: false })
})

test.each([
  ['phone', 'June Park', '(574) 555-0100', 'by phone by June Park, (574) 555-0100, recorded by Walt Kim'],
  ['phone', null, null, 'by phone, recorded by Walt Kim'],
  ['link', 'June Park', null, 'by June Park by link'],
] as const)('an answer by %s says who: %s, %s', (how, typedName, phone, words) => {
  expect(describeAnswerer({ how, typedName, phone, recordedBy: 'Walt Kim' })).toBe(words)
})

test('a second answer is recorded only with knowledge of the first', () => {
  expect(codesOf(() => assertUnanswered(answered, false))).toEqual(['approval.answered'])
  expect(codesOf(() => assertUnanswered(answered, true))).toEqual([])
  expect(codesOf(() => assertUnanswered(open, false))).toEqual([])
})

describe('an answer changes its line', () => {
  const proposed: Job = { ...roof, estimate: true, suggestedTime: 2 }
  const shares = { partsAmount: cents(10_00), shopSupplies: cents(1_00) }
  const approvedSupplies = { parts: cents(10_00), supplies: cents(1_00) }

  test('approving a suggested time applies it', () => {
    expect(answerLine(proposed, 'approved', shares)).toEqual({
      ...approveTime(proposed),
      answer: 'approved',
      approvedSupplies,
    })
  })

  test('approving any other line changes no time', () => {
    for (const job of [roof, { ...roof, estimate: true }, { ...roof, suggestedTime: 2 }])
      expect(answerLine(job, 'approved', shares)).toEqual({ ...job, answer: 'approved', approvedSupplies })
  })

  test('declining keeps the line as it was and removes it from the totals', () => {
    const declined = answerLine({ ...proposed, approvedSupplies }, 'declined', shares)
    expect(declined).toEqual({ ...proposed, answer: 'declined' })
    expect(
      totals({ jobs: [declined], parts: [partOf(1, 10_00)], suppliesRule: null }, RATE).totalBalance,
    ).toBe(0)
  })

  test('approving costs what was shown', () => {
    const parts = [partOf(1, 13_75, 2)]
    for (const job of [roof, proposed]) {
      const shown = snapshotOf(job, { jobs: [job], parts, suppliesRule: null }, RATE)
      const approved = answerLine(job, 'approved', shown)
      expect(totals({ jobs: [approved], parts, suppliesRule: null }, RATE).totalBalance).toBe(shown.total)
    }
  })
})
