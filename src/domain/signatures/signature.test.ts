import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { newSignature } from '#contract/signatures/signatures.ts'
import { cents } from '#domain/lib/money.ts'
import {
  isDrawn,
  MAX_PATH_LENGTH,
  MAX_POINTS,
  MAX_STROKES,
  pathOf,
  SIGNATURE_BOX,
  SIGNATURE_PATH,
  signedSentence,
  subjectLabel,
  toStrokes,
} from './signature.ts'

const coordinate = fc.double({ min: -5000, max: 5000, noNaN: true })
const drawing = fc.array(
  fc.record({
    points: fc.array(fc.record({ x: coordinate, y: coordinate }), { minLength: 1, maxLength: 900 }),
  }),
  { maxLength: 80 },
)
const pad = fc.record({
  width: fc.integer({ min: 1, max: 3000 }),
  height: fc.integer({ min: 1, max: 1000 }),
})

test('whatever is drawn, on a pad of any size, is a signature that the contract takes, or no drawing', () => {
  fc.assert(
    fc.property(drawing, pad, (drawn, size) => {
      const strokes = toStrokes(drawn, size)
      const signature = { version: '', typedName: 'June Park', strokes }
      expect(newSignature.safeParse(signature).success).toBe(isDrawn(strokes))
      if (!isDrawn(strokes)) return
      const path = pathOf(strokes)
      expect(path).toMatch(SIGNATURE_PATH)
      expect(path.length).toBeLessThanOrEqual(MAX_PATH_LENGTH)
    }),
    { numRuns: 60 },
  )
})

describe('what is drawn', () => {
  test('is in the box whatever the size of the pad, and points that are the same are one', () => {
    const points = [
      { x: 0, y: 0 },
      { x: 0.2, y: 0.2 },
      { x: 150, y: 50 },
      { x: 400, y: -3 },
    ]
    expect(toStrokes([{ points }], { width: 300, height: 100 })).toEqual([
      [
        [0, 0],
        [300, 100],
        [SIGNATURE_BOX.width, 0],
      ],
    ])
  })

  test('keeps both ends of each stroke when there are too many points', () => {
    const points = Array.from({ length: 600 }, (_, x) => ({ x, y: x % 2 }))
    const [first, ...others] = toStrokes(Array(5).fill({ points }), SIGNATURE_BOX)
    expect([first?.[0], first?.at(-1)]).toEqual([
      [0, 0],
      [599, 1],
    ])
    expect([first, ...others].flat().length).toBeLessThanOrEqual(MAX_POINTS)
    expect(others).toHaveLength(4)
  })

  test('is drawn as lines, and a dot as one of no length', () => {
    const strokes = [[[12, 34] as const, [15, 36] as const], [[7, 7] as const]]
    expect(pathOf(strokes)).toBe('M12 34L15 36M7 7L7 7')
    expect([isDrawn(strokes), isDrawn([[[7, 7]]]), isDrawn([])]).toEqual([true, false, false])
  })
})

const line = [
  [0, 0],
  [600, 200],
]
const issueOf = (changes: object): string | undefined =>
  newSignature.safeParse({ version: '', typedName: 'June Park', strokes: [line], ...changes }).error
    ?.issues[0]?.message

test.each<[string, object, string | undefined]>([
  ['drawn', {}, undefined],
  ['typed', { strokes: null }, undefined],
  ['with neither', { strokes: null, typedName: ' ' }, 'Required.'],
  ['drawn without a name', { typedName: '' }, 'Required.'],
  ['without a stroke', { strokes: [] }, 'Draw the signature, or choose to type the name.'],
  ['of a dot', { strokes: [[[5, 5]]] }, 'Draw the signature, or choose to type the name.'],
  ['of an empty stroke', { strokes: [[]] }, 'Draw the signature, or choose to type the name.'],
  ['beyond the box', { strokes: [[...line, [601, 0]]] }, 'Enter 600 or less.'],
  ['above the box', { strokes: [[...line, [0, -1]]] }, 'Enter 0 or more.'],
  ['between whole numbers', { strokes: [[...line, [0.5, 1]]] }, 'Enter a whole number.'],
  [
    ...(['of too many strokes', { strokes: Array(MAX_STROKES + 1).fill(line) }] as const),
    'That is too much for a signature. Clear it and sign again.',
  ],
  [
    'of too many points',
    { strokes: [Array(MAX_POINTS).fill([1, 1]), line] },
    'That is too much for a signature. Clear it and sign again.',
  ],
])('a signature %s', (_, changes, sentence) => expect(issueOf(changes)).toBe(sentence))

test.each([
  ['drop-off', null, null, 'Drop-off'],
  ['work-done', null, null, 'Work done'],
  ['estimate', 330_00, null, 'Estimate of $330.00'],
  ['pickup', 350_00, '1004', 'Invoice 1004 of $350.00'],
  ['pickup', 350_00, null, 'Service ticket of $350.00'],
] as const)('a signature at %s says what was signed', (occasion, amount, invoiceNumber, label) => {
  const subject = { occasion, jobLines: '', amount: amount === null ? null : cents(amount), invoiceNumber }
  expect(subjectLabel(subject)).toBe(label)
})

test('a signature says when and how', () => {
  const signedAt = new Date('2025-11-20T19:14:00Z')
  const zone = 'America/Indiana/Indianapolis'
  expect(signedSentence({ signedAt, isByLink: true }, zone)).toBe('Thu, Nov 20, 2025 at 2:14 PM, by link')
  expect(signedSentence({ signedAt, isByLink: false }, zone)).toBe('Thu, Nov 20, 2025 at 2:14 PM, in person')
})
