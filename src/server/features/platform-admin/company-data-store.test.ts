import pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { ADDENDUM_ERASURE } from '#server/features/addenda/tables.ts'
import { COMPANY_ERASURE } from '#server/features/companies/tables.ts'
import { COMPONENT_ERASURE } from '#server/features/components/tables.ts'
import { FORGOTTEN } from '#server/features/customer-erasure/store.ts'
import { PHOTO_ERASURE } from '#server/features/photos/tables.ts'
import { JOB_ERASURE, TICKET_ERASURE } from '#server/features/tickets/tables.ts'
import { freshDatabase } from '../../../../test/support/test-app.ts'
import { EMPTIED_TABLES, RETAINED_TABLES } from './company-data-store.ts'

/** The columns of every table, without generated ones. */
let columns: readonly { readonly table: string; readonly name: string }[]
beforeAll(async () => {
  const client = new pg.Client(await freshDatabase())
  await client.connect()
  const { rows } = await client.query(
    `select table_name as table, column_name as name from information_schema.columns
      join information_schema.tables using (table_schema, table_name)
      where table_schema = 'public' and table_type = 'BASE TABLE' and is_generated = 'NEVER'`,
  )
  await client.end()
  columns = rows
})

/** The card of the public list is removed by itself; what was done to a rig stays with it. */
const HANDLED_OTHERWISE = ['directory', 'work_history']

const columnName = (name: string): string => name.replaceAll(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)

test.each<[string, { readonly retained: readonly string[]; readonly erased: object }]>([
  ['company', COMPANY_ERASURE],
  ['ticket', TICKET_ERASURE],
  ['job', JOB_ERASURE],
  ['photo', PHOTO_ERASURE],
  ['addendum', ADDENDUM_ERASURE],
  ['component_entry', COMPONENT_ERASURE],
  ...FORGOTTEN.map(erasure => [columnName(erasure.table), erasure] as never),
])(
  'every column of a retained %s is declared: what a deleted company or a forgotten customer leaves is no accident',
  (table, erasure) => {
    const own = columns.filter(column => column.table === table)
    const declared = [...erasure.retained, ...Object.keys(erasure.erased)].map(columnName)
    expect(declared.sort()).toEqual(own.map(({ name }) => name).sort())
  },
)

test('every table with rows of a company is emptied when the company is deleted, or it is known why not', async () => {
  const tables = columns.filter(({ name }) => name === 'company_id').map(({ table }) => table)
  const known = [...EMPTIED_TABLES, ...RETAINED_TABLES, ...HANDLED_OTHERWISE]
  expect(tables.filter(table => !known.includes(table))).toEqual([])
})

/** Of these tables the rows of a forgotten customer are deleted, or changed by their own code. */
const WITHOUT_FORGOTTEN = [
  ...[
    'customer',
    'company_customer',
    'imported_customer',
    'customer_exemption',
    'import_chunk',
    'email_outbox',
    'push_outbox',
  ],
  ...[
    'ticket_search',
    'owner_notice',
    'idempotency_key',
    'change_log',
    'imported_record',
    'auth_verification',
  ],
]
/** What a column is called that may say who a person is, or hold what they wrote. */
const PERSONAL = new RegExp(
  `(^|_)(names?|phone|email|address|latitude|longitude|campground|site_number|text|words|recipient|note|card|detail
  |content|document|reason|because|label|technician|reference|rows|response|reply_to|answer|agent|device|asked)$`.replaceAll(
    /\s/g,
    '',
  ),
)
/** Such columns that are of companies, of their people and what they wrote, of accounts, or of rigs and the work on them. */
const OF_OTHERS = `
  addendum: added_by_name text
  approval_request: asked_by_name note
  assignment: first_name last_name
  auth_passkey: name
  auth_session: ip_address user_agent
  auth_user: name email
  background_job: name
  billing_setting: foot_text
  bookkeeping_export: exported_by_name
  clock_correction: actor_name reason
  clock_session: technician
  closed_days: reason
  company: company_name company_phone company_address latitude longitude email verified_note suspended_because owner_name_asked
  company_export: requested_by_name
  company_preference: reply_to
  component_dispute: words
  component_entry: entered_by_name name
  day_close: note closed_by_name
  directory: company_name company_address company_phone latitude longitude
  employee: first_name last_name phone email is_technician
  first_name_only: first_name
  founder_email: email
  hand_over: technician label text reason settled_by_name
  import_run: file_name started_by_name
  invoice: issued_by_name document
  invoice_reminder: stopped_by_name
  job: answer labor_rate_name named_technician
  ledger_entry: reference note by_name
  migration: name
  owner_component_entry: name
  photo_piece: content
  platform_audit: actor_name detail
  retained_document: content
  rig_claim: end_reason
  rig_note: words
  service_bay: name
  shop_session: employee_name
  sign_in: name address device
  stock_movement: by_name note
  tax_rate: name
  ticket_helper: name
  ticket_hold: reason note set_by_name
  time_off: reason
  walkaround: recorded_by_name
  vendor: name phone email
  work_history: technician`

test('every column that may say who a customer is is known to forgetting', async () => {
  const known = [...FORGOTTEN.map(({ table }) => columnName(table)), ...WITHOUT_FORGOTTEN]
  const found = columns.filter(({ table, name }) => PERSONAL.test(name) && !known.includes(table))
  const declared = [...OF_OTHERS.matchAll(/(\w+): (.*)/g)].flatMap(([, table, names = '']) =>
    names.split(' ').map(name => `${table}.${name}`),
  )
  expect(found.map(({ table, name }) => `${table}.${name}`).sort()).toEqual(declared.sort())
})
