import { describe, expect, test } from 'vitest'
import { auditSentence, hasAuditSentence, SIGN_IN_EVENTS, signInSentence } from './audit-sentences.ts'

const dana = { id: 'dana', name: 'Dana Reyes' }
const sentenceOf = (
  kind: string,
  verb: string,
  detail: Parameters<typeof auditSentence>[0]['detail'] = null,
) => auditSentence({ by: dana, kind, id: '1', verb: `${kind}.${verb}`, detail })

describe('an entry of the activity log', () => {
  test.each([
    ['company', 'register', null, 'Dana registered the company'],
    ['company', 'change', null, 'Dana changed the company’s details'],
    ['company', 'change-image', null, 'Dana changed the company’s image'],
    ['employee', 'register', { employee: 'Sam Ortiz' }, 'Dana registered Sam Ortiz'],
    ['employee', 'change', { employee: 'Sam Ortiz' }, 'Dana changed the details of Sam Ortiz'],
    ['employee', 'deactivate', { employee: 'Sam Ortiz' }, 'Dana deactivated Sam Ortiz'],
    ['employee', 'reactivate', { employee: 'Sam Ortiz' }, 'Dana reactivated Sam Ortiz'],
    ['employee', 'send-reset', { employee: 'Sam Ortiz' }, 'Dana sent Sam Ortiz a password reset link'],
    ['employee', 'end-shop-time', { employee: 'Sam Ortiz' }, 'Dana clocked Sam Ortiz out of the shop'],
    ['employee', 'delete', { employee: 'Sam Ortiz' }, 'Dana deleted Sam Ortiz'],
    ['ticket', 'clock-in', { job: '2. Roof leak' }, 'Dana clocked in on 2. Roof leak'],
  ] as const)('for a %s that was %sd is a sentence', (kind, verb, detail, sentence) => {
    expect(sentenceOf(kind, verb, detail)).toBe(sentence)
  })

  test.each([
    ['add', '17:00', 'added 8h00m in the shop for Sam Ortiz: Forgot'],
    ['correct', '16:30', 'corrected time in the shop of Sam Ortiz, 8h00m to 7h30m: Forgot'],
    ['remove', '17:00', 'removed 8h00m in the shop of Sam Ortiz: Forgot'],
  ])('of time in the shop says how long it was: %s', (verb, end, predicate) => {
    const time = (hour: string) => new Date(`2025-11-20T${hour}:00Z`)
    const detail = {
      ...{ employee: 'Sam Ortiz', reason: 'Forgot' },
      clockInTime: { before: time('09:00'), after: time('09:00') },
      clockOutTime: { before: time('17:00'), after: time(end) },
    }
    expect(sentenceOf('employee', `${verb}-shop-time`, detail)).toBe(`Dana ${predicate}`)
  })

  test('from before names were stored has no name', () => {
    expect(sentenceOf('employee', 'delete')).toBe('Dana deleted an employee')
  })

  const spreadsheet = { kind: 'work', file: 'ro.csv' } as const
  test.each([
    ['start', { spreadsheet }, 'started an import of past work from “ro.csv”'],
    ['done', { spreadsheet }, 'finished an import of past work from “ro.csv”'],
    ['fail', { spreadsheet }, 'could not finish an import of past work from “ro.csv”'],
    ['undo', { spreadsheet }, 'undid an import of past work from “ro.csv”'],
    ['start', null, 'started an import of a spreadsheet'],
  ])('of an import says what was imported: %s', (step, detail, predicate) => {
    expect(sentenceOf('company', `import-${step}`, detail)).toBe(`Dana ${predicate}`)
  })

  test.each([
    [{ spreadsheet, rows: 1 }, 'Dana uploaded 1 visit of “ro.csv” for an import'],
    [
      { spreadsheet: { kind: 'employees', file: 'staff.csv' }, rows: 25 } as const,
      'Dana uploaded 25 rows of “staff.csv” for an import',
    ],
    [null, 'Dana uploaded rows of a spreadsheet for an import'],
  ])('of rows that arrive says how many', (detail, sentence) => {
    expect(sentenceOf('company', 'send-import-rows', detail)).toBe(sentence)
  })

  test('of an unknown kind still says what changed', () => {
    expect(hasAuditSentence('review.add')).toBe(false)
    expect(sentenceOf('review', 'add')).toBe('Dana changed the review')
  })
})

test('every login event has its own sentence', () => {
  const sentences = SIGN_IN_EVENTS.map(event => signInSentence('Rosa Díaz', event))
  expect(new Set(sentences).size).toBe(SIGN_IN_EVENTS.length)
  expect(sentences[0]).toBe('Rosa Díaz logged in')
})
