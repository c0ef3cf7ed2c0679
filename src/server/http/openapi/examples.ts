// Examples for the OpenAPI document, made from its schemas: a value for each field, by its name or its type.

/** What the converter writes, as far as examples read it. */
export type JsonSchema = {
  readonly $ref?: string
  readonly description?: string
  readonly type?: string | readonly string[]
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly default?: unknown
  readonly format?: string
  readonly minimum?: number
  readonly exclusiveMinimum?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly items?: JsonSchema
  readonly prefixItems?: readonly JsonSchema[]
  readonly additionalProperties?: JsonSchema | boolean
  readonly anyOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
}

const BY_NAME: Readonly<Record<string, unknown>> = {
  companyName: 'Bluebonnet RV',
  companyPhone: '(574) 555-0142',
  companyAddress: '2410 Cassopolis Street, Elkhart, IN 46514',
  firstName: 'June',
  lastName: 'Calloway',
  name: 'June Calloway',
  technician: 'Rosa Díaz',
  customer: 'Calloway, June',
  email: 'june@mail.example',
  noEmail: false,
  otherEmails: ['calloway@mail.example'],
  otherPhones: ['(574) 555-0100 ext. 12'],
  replyTo: 'desk@bluebonnet.example',
  phone: '(574) 555-0100',
  address: '118 Cattail Lane, Goshen, IN 46526',
  latitude: 41.7248,
  longitude: -85.9766,
  licenseNumber: 'IN-4471-902',
  password: 'campfire-and-coffee',
  currentPassword: 'campfire-and-coffee',
  newPassword: 'gravel-and-pine-7',
  code: '7KQ2M-XW4PB',
  timeZone: 'America/Indiana/Indianapolis',
  vin: '1UJBJ0BN8M17X0042',
  newVin: '1UJBJ0BN8M17X0042',
  make: 'Jayco',
  model: 'Jay Flight 264BH',
  year: '2021',
  time: '09:30',
  problem: 'Roof leak above the bunk',
  cause: 'Cracked sealant at the vent',
  correction: 'Cleaned and resealed the vent',
  description: 'Dicor lap sealant',
  ticketId: 412_873,
  jobNumber: 1,
  jobNumbers: [1],
  quantity: 2,
  perPartAmount: 18.5,
  laborRate: 145,
  hours: '1.5',
  partsAmount: '37.00',
  total: '254.50',
  estimatedTime: 1.25,
  suggestedTime: 1.5,
  requestId: '0c0f8a52-7f6e-4a5e-9b39-5d1a0f3f7b11',
  fields: { 'customerDetails.email': 'Enter a valid email address.' },
  obstacles: [{ code: 'clock.running', message: 'Rosa Díaz is clocked in on job line 1.' }],
  daysOfOperation: [1, 5],
  hoursOfOperation: [8, 18],
  opens: 9,
  closes: 12,
  to: '/my',
  path: '/follow/3Zt8vQ',
  followPath: '/follow/3Zt8vQ',
  next: '2026-05-04T14:00:00.000Z 412873',
  rig: '2021 Jayco Jay Flight 264BH',
  imageURL: '/api/images/company_images/6f6f0f4e-5b1e-4c64-9a0c-0a2d9a1b2c3d?v=0c0f8a52',
  profileImageUrl: '/api/images/tickets/412873/customer-image?v=0c0f8a52',
  rvImage: '/api/images/tickets/412873/rig-image?v=0c0f8a52',
  small: '/api/images/tickets/412873/photos/6f6f0f4e-5b1e-4c64-9a0c-0a2d9a1b2c3d?size=small',
  large: '/api/images/tickets/412873/photos/6f6f0f4e-5b1e-4c64-9a0c-0a2d9a1b2c3d?size=large',
  from: '2026-05-04',
  until: '2026-06-05',
  date: '2026-05-04',
  today: '2026-05-04',
  by: 'Robin Hale',
  askedBy: 'Robin Hale',
  answeredBy: 'Robin Hale',
  authorName: 'Robin Hale',
  typedName: 'June Calloway',
  signerName: 'June Calloway',
  jobLines: '1. Roof leak above the bunk',
  late: { afterDays: 15, amount: null, percentage: 5, every: 'once' },
  strokes: [
    [
      [40, 120],
      [180, 60],
      [420, 150],
    ],
  ],
  employee: 'Rosa Díaz',
  words: 'Fixed the same day.',
  text: 'The part is here.',
  note: 'The seal is cracked all around the vent.',
  reason: 'Left for the day without clocking out.',
  because: 'It names a neighbor.',
  declineReason: 'We are booked until June.',
  suspendedBecause: 'Unpaid invoices.',
  label: '1. Roof leak above the bunk',
  job: '1. Roof leak above the bunk',
  part: 'Dicor lap sealant',
  campground: 'Elkhart Campground',
  siteNumber: '42',
  site: 'Elkhart Campground, site 42',
  digits: '0100',
  token: '3Zt8vQw1nY5rB7kD2mXf9sLc4hJt6gPa',
  device: 'Chrome on Android',
  version: '42',
  manufacturer: 'Jayco, Inc.',
  series: 'Jay Flight',
  sentence: 'Robin Hale created the ticket',
  verb: 'create',
}

const BY_FORMAT: Readonly<Record<string, string>> = {
  uuid: '6f6f0f4e-5b1e-4c64-9a0c-0a2d9a1b2c3d',
  email: 'june@mail.example',
  date: '2026-05-04',
  'date-time': '2026-05-04T14:00:00.000Z',
}

/** The schemas that references point to, by name. */
type SharedSchemas = Readonly<Record<string, JsonSchema>>

const REFERENCE = '#/components/schemas/'

function fitsType(schema: JsonSchema, value: unknown): boolean {
  const { type, anyOf, const: only, enum: options, items } = schema
  if (only !== undefined) return only === value
  if (options !== undefined) return options.includes(value)
  if (anyOf !== undefined) return anyOf.some(option => fitsType(option, value))
  if (Array.isArray(value) && items !== undefined && !value.every(item => fitsType(items, item))) return false
  const actual = Array.isArray(value) ? 'array' : typeof value
  return [type].flat().some(name => name === actual || (name === 'integer' && Number.isInteger(value)))
}

function numberFor({ minimum, exclusiveMinimum }: JsonSchema): number {
  if (minimum !== undefined && minimum > 0) return minimum
  return exclusiveMinimum === undefined ? 1 : exclusiveMinimum + 1
}

/**
 * A valid value for a schema; `name` is its field. Of an object that requires fields only those are given: the others
 * are for rarer cases.
 */
export function exampleOf(schema: JsonSchema, shared: SharedSchemas, name = ''): unknown {
  const { $ref, type, properties, anyOf, oneOf, items, prefixItems, format = '' } = schema
  if ($ref !== undefined) return exampleOf(shared[$ref.slice(REFERENCE.length)] ?? {}, shared, name)
  if (schema.const !== undefined) return schema.const
  if (schema.enum !== undefined) return schema.enum[0]
  // A name is known for its words; a time goes by its format.
  const known = format.startsWith('date') ? undefined : BY_NAME[name]
  if (known !== undefined && fitsType(schema, known)) return known
  const [choice] = anyOf ?? oneOf ?? []
  if (choice !== undefined) return exampleOf(choice, shared, name)
  if (properties !== undefined) {
    const { required = [] } = schema
    const fields = required.length > 0 ? required : Object.keys(properties)
    return Object.fromEntries(fields.map(field => [field, exampleOf(properties[field] ?? {}, shared, field)]))
  }
  if (prefixItems !== undefined) return prefixItems.map(item => exampleOf(item, shared, name))
  if (type === 'array') return items === undefined ? [] : [exampleOf(items, shared, name)]
  if (type === 'object') return {}
  if (type === 'boolean') return true
  if (type === 'number' || type === 'integer') return numberFor(schema)
  if (type === 'null') return null
  return BY_FORMAT[format] ?? 'text'.slice(0, schema.maxLength)
}
