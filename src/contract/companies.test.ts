import { expect, test } from 'vitest'
import { registration } from './companies.ts'

const bluebonnet = {
  companyName: 'Bluebonnet RV',
  email: 'dana@bluebonnet.example',
  password: 'campfire-and-coffee',
  companyPhone: '(574) 555-0142',
}

const errorsOf = (value: object): Record<string, string> =>
  Object.fromEntries(
    (registration.safeParse(value).error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]),
  )

test('a company needs a name, an email, a password and a phone, and nothing else', () => {
  expect(Object.keys(errorsOf({})).sort()).toEqual(['companyName', 'companyPhone', 'email', 'password'])
  expect(registration.parse(bluebonnet)).toEqual(bluebonnet)
})

test.each([
  [{ daysOfOperation: [3, 3] }, 'daysOfOperation', 'Choose from 1 to 7, at least 1 apart.'],
  [{ daysOfOperation: [0, 5] }, 'daysOfOperation', 'Choose from 1 to 7, at least 1 apart.'],
  [{ hoursOfOperation: [8, 19] }, 'hoursOfOperation', 'Choose from 8 to 18, at least 1 apart.'],
  [{ laborRate: 145.005 }, 'laborRate', 'Use no more than 2 decimal places.'],
  [{ laborRate: -1 }, 'laborRate', 'Enter 0 or more.'],
  [{ mobileRange: 5001 }, 'mobileRange', 'Enter 5,000 miles or less.'],
  [{ companyName: 'x'.repeat(121) }, 'companyName', 'Use at most 120 characters.'],
  [{ companyName: 'Pay: evil.example/x' }, 'companyName', 'Enter a name without a web address.'],
])('%j is refused at %s: %s', (wrong, field, sentence) => {
  expect(errorsOf({ ...bluebonnet, ...wrong })).toEqual({ [field]: sentence })
})

test.each([{ trusted: true }, { verified: true }, { companyUUID: 'x' }])(
  'a company cannot register with %j',
  earned => {
    expect(registration.parse({ ...bluebonnet, ...earned })).toEqual(bluebonnet)
  },
)
