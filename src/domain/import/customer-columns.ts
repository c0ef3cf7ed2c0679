// Which column of a customer list is which, by the names that accounting software, dealer systems and spreadsheets give
// them; and a row of the list as a customer with a rig.

import { digitsOf } from '#domain/lib/phone.ts'
import { AXLE_AMOUNTS } from '#domain/rigs/rig.ts'
import { normalizeVin, vinWarning } from '#domain/rigs/vin.ts'

/** A row as typed; empty where there is nothing. */
export const ROW_FIELDS = [
  'firstName',
  'lastName',
  'email',
  'phone',
  'address',
  'vin',
  'year',
  'make',
  'model',
  'axleAmount',
] as const
export type RowField = (typeof ROW_FIELDS)[number]
export type CustomerRow = Readonly<Record<RowField, string>>

export const FIELD_LABELS: Readonly<Record<RowField, string>> = {
  firstName: 'First Name',
  lastName: 'Last Name',
  email: 'Email',
  phone: 'Phone',
  address: 'Address',
  vin: 'VIN',
  year: 'Year',
  make: 'Make',
  model: 'Model',
  axleAmount: 'Axle Amount',
}

/** What a column can be, with the headings it is known by: without spaces and punctuation, likeliest first. */
const COLUMNS = {
  firstName: ['firstname', 'first', 'givenname', 'customerfirstname', 'fname', 'ownerfirstname'],
  lastName: ['lastname', 'last', 'surname', 'familyname', 'customerlastname', 'lname', 'ownerlastname'],
  fullName: [
    'fullname',
    'customerfullname',
    'customername',
    'customer',
    'displayname',
    'name',
    'owner',
    'ownername',
    'contact',
    'contactname',
    'billto',
  ],
  email: ['email', 'emailaddress', 'mainemail', 'customeremail', 'primaryemail', 'emails'],
  phone: [
    'phone',
    'mainphone',
    'phonenumber',
    'phonenumbers',
    'primaryphone',
    'customerphone',
    'homephone',
    'telephone',
    'tel',
  ],
  secondPhone: [
    'mobile',
    'mobilephone',
    'cell',
    'cellphone',
    'altphone',
    'workphone',
    'otherphone',
    'phone2',
  ],
  street: [
    'address',
    'billingaddress',
    'billingstreet',
    'street',
    'streetaddress',
    'address1',
    'addressline1',
    'billingaddressline1',
    'mailingaddress',
  ],
  street2: ['address2', 'addressline2', 'street2', 'billingaddressline2', 'apt', 'suite'],
  city: ['city', 'town', 'billingcity', 'billingaddresscity'],
  state: ['state', 'province', 'billingstate', 'billingaddressstate', 'region'],
  zip: [
    'zip',
    'zipcode',
    'postalcode',
    'postcode',
    'billingzip',
    'billingpostalcode',
    'billingaddresspostalcode',
  ],
  vin: ['vin', 'vinnumber', 'vinno', 'serialnumber', 'unitvin', 'rvvin'],
  year: ['year', 'modelyear', 'unityear', 'rvyear', 'yr'],
  make: ['make', 'manufacturer', 'brand', 'unitmake', 'rvmake'],
  model: ['model', 'unitmodel', 'rvmodel', 'modelname', 'floorplan'],
  rig: ['unit', 'rv', 'rig', 'vehicle', 'unitdescription', 'yearmakemodel'],
  axleAmount: ['axleamount', 'axles', 'axle', 'numberofaxles', 'class', 'rvtype', 'unittype'],
} as const

export type ColumnName = keyof typeof COLUMNS
export const COLUMN_NAMES = Object.keys(COLUMNS) as ColumnName[]

export const COLUMN_LABELS: Readonly<Record<ColumnName, string>> = {
  ...FIELD_LABELS,
  fullName: 'Full Name',
  secondPhone: 'Second Phone',
  street: 'Address',
  street2: 'Address, second line',
  city: 'City',
  state: 'State',
  zip: 'ZIP Code',
  rig: 'Year, make and model in one',
}

/** Each column's meaning, by its index; null for one that is left out. */
export type ColumnMapping = readonly (ColumnName | null)[]

const normalizeHeading = (heading: string): string => heading.toLowerCase().replace(/[^a-z0-9]/g, '')

/** Guesses what each column is. No meaning is given twice: the likeliest heading gets it. */
export function guessColumns(headings: readonly string[]): ColumnMapping {
  const normalized = headings.map(normalizeHeading)
  const mapping: (ColumnName | null)[] = headings.map(() => null)
  for (const name of COLUMN_NAMES) {
    const heading = COLUMNS[name].find(alias => normalized.includes(alias))
    if (heading !== undefined) mapping[normalized.indexOf(heading)] ??= name
  }
  // A lone mobile number is the phone.
  const second = mapping.indexOf('secondPhone')
  return second >= 0 && !mapping.includes('phone') ? mapping.with(second, 'phone') : mapping
}

/** A name as people write it: `Park, June` or `June Park`. A single word is a last name. */
function splitName(name: string): { firstName: string; lastName: string } {
  const [last = '', first] = name.split(/\s*,\s*/, 2)
  if (first) return { firstName: first, lastName: last }
  const words = last.split(/\s+/)
  return { firstName: words.slice(0, -1).join(' '), lastName: words.at(-1) ?? '' }
}

const MAKES_OF_TWO_WORDS =
  /^(forest river|grand design|holiday rambler|thor motor coach|cruiser rv|alliance rv)\b/i

/** `2021 Jayco Jay Flight 264BH` in its parts; text without a year is a model. */
function splitRig(rig: string): Pick<CustomerRow, 'year' | 'make' | 'model'> {
  const [, year = '', rest = rig] = /^(\d{4})\s+(.+)$/.exec(rig) ?? []
  if (year === '') return { year, make: '', model: rest }
  const make = MAKES_OF_TWO_WORDS.exec(rest)?.[0] ?? rest.split(/\s+/, 1)[0] ?? ''
  return { year, make, model: rest.slice(make.length).trim() }
}

const AXLE_WORDS: Readonly<Record<string, string>> = { single: '1', tandem: '2', double: '2', triple: '3' }

/** What is typed for axles, in the product's words; anything else stays. */
function readAxles(typed: string): string {
  const word = typed
    .toLowerCase()
    .replace(/\s*axles?$/, '')
    .trim()
  const plain = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, '')
  return AXLE_WORDS[word] ?? AXLE_AMOUNTS.find(amount => plain(amount) === plain(word)) ?? typed
}

const joinAddress = (street: string, street2: string, city: string, state: string, zip: string): string =>
  [street, street2, city, `${state} ${zip}`.trim()].filter(part => part !== '').join(', ')

/** A spreadsheet's mark for text: `'=5` is written for a cell that begins like a formula. */
const TEXT_MARK = /^'(?=[=+\-@])/

/** A row of cells as a customer. */
export function toCustomerRow(cells: readonly string[], mapping: ColumnMapping): CustomerRow {
  const cell = (name: ColumnName): string => {
    const index = mapping.indexOf(name)
    return index < 0 ? '' : (cells[index] ?? '').trim().replace(TEXT_MARK, '')
  }
  const name = splitName(cell('fullName'))
  const rig = splitRig(cell('rig'))
  const hasName = cell('firstName') !== '' || cell('lastName') !== ''
  return {
    firstName: hasName ? cell('firstName') : name.firstName,
    lastName: hasName ? cell('lastName') : name.lastName,
    email: cell('email'),
    phone: cell('phone') || cell('secondPhone'),
    address: joinAddress(cell('street'), cell('street2'), cell('city'), cell('state'), cell('zip')),
    vin: normalizeVin(cell('vin')),
    year: cell('year') || rig.year,
    make: cell('make') || rig.make,
    model: cell('model') || rig.model,
    axleAmount: readAxles(cell('axleAmount')),
  }
}

/** What makes two rows the same customer with the same rig. */
export function customerKey(
  row: Pick<CustomerRow, 'firstName' | 'lastName' | 'email' | 'phone' | 'vin'>,
): string {
  const { firstName, lastName, email, phone, vin } = row
  const person = email.trim() || [firstName.trim(), lastName.trim(), digitsOf(phone)].join('|')
  return `${person}|${normalizeVin(vin)}`.toLowerCase()
}

/** Whether the rig goes on file for all companies: with a correct VIN, and all of it known. */
export const isSharedRig = ({
  vin,
  make,
  model,
  year,
}: Pick<CustomerRow, 'vin' | 'make' | 'model' | 'year'>): boolean =>
  vin.length === 17 && vinWarning(vin) === null && make !== '' && model !== '' && year !== ''

/** An empty list to fill in. */
export const TEMPLATE_ROWS: readonly (readonly string[])[] = [
  [
    'First Name',
    'Last Name',
    'Email',
    'Phone',
    'Address',
    'City',
    'State',
    'Zip',
    'VIN',
    'Year',
    'Make',
    'Model',
    'Axle Amount',
  ],
]
