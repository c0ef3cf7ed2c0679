// Where every table's rows live once the database is spread over several machines, with the Citus
// extension: the same schema, the same queries. `npm run db:distribute` carries it out, and
// test/integration/citus holds the schema and the queries to it.

/**
 * A column: rows lie by its value, those of one company (or VIN) together. `everywhere`: a whole copy on
 * each machine, for what is small or joined by all. `coordinator`: only where everybody connects to.
 */
export type DistributionKey = 'company_id' | 'vin' | 'customer_uuid' | 'actor' | 'everywhere' | 'coordinator'

/** In an order in which whatever is referred to comes first. */
export const DISTRIBUTION: Readonly<Record<string, DistributionKey>> = {
  auth_user: 'everywhere',
  auth_session: 'everywhere',
  auth_credential: 'everywhere',
  auth_passkey: 'everywhere',
  auth_two_factor: 'everywhere',
  auth_used_code: 'everywhere',
  auth_verification: 'everywhere',
  account_company: 'everywhere',
  founder_email: 'everywhere',
  rig_claim: 'everywhere',
  rig_report: 'everywhere',
  directory: 'everywhere',
  directory_version: 'everywhere',

  company: 'company_id',
  company_version: 'company_id',
  change_log: 'company_id',
  employee: 'company_id',
  ticket: 'company_id',
  ticket_search: 'company_id',
  job: 'company_id',
  part: 'company_id',
  photo: 'company_id',
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

  rig: 'vin',
  work_history: 'vin',
  rig_note: 'vin',
  customer: 'customer_uuid',
  // By whom the key is, who may be a visitor.
  idempotency_key: 'actor',

  // Queues and counts that any server takes from, and rows that may be of no company.
  email_outbox: 'coordinator',
  push_outbox: 'coordinator',
  sign_in: 'coordinator',
  platform_audit: 'coordinator',
  rate_limit_counter: 'coordinator',
  auth_rate_limit: 'coordinator',
  migration: 'coordinator',
}

/** What a database in one piece has, and one in several cannot keep. */
export const DROPPED_CONSTRAINTS = [
  // Unique across companies. An employee's id is that of an account, which is unique by itself.
  'drop index if exists employee_account',
  'create index if not exists employee_by_account on employee (employee_id)',
  // Asks for a ticket, which lies elsewhere. The policy named_customer opens a record instead.
  'drop policy if exists known_customer on customer',
] as const

/** Roles as whom the machines call each other; on one machine nobody signs in as these. */
const CLUSTER_ROLES = ['rigwright_app', 'rigwright_definer', 'rigwright_backup']

const quote = (text: string): string => `'${text.replaceAll("'", "''")}'`

/** The first table of each kind of row; the others of its kind lie beside it. */
function distributeTable(table: string, key: DistributionKey): string | null {
  if (key === 'coordinator') return null
  if (key === 'everywhere') return `select create_reference_table(${quote(table)})`
  const first = Object.keys(DISTRIBUTION).find(name => DISTRIBUTION[name] === key)
  const colocated = first === table ? 'none' : first
  return `select create_distributed_table(${quote(table)}, ${quote(key)}, colocate_with => ${quote(colocated ?? 'none')})`
}

/**
 * The SQL statements that spread the migrated database of the login, in their order. `placed` are the
 * tables that lie where they belong already: a later version may have brought others.
 */
export function distributionStatements(distributed: ReadonlySet<string> = new Set()): string[] {
  const wanted = Object.entries(DISTRIBUTION).flatMap(([table, key]) =>
    distributed.has(table) ? [] : (distributeTable(table, key) ?? []),
  )
  return [
    // The company of a piece of work is set with SET LOCAL, and has to be known wherever its rows are.
    `do $$ begin execute format('alter database %I set citus.propagate_set_commands = ''local''', current_database()); end $$`,
    ...CLUSTER_ROLES.map(role => `alter role ${role} login`),
    ...DROPPED_CONSTRAINTS,
    ...wanted,
  ]
}
