// Which column of a customer list is which, and a row of the list as a customer with a rig.

import { CUSTOMER_FIELDS } from '#domain/customers/customer-fields.ts'
import { dialedDigits } from '#domain/lib/phone.ts'
import { AXLE_AMOUNTS } from '#domain/rigs/rig.ts'
import { isSharedVin, normalizeVin, vinWarning } from '#domain/rigs/vin.ts'
import { readName } from './person-name.ts'
import {
  type CellReader,
  type ColumnMapping,
  cellReader,
  matchHeadings,
  type SheetDefinition,
  type SheetRow,
} from './sheet-columns.ts'
import { readContacts } from './sheet-contacts.ts'

/** A row as typed; empty where there is nothing. */
const ROW_FIELDS = [...CUSTOMER_FIELDS, 'vin', 'year', 'make', 'model', 'axleAmount'] as const
type RowField = (typeof ROW_FIELDS)[number]
export type CustomerRow = Readonly<Record<RowField, string>>

const FIELD_LABELS: Readonly<Record<RowField, string>> = {
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

const numbered = (heading: string): string[] => ['1', '2', '3', '4', '5'].map(line => heading + line)

/** What a column can be, with the headings it is known by: without spaces and punctuation, likeliest first. */
export const CUSTOMER_HEADINGS = {
  firstName: ['firstname', 'first', 'givenname', 'customerfirstname', 'fname', 'ownerfirstname'],
  lastName: ['lastname', 'last', 'surname', 'familyname', 'customerlastname', 'lname', 'ownerlastname'],
  suffix: ['suffix', 'namesuffix'],
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
  address: ['wholeaddress', 'fulladdress'],
  street: [
    ...['billingaddressline1', 'billingstreet', 'billingstreet1', 'billingaddress1', 'billto1', 'billto2'],
    ...['street', 'street1', 'streetaddress', 'address1', 'addressline1', 'billingaddress', 'address'],
    ...['mailingaddress'],
  ],
  city: ['city', 'town', 'billingcity', 'billingaddresscity', 'billtocity'],
  state: [
    ...['state', 'province', 'billingstate', 'billingaddressstate', 'region'],
    ...['st', 'billingst', 'billtostate'],
  ],
  zip: [
    'zip',
    'zipcode',
    'postalcode',
    'postcode',
    'billingzip',
    'billingpostalcode',
    'billingaddresspostalcode',
    'billtozip',
  ],
  vin: ['vin', 'vinnumber', 'vinno', 'serialnumber', 'unitvin', 'rvvin'],
  year: ['year', 'modelyear', 'unityear', 'rvyear', 'yr'],
  make: ['make', 'manufacturer', 'brand', 'unitmake', 'rvmake'],
  model: ['model', 'unitmodel', 'rvmodel', 'modelname', 'floorplan'],
  rig: ['unit', 'rv', 'rig', 'vehicle', 'unitdescription', 'yearmakemodel'],
  axleAmount: ['axleamount', 'axles', 'axle', 'numberofaxles', 'class', 'rvtype', 'unittype'],
} as const

/** The lines of an address. */
const ADDRESS_SERIES = [
  ['billto1', 'billto2', 'billto3', 'billto4', 'billto5'],
  ...['billing', ''].map(of => [
    ...[`${of}street`, `${of}streetaddress`, `${of}address`, 'apt', 'suite'],
    ...[`${of}street`, `${of}address`, `${of}addressline`].flatMap(numbered),
  ]),
]

type ColumnName = keyof typeof CUSTOMER_HEADINGS

export const CUSTOMER_COLUMN_LABELS: Readonly<Record<ColumnName, string>> = {
  ...FIELD_LABELS,
  fullName: 'Full Name',
  suffix: 'Suffix, such as Jr.',
  secondPhone: 'Second Phone',
  address: 'Whole address',
  street: 'Street',
  city: 'City',
  state: 'State',
  zip: 'ZIP Code',
  rig: 'Year, make and model in one',
}

function guessColumns(headings: readonly string[]): ColumnMapping {
  const mapping = [...matchHeadings(CUSTOMER_HEADINGS, headings, ADDRESS_SERIES)]
  // A lone mobile number is the phone.
  const second = mapping.indexOf('secondPhone')
  if (second >= 0 && !mapping.includes('phone')) mapping[second] = 'phone'
  const street = mapping.indexOf('street')
  const isAlone = street === mapping.lastIndexOf('street')
  const hasPlace = ['city', 'state', 'zip'].some(name => mapping.includes(name))
  if (street >= 0 && isAlone && !hasPlace && !mapping.includes('address')) mapping[street] = 'address'
  return mapping
}

const MAKES_OF_TWO_WORDS =
  /^(forest river|grand design|holiday rambler|thor motor coach|cruiser rv|alliance rv)\b/i

/** `2021 Jayco Jay Flight 264BH` in its parts; text without a year is a model. */
export function splitRig(rig: string): Pick<CustomerRow, 'year' | 'make' | 'model'> {
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

const wordsOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

const joinParts = (parts: readonly string[]): string => parts.filter(part => part !== '').join(', ')

/** An address in one line. Its lines may begin with the customer's name, and may have city, state and ZIP code themselves. */
function joinAddress(cell: CellReader<ColumnName>): string {
  const { firstName, lastName } = readName(cell)
  const names = [`${firstName} ${lastName}`, `${lastName} ${firstName}`, cell('fullName')].map(wordsOf)
  const [first = '', ...rest] = cell('street').split('\n')
  const isName = rest.length > 0 && names.includes(wordsOf(first))
  const street = joinParts(isName ? rest : [first, ...rest])
  const whole = cell('address')
  const lines = wordsOf(whole).includes(wordsOf(street)) ? whole : joinParts([whole, street])
  const region = `${cell('state')} ${cell('zip')}`.trim()
  const place = joinParts([cell('city'), region])
  return region !== '' && wordsOf(lines).includes(wordsOf(place)) ? lines : joinParts([lines, place])
}

/** A row of cells as a customer. */
function toCustomerRow(cells: readonly string[], mapping: ColumnMapping): SheetRow {
  const cell = cellReader<ColumnName>(cells, mapping)
  const rig = splitRig(cell('rig'))
  return {
    ...readName(cell),
    ...readContacts(cell),
    address: joinAddress(cell),
    vin: normalizeVin(cell('vin')),
    year: cell('year') || rig.year,
    make: cell('make') || rig.make,
    model: cell('model') || rig.model,
    axleAmount: readAxles(cell('axleAmount')),
  }
}

/** North American numbers are the same with and without their country code. */
const COMPARED_DIGITS = 10

/** What makes two rows the same customer with the same rig. People may share an email, so it is never enough. */
export function customerKey(
  row: Pick<CustomerRow, 'firstName' | 'lastName' | 'email' | 'phone' | 'vin'>,
): string {
  const { firstName, lastName, email, phone, vin } = row
  const name = wordsOf(`${firstName} ${lastName}`)
  const parts = [email.trim(), name, dialedDigits(phone).slice(-COMPARED_DIGITS), normalizeVin(vin)]
  return parts.join('|').toLowerCase()
}

/** Whether the rig goes on file for all companies: with a correct VIN, and all of it known. */
export const isSharedRig = ({
  vin,
  make,
  model,
  year,
}: Pick<CustomerRow, 'vin' | 'make' | 'model' | 'year'>): boolean =>
  isSharedVin(vin) && vinWarning(vin) === null && make !== '' && model !== '' && year !== ''

export const CUSTOMER_SHEET: SheetDefinition = {
  fields: FIELD_LABELS,
  columns: CUSTOMER_COLUMN_LABELS,
  required: { 'the name': ['firstName', 'lastName', 'fullName'] },
  joined: ['street'],
  dateColumn: null,
  guessColumns,
  toRow: toCustomerRow,
  completeRows: rows => rows,
  normalizeField: (_, typed) => typed,
  template: [
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
}
