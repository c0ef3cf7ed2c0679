// Which column of a list of past work is which. A row is one job; rows with the same invoice number are one visit.

import { MAX_ESTIMATE, toHundredths } from '#domain/lib/hours.ts'
import { type Cents, cents, NO_MONEY, sum, toDollars } from '#domain/lib/money.ts'
import { normalizeVin } from '#domain/rigs/vin.ts'
import { CUSTOMER_COLUMN_LABELS, CUSTOMER_HEADINGS, splitRig } from './customer-columns.ts'
import { readName } from './person-name.ts'
import {
  type ColumnMapping,
  cellReader,
  type DateOrder,
  matchHeadings,
  normalizeHeading,
  type SheetDefinition,
  type SheetRow,
} from './sheet-columns.ts'
import { readContacts } from './sheet-contacts.ts'
import { amountProblem, dayOfDate, hasTimeZone, readDate, readNumber, toAmount } from './sheet-values.ts'

const FIELD_LABELS = {
  date: 'Date',
  invoice: 'Invoice Number',
  vin: 'VIN',
  year: 'Year',
  make: 'Make',
  model: 'Model',
  firstName: 'First Name',
  lastName: 'Last Name',
  email: 'Email',
  phone: 'Phone',
  complaint: 'Complaint',
  cause: 'Cause',
  correction: 'Correction',
  hours: 'Labor Hours',
  parts: 'Parts',
  partsAmount: 'Parts Amount',
  total: 'Total',
  technician: 'Technician',
} as const

type WorkField = keyof typeof FIELD_LABELS
/** What a row has besides: its own part of the total, which is never stored. */
const LINE_AMOUNT = { lineAmount: 'Line Amount' } as const

/** A row as typed; empty where there is nothing. The date is as `readDate` writes it and amounts are dollars if they are readable. */
export type WorkRow = Readonly<Record<WorkField, string>>

const { firstName, lastName, fullName, suffix, email, phone, secondPhone, vin, year, make, model, rig } =
  CUSTOMER_HEADINGS

/** What the lines of an invoice are named by. */
const ITEM_HEADINGS = ['memodescription', 'productservice', 'productservicefullname', 'item']
/** Columns that continue each other. */
const SERIES = [[...ITEM_HEADINGS, 'description', 'memo']]
/** With these, an amount is a line's. */
const LINE_HEADINGS = [...ITEM_HEADINGS, 'salesprice', 'rate', 'qty', 'quantity']

const HEADINGS = {
  date: [
    ...['date', 'completed', 'completeddate', 'datecompleted', 'servicedate', 'dateofservice', 'invoicedate'],
    ...['transactiondate', 'rodate', 'closeddate', 'dateclosed', 'workdate', 'txndate'],
  ],
  invoice: [
    ...['invoicenumber', 'invoiceno', 'invoice', 'invoiceid', 'inv', 'invno', 'ronumber', 'rono', 'ro'],
    ...[
      'repairorder',
      'repairordernumber',
      'workorder',
      'workordernumber',
      'wo',
      'wonumber',
      'num',
      'no',
      'ticket',
    ],
    ...['ticketnumber'],
  ],
  ...{ vin, year, make, model, rig },
  ...{ firstName, lastName, fullName, suffix, email, phone, secondPhone },
  complaint: [
    ...['complaint', 'concern', 'problem', 'customercomplaint', 'customerconcern', 'issue', 'request'],
    ...['workrequested', 'jobdescription', 'description', 'job', 'service', 'memo'],
    ...ITEM_HEADINGS,
  ],
  cause: ['cause', 'diagnosis', 'finding', 'findings'],
  correction: ['correction', 'resolution', 'workperformed', 'workdone', 'repair', 'fix', 'solution'],
  hours: ['laborhours', 'hours', 'hrs', 'labortime', 'billedhours', 'actualhours', 'time', 'qtyhours'],
  parts: ['parts', 'partsused', 'partdescription', 'partsdescription', 'materials'],
  partsAmount: ['partsamount', 'partstotal', 'totalparts', 'partscost', 'partsprice', 'materialsamount'],
  total: [
    ...[
      'total',
      'invoicetotal',
      'totalamount',
      'grandtotal',
      'amount',
      'balance',
      'totalbalance',
      'totalprice',
    ],
    ...['amountdue', 'price'],
  ],
  lineAmount: ['lineamount', 'linetotal', 'extendedprice', 'extprice'],
  technician: ['technician', 'tech', 'technicianname', 'techname', 'mechanic', 'employee', 'performedby'],
} as const

type ColumnName = keyof typeof HEADINGS

function guessColumns(headings: readonly string[]): ColumnMapping {
  const mapping = matchHeadings(HEADINGS, headings, SERIES)
  const normalized = headings.map(normalizeHeading)
  const total = mapping.indexOf('total')
  const isLine = normalized[total] === 'amount' && normalized.some(heading => LINE_HEADINGS.includes(heading))
  return isLine && !mapping.includes('lineAmount') ? mapping.with(total, 'lineAmount') : mapping
}

/** The first date that is stored. */
const FIRST_DAY = '2000-01-01'
const DATE_HINT = 'Enter a date since 2000, such as 2024-03-04.'

/** Why work cannot have been done at a date as `readDate` writes it; null if it can. `today` is the company's date. */
export function workDayProblem(date: string, today: string): string | null {
  if (date === '') return 'Required.'
  if (!/^\d{4}-/.test(date) || readDate(date, 'month-first') !== date || date < FIRST_DAY) return DATE_HINT
  return dayOfDate(date) > today ? 'This date is in the future.' : null
}

/** Why text as a row has it is no number of hours; null if it is one, or empty. */
export function hoursProblem(typed: string): string | null {
  if (typed === '') return null
  if (!/^(\d+(\.\d+)?|\.\d+)$/.test(typed)) return 'Enter hours, such as 1.5.'
  return Number(typed) > MAX_ESTIMATE ? `Enter ${MAX_ESTIMATE} hours or less.` : null
}

/** Labor hours to the hundredth; 0 if there are none. */
export const toHours = (typed: string): number => toHundredths(Number(typed)) / 100

const NUMBERS = ['hours', 'partsAmount', 'total', 'lineAmount']

function normalizeField(field: string, typed: string, dates: DateOrder): string {
  if (field === 'date') return readDate(typed, dates) ?? typed.trim()
  if (field === 'vin') return normalizeVin(typed)
  return NUMBERS.includes(field) ? readNumber(typed) : typed.trim()
}

/** Why text as a row has it is no amount of a line, which may be taken off; null if it is one, or empty. */
export const lineAmountProblem = (typed: string): string | null => amountProblem(typed.replace(/^-/, ''))

function toLineAmount(typed: string): Cents {
  const amount = toAmount(typed.replace(/^-/, '')) ?? NO_MONEY
  return typed.startsWith('-') ? cents(-amount) : amount
}

/** Rows where the first of each visit without a total has the sum of its lines' amounts; none if that is no total. */
function withTotals(rows: readonly SheetRow[]): readonly SheetRow[] {
  const completed = [...rows]
  for (const indexes of groupVisits(rows as readonly WorkRow[])) {
    const lines = indexes.map(index => rows[index] ?? {})
    const amounts = lines.flatMap(({ lineAmount = '' }) => (lineAmount === '' ? [] : lineAmount))
    if (amounts.length === 0 || lines.some(({ total = '' }) => total !== '')) continue
    const readable = amounts.filter(amount => lineAmountProblem(amount) === null)
    const total = toDollars(sum(readable.map(toLineAmount))).toFixed(2)
    const [first = 0] = indexes
    if (amountProblem(total) === null) completed[first] = { ...rows[first], total }
  }
  return completed
}

function toWorkRow(cells: readonly string[], mapping: ColumnMapping, dates: DateOrder): SheetRow {
  const cell = cellReader<ColumnName>(cells, mapping)
  const rigInOne = splitRig(cell('rig'))
  const read = (field: ColumnName) => normalizeField(field, cell(field), dates)
  const { notes, ...contacts } = readContacts(cell)
  const isElsewhere = hasTimeZone(cell('date'))
  return {
    date: read('date'),
    invoice: cell('invoice'),
    vin: read('vin'),
    year: cell('year') || rigInOne.year,
    make: cell('make') || rigInOne.make,
    model: cell('model') || rigInOne.model,
    ...readName(cell),
    ...contacts,
    complaint: cell('complaint'),
    cause: cell('cause'),
    correction: cell('correction'),
    hours: read('hours'),
    parts: cell('parts').replaceAll('\n', ', '),
    partsAmount: read('partsAmount'),
    total: read('total'),
    lineAmount: read('lineAmount'),
    technician: cell('technician'),
    notes: [notes, isElsewhere ? 'The time of day is left out: it is in a time zone of its own.' : '']
      .filter(note => note !== '')
      .join(' '),
  }
}

export const WORK_SHEET: SheetDefinition = {
  fields: { ...FIELD_LABELS, ...LINE_AMOUNT },
  columns: {
    ...FIELD_LABELS,
    total: 'Total of the invoice',
    lineAmount: 'Line amount',
    fullName: 'Customer: full name',
    firstName: 'Customer: first name',
    lastName: 'Customer: last name',
    suffix: 'Customer: suffix, such as Jr.',
    email: 'Customer: email',
    phone: 'Customer: phone',
    secondPhone: 'Customer: second phone',
    rig: CUSTOMER_COLUMN_LABELS.rig,
  },
  required: {
    'the date': ['date'],
    'the VIN': ['vin'],
    'the complaint': ['complaint'],
    'the total': ['total', 'lineAmount'],
  },
  joined: ['complaint', 'cause', 'correction', 'parts'],
  dateColumn: 'date',
  guessColumns,
  toRow: toWorkRow,
  completeRows: withTotals,
  normalizeField,
  template: Object.values(FIELD_LABELS),
}

/** More jobs than one invoice has. */
export const MAX_VISIT_LINES = 50

/** Visits of one VIN that one company may import; its public history is everybody's. */
export const MAX_IMPORTED_VISITS = 300

/** The indexes of the rows of each visit: those with the same invoice number; a row without one is a visit of its own. */
export function groupVisits(rows: readonly Pick<WorkRow, 'invoice'>[]): number[][] {
  const groups = new Map<string, number[]>()
  for (const [index, { invoice }] of rows.entries()) {
    const key = invoice === '' ? `row ${index}` : `invoice ${invoice.trim().toLowerCase()}`
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [index])
    else group.push(index)
  }
  return [...groups.values()]
}

export type LineErrors = Readonly<Partial<Record<WorkField, string>>>

/** Why the lines of a visit do not go together, by line: one date, one VIN, and one total, repeated or written once. */
export function visitErrors(
  lines: readonly Pick<WorkRow, 'date' | 'vin' | 'total' | 'invoice'>[],
): LineErrors[] {
  const [first] = lines
  const day = dayOfDate(first?.date ?? '')
  const total = lines.find(line => line.total !== '')?.total
  return lines.map((line, index) => {
    const of = `invoice ${line.invoice}`
    return {
      ...(dayOfDate(line.date) !== day && { date: `The first row of ${of} has another date: ${day}.` }),
      ...(line.vin !== first?.vin && { vin: `The first row of ${of} has another VIN: ${first?.vin}.` }),
      ...(index >= MAX_VISIT_LINES && { invoice: `An invoice can have at most ${MAX_VISIT_LINES} rows.` }),
      ...(index === 0 && total === undefined && { total: 'Required.' }),
      ...(line.total !== '' &&
        total !== undefined &&
        isOtherAmount(line.total, total) && {
          total: `Another row of ${of} has the total ${total}. Repeat the invoice’s total, or leave it empty.`,
        }),
    }
  })
}

function isOtherAmount(one: string, other: string): boolean {
  const [a, b] = [one, other].map(text => (/^[\d.]+$/.test(text) ? toAmount(text) : text))
  return a !== b
}

/** What makes two visits the same: invoice number, date and VIN, or without a number what was done. */
export function visitKey(
  lines: readonly Pick<WorkRow, 'invoice' | 'date' | 'vin' | 'complaint' | 'total'>[],
): string {
  const [first] = lines
  const of = [first?.invoice.trim(), dayOfDate(first?.date ?? ''), first?.vin]
  const isNumbered = first !== undefined && first.invoice !== ''
  return [...of, ...(isNumbered ? [] : [first?.complaint.trim(), first?.total])].join('|').toLowerCase()
}

/** The first of a field's values in a visit that is not empty. */
export const firstOf = (lines: readonly WorkRow[], field: WorkField): string =>
  lines.find(line => line[field] !== '')?.[field] ?? ''
