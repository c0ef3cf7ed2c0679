// The text fields of a procedure's input, read from its schema, and an input that fills all of them.

import type * as z from 'zod'

type Any = z.core.$ZodType
type Path = readonly (string | number)[]

const WRAPPERS = new Set(['optional', 'nullable', 'default', 'prefault'])

const inner = (schema: Any): Any => {
  const { def } = (schema as z.core.$ZodTypes)._zod
  if (WRAPPERS.has(def.type)) return inner((def as z.core.$ZodOptionalDef).innerType)
  if (def.type === 'pipe') return inner(def.in._zod.def.type === 'transform' ? def.out : def.in)
  return schema
}

/** `uuid`, `date` and so on; empty for plain text. */
export function formatOf(schema: Any): string {
  const { def } = (inner(schema) as z.core.$ZodTypes)._zod
  return 'format' in def && typeof def.format === 'string' ? def.format : ''
}

const SAMPLES: Readonly<Record<string, unknown>> = {
  email: 'someone@mail.example',
  // With an email.
  noEmail: false,
  phone: '(574) 555-0100',
  companyPhone: '(574) 555-0100',
  otherPhones: ['(574) 555-0100'],
  otherEmails: ['other@mail.example'],
  password: 'campfire-and-coffee',
  ticketId: 412_873,
  year: '2021',
  sinceYear: 2014,
  hours: '1.5',
  partsAmount: '42.10',
  total: '301.25',
  vin: '1UJBJ0BN8M17X0042',
  code: '7KQ2M-XW4PB',
  to: '/my',
  hoursOfOperation: [9, 17],
  closes: 17,
  // Either an amount or a percentage.
  late: { afterDays: 15, amount: 25, percentage: null, every: 'once' },
  // Only where cards are connected.
  bookingPayment: null,
  time: '09:30',
  from: '2025-09-01',
  until: '2025-09-30',
  replyTo: 'desk@mail.example',
  timeZone: 'America/Chicago',
  strokes: [
    [
      [1, 1],
      [2, 3],
    ],
  ],
}

const FORMATS: Readonly<Record<string, string>> = {
  uuid: '6f6f0f4e-5b1e-4c64-9a0c-0a2d9a1b2c3d',
  date: '2025-12-01',
  datetime: '2025-11-20T10:00:00Z',
}

/** An input with every field, including optional ones. */
export function fullInput(schema: Any, name = ''): unknown {
  const { def } = (inner(schema) as z.core.$ZodTypes)._zod
  const formatted = FORMATS[formatOf(schema)]
  if (formatted !== undefined && name !== 'from' && name !== 'until') return formatted
  if (name in SAMPLES) return SAMPLES[name]
  switch (def.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(def.shape).map(([field, value]) => [field, fullInput(value, field)]),
      )
    case 'array':
      return [fullInput(def.element, name)]
    case 'tuple':
      return [1, 5]
    case 'union':
      return FORMATS.datetime
    case 'enum':
      return Object.values(def.entries)[0]
    case 'boolean':
      return true
    case 'number':
      return 1
    case 'string':
      return 'Some words'
    default:
      throw new Error(`no sample yet for a schema of ${def.type}`)
  }
}

/** The paths of text fields: `['jobs', 0, 'problem']`. */
export function textFields(schema: Any, path: Path = []): Path[] {
  const { def } = (inner(schema) as z.core.$ZodTypes)._zod
  if (def.type === 'object')
    return Object.entries(def.shape).flatMap(([field, value]) => textFields(value, [...path, field]))
  if (def.type === 'array') return textFields(def.element, [...path, 0])
  return def.type === 'string' ? [path] : []
}

/** The input with `text` in that field. */
export function withText(input: unknown, [step, ...rest]: Path, text: string): unknown {
  if (step === undefined) return text
  const copy: Record<string | number, unknown> = Array.isArray(input)
    ? (Array.from(input) as unknown as Record<number, unknown>)
    : { ...(input as Record<string, unknown>) }
  copy[step] = withText(copy[step], rest, text)
  return copy
}
