// The database's contents, as a hash per table and company, or per row for tables without a company. Compared before
// and after a call, it shows whose rows were changed.

import type pg from 'pg'

/** Rows of logging in and of rate limits belong to the caller, those of background jobs to the server. */
const AUDIT_TABLES = ['auth_session', 'auth_rate_limit', 'background_job']

/** The mail worker updates it at any time, and erases texts after delivery. */
const OUTBOX_ROW = `to_jsonb(t)
  - array['attempts', 'next_attempt_at', 'sent_at', 'last_error', 'text', 'html', 'attachment']`

/** `table company` or `table row`, to a hash. */
export type RowHashes = ReadonlyMap<string, string>

type TableInfo = { readonly name: string; readonly ours: boolean }

async function tablesOf(client: pg.Client): Promise<TableInfo[]> {
  const { rows } = await client.query<TableInfo>(`
    select c.relname as name,
           exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'company_id') as ours
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') order by 1`)
  return rows.filter(({ name }) => !AUDIT_TABLES.includes(name))
}

const hashesOf = ({ name, ours }: TableInfo): string => {
  const row = name === 'email_outbox' ? OUTBOX_ROW : 't'
  return ours
    ? `select '${name} ' || coalesce(company_id::text, 'nobody') as place,
              sum(hashtextextended((${row})::text, 0))::text as hash
       from ${name} t group by 1`
    : `select '${name} ' || md5(t::text) as place, '' as hash from ${name} t`
}

/** Everything, without row-level security. */
export async function rowsIn(client: pg.Client): Promise<RowHashes> {
  const tables = await tablesOf(client)
  const { rows } = await client.query<{ place: string; hash: string }>(
    tables.map(hashesOf).join(' union all '),
  )
  return new Map(rows.map(({ place, hash }) => [place, hash]))
}

/** The public list counts its changes, by anyone. */
const COUNTER = 'directory_version'

/** Shared tables: rows may be added, none changed or deleted. Company tables: only `mine` may differ. */
export function changedRowsOfOthers(before: RowHashes, after: RowHashes, mine: string | null): string[] {
  const isMine = (place: string): boolean => mine !== null && place.endsWith(` ${mine}`)
  return [...before]
    .filter(([place, hash]) => after.get(place) !== hash && !isMine(place) && !place.startsWith(COUNTER))
    .map(([place]) => place)
}

/** Everything that differs, including added rows. */
export const changedRows = (before: RowHashes, after: RowHashes): string[] =>
  [...new Set([...before.keys(), ...after.keys()])].filter(place => before.get(place) !== after.get(place))
