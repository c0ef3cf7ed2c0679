import { describe, expect, test } from 'vitest'
import {
  certificatesOf,
  certificatesProblem,
  MAX_CERTIFICATE_LENGTH,
  MAX_CERTIFICATES,
  qualificationLine,
} from './qualification.ts'

test('each line that is not empty is a certificate', () => {
  expect(certificatesOf({ certificates: ' RVTI Level 2, No. 10442\n\n  EPA 608 ' })).toEqual([
    'RVTI Level 2, No. 10442',
    'EPA 608',
  ])
})

describe('certificates are refused', () => {
  test.each([
    ['not while there are none', '', null],
    ['not as many as allowed', Array(MAX_CERTIFICATES).fill('EPA 608').join('\n'), null],
    [
      'one more',
      Array(MAX_CERTIFICATES + 1)
        .fill('EPA 608')
        .join('\n'),
      'Enter at most 5 certificates.',
    ],
    ['not the longest', 'x'.repeat(MAX_CERTIFICATE_LENGTH), null],
    ['a longer one', 'x'.repeat(MAX_CERTIFICATE_LENGTH + 1), 'A certificate has at most 100 characters.'],
  ])('%s', (_, certificates, expected) => {
    expect(certificatesProblem(certificates)).toBe(expected)
  })
})

test.each([
  ['years', { sinceYear: 2014, certificates: '' }, 'Rosa Díaz: On RVs since 2014.'],
  [
    'both',
    { sinceYear: 2014, certificates: 'RVTI Level 2, No. 10442\nEPA 608, No. 5.' },
    'Rosa Díaz: On RVs since 2014. RVTI Level 2, No. 10442. EPA 608, No. 5.',
  ],
])('a name rests on %s', (_, qualification, expected) => {
  expect(qualificationLine({ technician: 'Rosa Díaz', ...qualification })).toBe(expected)
})
