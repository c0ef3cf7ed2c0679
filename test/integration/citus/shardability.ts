// Which parts of the schema and of queries would not work on a distributed database, by `DISTRIBUTION` in db/schema.ts.

import { parsePlPgSQL } from 'libpg-query'
import pg from 'pg'
import { DISTRIBUTION, type DistributionKey } from '#server/db/schema.ts'
import type { TestApp } from '../../support/test-app.ts'
import { type Body, type Schema, schemaIn } from './database-schema.ts'
import { statementsIn } from './sql-statement.ts'

/** Queries that reach more than one machine on purpose, and why. */
const CROSS_SHARD_QUERIES: readonly (readonly [RegExp, string])[] = [
  [/^company_versions looks/, 'of the companies that a page here follows, each on its machine'],
  [/^delete_expired_idempotency_keys looks/, 'once an hour, on all machines at once'],
  [/^delete_(abandoned_photo_uploads|silent_devices) looks/, 'the same'],
  [
    /^due_company_exports looks/,
    'once a second over all companies, by indexes of the few that run or expire',
  ],
  [/^running_imports looks/, 'once a second over all companies, by an index of the few that run'],
  [
    /^delete_customer_records looks for rows of customer/,
    'when a customer is erased, which is rare: the records made of their tickets',
  ],
  [
    /^unshared_(rigs|customers) looks for rows of (ticket|booking)/,
    'when an import is undone or a customer erased: which other company has it, on each machine',
  ],
  [
    /^tickets_of_owners looks for rows of rig_note/,
    'when imported work is undone: notes are with their rigs',
  ],
  [/^delete_imported_history (looks|puts)/, 'likewise: entries are with their rigs'],
  [
    /^(correct_vin|replace_rig|replace_mistyped_rig) looks for rows of (ticket|booking)/,
    'when a VIN is corrected: which company still needs the rig of the wrong one, on each machine',
  ],
  [
    /^entries_of_components looks/,
    'the RVs that a company has with a component of one model, each on its machine',
  ],
  [
    /^components_of_model looks/,
    'the components of one model that a company entered, by an index on each machine',
  ],
  [/^due_plans looks/, 'a round over all companies; both tables of one company lie together'],
  [
    /^(?:due_invoice_reminders|remove_old_payers) looks/,
    'a round over all companies; the tables of one company lie together',
  ],
  [/^retain_documents looks for rows of retained_document/, 'the rows that it adds name their company'],
  [
    /^delete_ended_push_subscriptions looks/,
    'now and then on all machines at once; both tables of one company lie together',
  ],
  [/^(unconfirmed_bookings|companies_due_to_close) looks/, 'once an hour, on all machines at once'],
  [/^unreminded_appointments looks/, 'the same; all its tables of one company lie together'],
  [/^open_card_checks looks/, 'the same; both tables of one company lie together'],
  [/^unread_messages looks/, 'the same; both tables of one company lie together'],
  [/^moved_promises looks/, 'the same; both tables of one company lie together'],
  [/^on_time_to_recalculate looks/, 'the same; all its tables of one company lie together'],
  [/^waiting_customers looks/, 'the same; all its tables of one company lie together'],
  [/^due_review_requests looks/, 'the same; both tables of one company lie together'],
  [/^due_end_of_day_emails looks/, 'the same; all its tables of one company lie together'],
  [/^due_notices looks/, 'the same; accounts are on the coordinator'],
  [
    /^badges_to_recalculate looks/,
    'now and then over all companies; both tables of one company lie together',
  ],
  [/^ratings_to_recalculate looks/, 'the same'],
  [
    /^own_tickets looks/,
    'an RV owner’s own, of any company that has served them; by an index on each machine',
  ],
  [/^companies_by_email looks/, 'what a founder types, of all companies on all machines'],
  [/^company_statuses looks/, 'of a page of companies that a founder reads, each on its machine'],
  [
    /^(rig_record|rig_first_names|rig_qualifications|work_history_page) looks for rows of (company|photo|job|addendum|first_name_only|qualification|clock_session|assignment)/,
    'of the companies that served one rig, each on its machine',
  ],
  [/^founder_disputes looks/, 'a page for those who run the platform, of all rigs'],
  [/(rig|work_history) on every machine: select "r"."vin"/, 'the rigs of one holder, each on its machine'],
  [/^find_(tickets|customers) is put together/, 'each of its tables is held to $1, the company at work'],
  [/^declare_\w+ is put together/, 'by migrations alone: it declares a table or functions'],
  [
    /rig on every machine: select "vin", "make", "model", "year" from "rig" where vin = any/,
    'the rigs that a spreadsheet of past work names, each on its machine',
  ],
  [
    /work_history on every machine:\s+select vin, count\(\*\)::integer as visits/,
    'the visits of the VINs that a spreadsheet of past work names, each on its machine',
  ],
  [
    /^looks for rows of component_entry on every machine: select "vin"/,
    'a serial number typed for another of its RVs, on each machine',
  ],
  [
    /^looks for rows of component_entry on every machine:\s+select company_id, ticket_id as ticket_id/,
    'the photos of plates of a company that is exported or deleted, on each machine',
  ],
  [/rig on every machine: select .* where vin ~>=~ \$1 and vin ~<~ \$2/, 'VINs that begin as it was typed'],
]

/** Problems without an explanation. */
export const unexplainedProblems = (problems: Iterable<string>): string[] =>
  [...new Set(problems)].filter(error => !CROSS_SHARD_QUERIES.some(([form]) => form.test(error)))

export const distributionKeyOf = (table: string): DistributionKey => DISTRIBUTION[table] ?? 'coordinator'
export const isColumn = (place: DistributionKey): boolean => place !== 'coordinator'

/** Problems without an explanation, in any of these texts. */
export async function unexplainedProblemsIn(
  { problemsOf }: ShardabilityChecker,
  texts: Iterable<string>,
): Promise<string[]> {
  const problems: string[] = []
  for (const text of texts) for (const error of await problemsOf(text)) problems.push(`${error}: ${text}`)
  return unexplainedProblems(problems)
}

export type ShardabilityChecker = {
  readonly schema: Schema
  /** The statements in database functions; null for dynamic SQL. */
  readonly bodies: readonly { readonly name: string; readonly statement: string | null }[]
  /** The problems of a statement: a table searched on all machines, or two that are not colocated. */
  readonly problemsOf: (text: string) => Promise<string[]>
}

/** Drops in this database what distribution drops. Returns the remaining functions. */
async function storedBodies(connection: pg.ClientConfig): Promise<Schema> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    return await schemaIn(client)
  } finally {
    await client.end()
  }
}

/** Drops in this database what distribution drops, and checks the rest. */
export async function createShardabilityChecker({
  connection,
}: Pick<TestApp, 'connection'>): Promise<ShardabilityChecker> {
  const schema = await storedBodies(connection)
  const bodies: { name: string; statement: string | null }[] = []
  for (const body of schema.functions)
    for (const statement of await statementsOf(body)) bodies.push({ name: body.name, statement })
  // Functions with queries of their own, which only the coordinator can run.
  const asking = new Set<string>()
  for (const { name, statement } of bodies)
    if (statement === null || (await reachesRows(statement, schema))) asking.add(name)
  return { schema, bodies, problemsOf: text => problemsIn(text, schema, asking) }
}

const reachesRows = async (text: string, { columns }: Schema): Promise<boolean> =>
  (await statementsIn(text, columns)).some(({ reached }) => reached.length > 0)

async function problemsIn(text: string, schema: Schema, asking: ReadonlySet<string>): Promise<string[]> {
  const statements = await statementsIn(text, schema.columns)
  return statements.flatMap(({ reached, calls }) => {
    const spread = reached.filter(({ table }) => isColumn(distributionKeyOf(table)))
    const loose = spread.filter(({ table, isPinned }) => !isPinned(distributionKeyOf(table)))
    const groups = new Set([
      ...spread.map(({ table }) => distributionKeyOf(table)),
      ...reached
        .filter(({ table, isChanged }) => isChanged && !isColumn(distributionKeyOf(table)))
        .map(({ table }) => distributionKeyOf(table)),
    ])
    const within = reached.some(({ table }) => distributionKeyOf(table) !== 'coordinator')
    return [
      ...calls.filter(name => within && asking.has(name)).map(name => `asks ${name} from where rows lie`),
      ...loose.map(({ table }) => `looks for rows of ${table} on every machine`),
      ...(groups.size > 1 ? [`puts together what lies by ${[...groups].sort().join(' and ')}`] : []),
    ]
  })
}

/** The SQL in a function; null for dynamic SQL. */
async function statementsOf({ language, definition, text }: Body): Promise<(string | null)[]> {
  if (language === 'sql') return [text]
  const found: (string | null)[] = []
  const look = (value: unknown): void => {
    if (Array.isArray(value)) for (const each of value) look(each)
    if (Array.isArray(value) || typeof value !== 'object' || value === null) return
    for (const [key, inner] of Object.entries(value)) {
      if (key === 'PLpgSQL_stmt_dynexecute') found.push(null)
      else if (key === 'PLpgSQL_expr') {
        const { query } = inner as { query: string }
        found.push(
          /^\s*(select|insert|update|delete|with)\b/i.test(query)
            ? query
            : `select ${query.replace(/^[^(]*?:=/, '')}`,
        )
      } else look(inner)
    }
  }
  look(await parsePlPgSQL(definition))
  return found
}
