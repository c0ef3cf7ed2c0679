import { describe, expect, test } from 'vitest'
import { CUSTOMER_SHEET, type CustomerRow, customerKey, isSharedRig } from './customer-columns.ts'

const { guessColumns, template } = CUSTOMER_SHEET
const toCustomerRow = (cells: string[], mapping: ReturnType<typeof guessColumns>) =>
  CUSTOMER_SHEET.toRow(cells, mapping, 'month-first') as CustomerRow & { notes: string }

describe('columns are guessed by their names', () => {
  test.each([
    [
      'QuickBooks',
      [
        'Customer',
        'Company',
        'Main Phone',
        'Mobile',
        'Main Email',
        'Billing Street',
        'Billing City',
        'Billing State',
        'Billing Zip',
      ],
      ['fullName', null, 'phone', 'secondPhone', 'email', 'street', 'city', 'state', 'zip'],
    ],
    [
      'a dealer system',
      ['CUST #', 'First Name', 'LAST_NAME', 'E-mail', 'Cell', 'VIN', 'Yr', 'Make', 'Model', 'Axles'],
      [null, 'firstName', 'lastName', 'email', 'phone', 'vin', 'year', 'make', 'model', 'axleAmount'],
    ],
    ['a spreadsheet', ['Name', 'Phone', 'Address', 'Unit'], ['fullName', 'phone', 'address', 'rig']],
    [
      'QuickBooks Desktop',
      ['Customer', 'Bill to 1', 'Bill to 2', 'Bill to 3', 'Main Phone', 'Ship to 1'],
      ['fullName', 'street', 'street', 'street', 'phone', null],
    ],
    [
      'QuickBooks Online',
      ['Name', 'Billing Address Line 1', 'Billing Address Line 2', 'Billing Address City'],
      ['fullName', 'street', 'street', 'city'],
    ],
    [
      'numbered streets',
      ['Street1', 'Street2', 'Street3', 'City', 'Zip'],
      ['street', 'street', 'street', 'city', 'zip'],
    ],
    ['the same name twice', ['Email', 'Email'], ['email', null]],
    ['the better of two names', ['Name', 'Full Name'], [null, 'fullName']],
    ['other words', ['Farbe', ''], [null, null]],
  ])('of %s', (_, headings, mapping) => {
    expect(guessColumns(headings)).toEqual(mapping)
  })

  test('and offered by distinct names', () => {
    const labels = Object.values(CUSTOMER_SHEET.columns)
    expect(new Set(labels).size).toBe(labels.length)
  })

  test('of the template, all', () => {
    expect(guessColumns(template)).not.toContain(null)
  })
})

const rowOf = (cells: Record<string, string>) =>
  toCustomerRow(Object.values(cells), guessColumns(Object.keys(cells)))

describe('a row', () => {
  test.each([
    ['a name in one', { Customer: 'June Ann Park' }, { firstName: 'June Ann', lastName: 'Park' }],
    ['a name turned around', { Customer: 'Park, June' }, { firstName: 'June', lastName: 'Park' }],
    ['a name of one word', { Customer: 'Cher' }, { firstName: '', lastName: 'Cher' }],
    [
      'a name with Jr. after it',
      { Customer: 'Park, June, Jr.' },
      { firstName: 'June', lastName: 'Park Jr.' },
    ],
    [
      'the parts of a name before the whole',
      { Customer: 'A B', 'Last Name': 'Park' },
      { firstName: '', lastName: 'Park' },
    ],
    [
      'an address in parts',
      { Street: '1 Main St', 'Address 2': 'Apt 4', City: 'Elkhart', State: 'IN', Zip: '46516' },
      { address: '1 Main St, Apt 4, Elkhart, IN 46516' },
    ],
    [
      'an address in lines, without the customer’s own name',
      {
        Customer: 'Park, June',
        'Bill to 1': 'June Park',
        'Bill to 2': '1 Main St',
        'Bill to 3': 'Elkhart, IN 46516',
      },
      { address: '1 Main St, Elkhart, IN 46516' },
    ],
    [
      'a street once, and its city once, from lines and columns',
      {
        'Bill to 1': '1 Elkhart Ave',
        'Bill to 2': 'Elkhart IN 46516',
        City: 'Elkhart',
        State: 'IN',
        Zip: '46516',
      },
      { address: '1 Elkhart Ave, Elkhart IN 46516' },
    ],
    [
      'a whole address beside its parts',
      { 'Whole address': '1 Main St', City: 'Elkhart', State: 'IN', Zip: '46516' },
      { address: '1 Main St, Elkhart, IN 46516' },
    ],
    ['an address without its street', { City: 'Elkhart', Zip: '46516' }, { address: 'Elkhart, 46516' }],
    [
      'a second phone where the first is missing',
      { Phone: '', Mobile: '574 555 0142' },
      { phone: '574 555 0142' },
    ],
    [
      'a rig in one',
      { Unit: '2021 Forest River Sunseeker 2860DS' },
      { year: '2021', make: 'Forest River', model: 'Sunseeker 2860DS' },
    ],
    ['a VIN in any notation', { VIN: ' 1ujbj0bn8 m17x0042' }, { vin: '1UJBJ0BN8M17X0042' }],
    ['axles in words', { Axles: 'Tandem axle' }, { axleAmount: '2' }],
    ['a class in other letters', { Class: 'class a gas' }, { axleAmount: 'Class A (Gas)' }],
    ['an unknown number of axles, as it is', { Axles: 'many' }, { axleAmount: 'many' }],
    ['a formula as text', { Name: '=1+1' }, { lastName: '=1+1' }],
    ['Jr. at the end', { Customer: 'June Park Jr.' }, { firstName: 'June', lastName: 'Park Jr.' }],
    [
      'III after several names',
      { Customer: 'Robert E. Lee Hoover III' },
      { firstName: 'Robert E. Lee', lastName: 'Hoover III' },
    ],
    ['Jr. before the comma', { Customer: 'Park Jr., June' }, { firstName: 'June', lastName: 'Park Jr.' }],
    ['a last name with Jr. alone', { Customer: 'Park Sr.' }, { firstName: '', lastName: 'Park Sr.' }],
    [
      'Jr. in a column of its own',
      { 'First Name': 'June', 'Last Name': 'Park', Suffix: 'Jr.' },
      { firstName: 'June', lastName: 'Park Jr.' },
    ],
    ['the last name Co', { Customer: 'Annie Co' }, { firstName: 'Annie', lastName: 'Co' }],
    [
      'a company and what QuickBooks keeps below it',
      { Customer: 'Desert Rose Campground, LLC:Unit 12' },
      { firstName: '', lastName: 'Desert Rose Campground, LLC: Unit 12' },
    ],
    [
      'a person and what QuickBooks keeps below them',
      { Customer: 'Park, June:2021 Jayco' },
      { firstName: 'June', lastName: 'Park: 2021 Jayco' },
    ],
    ['the last name Null', { Customer: 'Erin Null' }, { firstName: 'Erin', lastName: 'Null' }],
    ['the last name Null in its column', { 'First Name': 'Erin', 'Last Name': 'Null' }, { lastName: 'Null' }],
    [
      'nothing where a database wrote NULL',
      { 'First Name': 'NULL', 'Last Name': 'Park', Email: 'NULL', Phone: 'null', VIN: 'N/A', Year: '#N/A' },
      { firstName: '', lastName: 'Park', email: '', phone: '', vin: '', year: '' },
    ],
    ['nothing where someone wrote none', { Email: 'none', VIN: 'None' }, { email: '', vin: '' }],
    ['text that Excel marked by a formula', { Phone: '="5745550142"' }, { phone: '5745550142' }],
    [
      'the state of QuickBooks’ ST column',
      { Street: '1 Main St', City: 'Elkhart', ST: 'IN', Zip: '46516' },
      { address: '1 Main St, Elkhart, IN 46516' },
    ],
    [
      'QuickBooks’ phone numbers of one cell',
      { 'Phone numbers': 'Phone:(574) 555-0142 Mobile:(574) 555-0199' },
      {
        phone: '(574) 555-0142',
        notes: 'Left out: “(574) 555-0199”. There is one email and one phone number.',
      },
    ],
    [
      'a second phone, which is named',
      { Phone: '574-555-0142', Mobile: '574-555-0199' },
      { phone: '574-555-0142', notes: 'Left out: “574-555-0199”. There is one email and one phone number.' },
    ],
    [
      'the first of two emails',
      { Email: 'june@mail.example; jpark@work.example' },
      { email: 'june@mail.example', notes: expect.stringContaining('“jpark@work.example”') },
    ],
    ['a cell that was marked as text', { Phone: "'+1 574 555 0142" }, { phone: '+1 574 555 0142' }],
  ])('has %s', (_, cells, expected) => {
    expect(rowOf(cells)).toMatchObject(expected)
  })

  test.each(['Rose Campground, LLC', 'Rose & Park, L.L.C.', 'Rose Campground, Inc.', 'Rose RV Co'])(
    'of a company keeps its name: %s',
    company => {
      expect(rowOf({ Customer: company })).toMatchObject({ firstName: '', lastName: company })
    },
  )

  test('that is too short has empty fields', () => {
    expect(toCustomerRow([], guessColumns(['Name', 'VIN']))).toMatchObject({ lastName: '', vin: '' })
  })

  test('is the same customer by name, email, phone and VIN: people may share an email', () => {
    const row = rowOf({ Name: 'June Park', Email: 'June@Mail.example', Phone: '(574) 555-0201', VIN: 'AB 1' })
    const changed = { ...row, email: 'june@mail.example', phone: '+1 574-555-0201', lastName: 'PARK' }
    expect(customerKey(changed)).toBe(customerKey(row))
    for (const other of [{ vin: 'AB2' }, { firstName: 'Dale' }, { phone: '' }, { email: '' }])
      expect(customerKey({ ...row, ...other })).not.toBe(customerKey(row))
  })
})

test.each([
  ['complete, with a correct VIN', {}, true],
  ['with a mistyped VIN', { vin: '1UJBJ0BN9M17X0042' }, false],
  ['with a short VIN', { vin: 'HOME-1974' }, false],
  ['without a model', { model: '' }, false],
])('a rig %s: shared is %s', (_, changes, isShared) => {
  const rig = { vin: '1UJBJ0BN8M17X0042', make: 'Jayco', model: 'Jay Flight', year: '2021' }
  expect(isSharedRig({ ...rig, ...changes })).toBe(isShared)
})
