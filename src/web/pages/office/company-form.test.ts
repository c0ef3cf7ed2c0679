import { describe, expect, test } from 'vitest'
import { type CompanyFormValues, changesOf, validateCompany } from './company-form.ts'

const before: CompanyFormValues = {
  companyName: 'Bluebonnet RV',
  companyPhone: '(574) 555-0101',
  companyAddress: '2410 Cassopolis Street',
  coordinates: { latitude: 41.7, longitude: -85.9 },
  laborRate: 145,
  mobileRange: '',
  mobileBusiness: false,
  approvalTolerance: 10,
  daysOfOperation: [1, 5],
  hoursOfOperation: [8, 18],
}

describe('the fields sent for a changed company', () => {
  test.each<[Partial<CompanyFormValues>, object]>([
    [{}, {}],
    [{ companyName: ' Bluebonnet RV ' }, {}],
    [{ laborRate: '145' }, {}],
    [{ companyName: 'Bluebonnet' }, { companyName: 'Bluebonnet' }],
    [{ laborRate: '' }, { laborRate: null }],
    [{ laborRate: 0 }, { laborRate: 0 }],
    [{ laborRate: '152.5' }, { laborRate: 152_50 }],
    [{ approvalTolerance: '15' }, { approvalTolerance: 15 }],
    [{ mobileRange: '62.5' }, { mobileRange: 62.5 }],
    [
      { mobileBusiness: true, daysOfOperation: [1, 6] },
      { mobileBusiness: true, daysOfOperation: [1, 6] },
    ],
    [
      { companyAddress: ' ', coordinates: null },
      { companyAddress: null, coordinates: null },
    ],
    [
      { companyAddress: '1 Dock', coordinates: null },
      { companyAddress: '1 Dock', coordinates: null },
    ],
  ])('after %j are %j', (typed, sent) => expect(changesOf(before, { ...before, ...typed })).toEqual(sent))

  test('include the time zone of a new location', () => {
    const coordinates = { latitude: 30.2, longitude: -97.7 }
    expect(changesOf(before, { ...before, companyAddress: '1 Dock', coordinates })).toEqual({
      companyAddress: '1 Dock',
      coordinates,
      timeZone: expect.any(String),
    })
  })
})

test.each([
  ['', 'Enter a number.'],
  ['ten', 'Enter a number.'],
  [-1, 'Enter 0 or more.'],
  [2.5, 'Enter a whole number.'],
  [101, 'Enter 100 or less.'],
])('an approval tolerance of %j is refused', async (approvalTolerance, approvalToleranceError) => {
  expect(await validateCompany(before, { ...before, approvalTolerance })).toEqual({
    approvalTolerance: approvalToleranceError,
  })
})

test('a field that the server would refuse has an error beside it', async () => {
  expect(await validateCompany(before, before)).toEqual({})
  const onFile = { ...before, companyPhone: '911' }
  expect(await validateCompany(onFile, { ...onFile, mobileRange: 20 })).toEqual({})
  const wrong = { ...before, companyName: ' ', laborRate: -1, mobileRange: 9000 }
  expect(await validateCompany(before, wrong)).toEqual({
    companyName: 'Required.',
    laborRate: 'Enter 0 or more.',
    mobileRange: 'Enter 5,000 miles or less.',
  })
})
