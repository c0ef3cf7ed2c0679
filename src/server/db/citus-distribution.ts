// Where each table's rows are on a distributed database (Citus), with the same schema and queries. `npm run
// db:distribute` applies it, and test/integration/citus checks schema and queries against it.

/**
 * A column: rows are distributed by its value, so those of one company (or VIN) are together. `coordinator`: only where
 * clients connect.
 */
export type DistributionKey = 'company_id' | 'vin' | 'customer_uuid' | 'coordinator'

/** Referenced tables come first. */
export const DISTRIBUTION: Readonly<Record<string, DistributionKey>> = {
  company: 'company_id',
  company_version: 'company_id',
  company_preference: 'company_id',
  billing_setting: 'company_id',
  retained_document: 'company_id',
  tax_rate: 'company_id',
  customer_exemption: 'company_id',
  card_refund: 'company_id',
  day_close: 'company_id',
  bookkeeping_export: 'company_id',
  exported_entry: 'company_id',
  change_log: 'company_id',
  employee: 'company_id',
  ticket: 'company_id',
  invoice: 'company_id',
  invoice_reminder: 'company_id',
  ledger_entry: 'company_id',
  ticket_search: 'company_id',
  job: 'company_id',
  part: 'company_id',
  photo: 'company_id',
  addendum: 'company_id',
  photo_upload: 'company_id',
  photo_piece: 'company_id',
  bay_device: 'company_id',
  hand_over: 'company_id',
  booking: 'company_id',
  clock_session: 'company_id',
  clock_correction: 'company_id',
  assignment: 'company_id',
  planned_assignment: 'company_id',
  ticket_link: 'company_id',
  push_subscription: 'company_id',
  ticket_message: 'company_id',
  ticket_hold: 'company_id',
  approval_request: 'company_id',
  approval_line: 'company_id',
  review: 'company_id',
  owner_notice: 'company_id',
  idempotency_key: 'company_id',
  import_run: 'company_id',
  import_item: 'company_id',
  import_chunk: 'company_id',
  imported_customer: 'company_id',
  company_export: 'company_id',
  carried_record: 'company_id',
  own_rig: 'company_id',

  rig: 'vin',
  work_history: 'vin',
  rig_note: 'vin',
  customer: 'customer_uuid',

  // Accounts and what belongs to them, the public list, queues and counters: asked by every server before it knows the
  // company, so it must not depend on any other machine.
  auth_user: 'coordinator',
  auth_session: 'coordinator',
  auth_credential: 'coordinator',
  auth_passkey: 'coordinator',
  auth_two_factor: 'coordinator',
  auth_used_code: 'coordinator',
  auth_verification: 'coordinator',
  account_company: 'coordinator',
  deleted_account: 'coordinator',
  founder_email: 'coordinator',
  rig_claim: 'coordinator',
  rig_report: 'coordinator',
  directory: 'coordinator',
  directory_version: 'coordinator',
  email_outbox: 'coordinator',
  push_outbox: 'coordinator',
  background_job: 'coordinator',
  sign_in: 'coordinator',
  platform_audit: 'coordinator',
  rate_limit_counter: 'coordinator',
  auth_rate_limit: 'coordinator',
  migration: 'coordinator',
}

/** How the database is set on a cluster: the company of a unit of work, set with SET LOCAL, is needed everywhere. */
export const DATABASE_SETTINGS = [
  `do $$ begin execute format('alter database %I set citus.propagate_set_commands = ''local''', current_database()); end $$`,
] as const

/** Roles under which the machines call each other; on one machine nobody logs in as these. */
const CLUSTER_ROLES = ['rigwright_app', 'rigwright_definer', 'rigwright_backup', 'rigwright_eraser']

const quote = (text: string): string => `'${text.replaceAll("'", "''")}'`

/** The tables whose rows are on the workers. */
export const DISTRIBUTED_TABLES = Object.keys(DISTRIBUTION).filter(
  table => DISTRIBUTION[table] !== 'coordinator',
)

/** The names of the tables that a cluster has distributed so far. */
export const DISTRIBUTED_SO_FAR =
  'select c.relname as name from pg_dist_partition t join pg_class c on c.oid = t.logicalrelid'

export type DistributionStep = {
  readonly label: string
  /** The table that it distributes, if any. */
  readonly table: string | null
  readonly statements: readonly string[]
}

/** Each table lies beside the first of its key. */
function distributeTable(table: string): string {
  const key = DISTRIBUTION[table] ?? ''
  const first = DISTRIBUTED_TABLES.find(name => DISTRIBUTION[name] === key) ?? table
  const colocated = first === table ? 'none' : first
  return `select create_distributed_table(${quote(table)}, ${quote(key)}, colocate_with => ${quote(colocated)})`
}

/**
 * What distributes the migrated database, in order. Tables in `distributed` are already; a later version may add
 * others.
 */
export function distributionSteps(distributed: ReadonlySet<string> = new Set()): DistributionStep[] {
  const wanted = DISTRIBUTED_TABLES.filter(table => !distributed.has(table))
  return [
    {
      label: 'settings and roles',
      table: null,
      statements: [...DATABASE_SETTINGS, ...CLUSTER_ROLES.map(role => `alter role ${role} login`)],
    },
    ...wanted.map(table => ({
      label: `${table} by ${DISTRIBUTION[table]}`,
      table,
      statements: [distributeTable(table)],
    })),
    {
      label: 'copies that stayed on the coordinator',
      table: null,
      // At the end: before, tables that are not distributed yet refer to them.
      statements: DISTRIBUTED_TABLES.toReversed().map(
        table => `select truncate_local_data_after_distributing_table(${quote(table)})`,
      ),
    },
  ]
}
