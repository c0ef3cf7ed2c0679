// The schema of a migrated database: as SQL to read, and as types for Kysely.

import { readFileSync } from 'node:fs'
import type pg from 'pg'

type Column = {
  readonly name: string
  readonly type: string
  readonly nullable: boolean
  readonly value: string | null
  readonly generated: boolean
  readonly comment: string | null
}

type Table = {
  readonly name: string
  readonly comment: string | null
  readonly isUnlogged: boolean
  readonly isRestricted: boolean
  readonly columns: readonly Column[]
  /** Of the table, by kind: primary key, unique, foreign keys, checks. */
  readonly constraints: readonly string[]
  readonly indexes: readonly string[]
  readonly policies: readonly { readonly name: string; readonly text: string }[]
  readonly triggers: readonly string[]
  /** The first column of the primary key, if all unique keys have it. */
  readonly key: string | null
  /** The tables that it refers to. */
  readonly references: readonly string[]
  /** By role: what it may do. */
  readonly grants: readonly string[]
}

const NOT_OF_AN_EXTENSION = (oid: string): string =>
  `not exists (select from pg_depend d where d.objid = ${oid} and d.deptype = 'e')`

const TABLES_SQL = `
  select c.relname as name, obj_description(c.oid, 'pg_class') as comment, c.relpersistence = 'u' as "isUnlogged",
    c.relrowsecurity as "isRestricted",
    (select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod),
              'nullable', not a.attnotnull, 'value', pg_get_expr(d.adbin, d.adrelid), 'generated', a.attgenerated <> '',
              'comment', col_description(c.oid, a.attnum)) order by a.attnum)
     from pg_attribute a left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
     where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
    array(select pg_get_constraintdef(k.oid) from pg_constraint k where k.conrelid = c.oid and k.contype <> 'n'
          order by array_position('{p,u,x,f,c}'::text[], k.contype::text), k.conname) as constraints,
    array(select pg_get_indexdef(i.indexrelid) from pg_index i
          where i.indrelid = c.oid and not exists (select from pg_constraint k where k.conindid = i.indexrelid)
          order by 1) as indexes,
    array(select json_build_object('name', p.policyname, 'text', concat_ws(' ',
              'for ' || nullif(lower(p.cmd), 'all'), 'to ' || array_to_string(p.roles, ', '),
              'using (' || p.qual || ')', 'with check (' || p.with_check || ')'))
          from pg_policies p where p.schemaname = 'public' and p.tablename = c.relname order by p.policyname) as policies,
    array(select pg_get_triggerdef(t.oid) from pg_trigger t where t.tgrelid = c.oid and not t.tgisinternal
          order by t.tgname) as triggers,
    (select a.attname from pg_index p join pg_attribute a on a.attrelid = c.oid and a.attnum = p.indkey[0]
     where p.indrelid = c.oid and p.indisprimary and not exists (
       select from pg_index u where u.indrelid = c.oid and u.indisunique and a.attnum <> all(u.indkey::int2[]))) as key,
    array(select r.relname::text from pg_constraint k join pg_class r on r.oid = k.confrelid
          where k.conrelid = c.oid and k.contype = 'f' and r.oid <> c.oid order by 1) as references,
    array(select right_of || ' to ' || role from (
            select role, string_agg(right_of, ', ' order by right_of) as right_of from (
              select x.grantee::regrole::text as role, lower(x.privilege_type) as right_of
              from aclexplode(c.relacl) x where x.grantee <> c.relowner
              union
              select x.grantee::regrole::text, lower(x.privilege_type) || ' (' || string_agg(a.attname, ', ' order by a.attnum) || ')'
              from pg_attribute a, aclexplode(a.attacl) x where a.attrelid = c.oid group by 1, x.privilege_type
            ) as one group by role) as roles
          where role <> 'rigwright_backup' order by role) as grants
  from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and ${NOT_OF_AN_EXTENSION('c.oid')}
  order by c.relname`

const FUNCTIONS_SQL = `
  select p.proname || '(' || pg_get_function_arguments(p.oid) || ')' as call, pg_get_function_result(p.oid) as result,
    p.prosecdef as "isDefiner",
    array(select x.grantee::regrole::text from aclexplode(p.proacl) x where x.grantee not in (p.proowner, 0) order by 1) as granted
  from pg_proc p
  where p.pronamespace = 'public'::regnamespace and ${NOT_OF_AN_EXTENSION('p.oid')}
  order by p.proname, 1`

const tablesIn = async (client: pg.Client): Promise<readonly Table[]> =>
  (await client.query<Table>(TABLES_SQL)).rows

/** As one writes it: keywords in lower case, and without casts of literals to text, schemas and double brackets. */
function plain(text: string): string {
  const short = text
    .replaceAll(/'::(?:text|character varying)/g, "'")
    .replaceAll(/\bpublic\.|USING btree /g, '')
    .replaceAll(/= ANY \(ARRAY\[([^\]]*)\]\)/g, 'IN ($1)')
    .replaceAll('timestamp with time zone', 'timestamptz')
    .replaceAll(/\b[A-Z]{2,}\b(?=(?:[^']*'[^']*')*[^']*$)/g, word => word.toLowerCase())
  const inner = short.replaceAll(/\((\((?:[^()]|\([^()]*\))*\))\)/g, '$1')
  return inner === text ? text : plain(inner)
}

function describeTable(table: Table): string {
  const columns = table.columns.map(({ name, type, nullable, value, generated, comment }) => {
    const given =
      value === null
        ? ''
        : generated
          ? ` generated always as (${value.length > 400 ? '…' : plain(value.replaceAll(/\s+/g, ' ').trim())}) stored`
          : ` default ${plain(value)}`
    return { text: `${name} ${plain(type)}${nullable ? '' : ' not null'}${given}`, comment }
  })
  const lines = [...columns, ...table.constraints.map(text => ({ text: plain(text), comment: null }))]
  const own = table.policies.some(({ name, text }) => name === 'own_company' && !text.startsWith('for'))
  return [
    ...(table.comment === null ? [] : [`-- ${table.comment}`]),
    `create ${table.isUnlogged ? 'unlogged ' : ''}table ${table.name} (`,
    ...lines.map(
      ({ text, comment }, index) =>
        `  ${text}${index === lines.length - 1 ? '' : ','}${comment === null ? '' : `  -- ${comment}`}`,
    ),
    ');',
    ...table.indexes.map(text => `${plain(text)};`),
    ...table.triggers.map(text => `${plain(text)};`),
    `-- ${[own ? 'the own company’s rows' : table.isRestricted ? 'row-level security' : 'all rows', ...table.grants].join('; ')}`,
    ...table.policies
      .filter(({ name }) => name !== 'backup' && !(own && name === 'own_company'))
      .map(({ name, text }) => `create policy ${name} on ${table.name} ${plain(text)};`),
    '',
  ].join('\n')
}

/** The tables by name, then the functions: today's schema on one page. */
export async function schemaSql(client: pg.Client): Promise<string> {
  const tables = await tablesIn(client)
  const { rows: functions } = await client.query(FUNCTIONS_SQL)
  return [
    '-- Today’s schema, to read: written by `npm run schema` from a migrated database. What makes it is in migrations/.',
    '-- Every table with row-level security also has the policy of rigwright_backup, which reads all.\n',
    ...tables.map(describeTable),
    '-- Functions. Those of rigwright_definer look across companies.',
    ...functions.map(
      ({ call, result, isDefiner, granted }) =>
        `function ${plain(call)} returns ${plain(result)}${isDefiner ? ', of rigwright_definer' : ''}${granted.length === 0 ? '' : `, for ${granted.join(', ')}`};`,
    ),
    '',
  ].join('\n')
}

const camel = (name: string): string => name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

/** As pg parses them (database.ts). */
const TYPES: Readonly<Record<string, string>> = {
  boolean: 'boolean',
  bytea: 'Buffer',
  cube: 'string',
  date: 'string',
  'double precision': 'number',
  text: 'string',
  uuid: 'string',
}

function typeOf(type: string): string {
  if (type.endsWith('[]')) return `readonly ${typeOf(type.slice(0, -2))}[]`
  if (/^(bigint|integer|smallint|numeric)/.test(type)) return 'number'
  if (type.startsWith('timestamp')) return 'Date'
  if (type.startsWith('character varying')) return 'string'
  const known = TYPES[type]
  if (known === undefined) throw new Error(`test/support/describe-schema.ts knows no type for ${type}.`)
  return known
}

/** What a check of this column alone allows, as a union; null without one. */
function unionIn({ constraints }: Table, { name, type }: Column): string | null {
  const list = `ARRAY\\[((?:'[^']*'::text(?:, )?)+)\\]`
  for (const text of constraints) {
    const [, several, one] =
      new RegExp(`^CHECK \\(\\(${name} (?:= ANY \\(|<@ )${list}\\)?\\)\\)$`).exec(text) ??
      new RegExp(`^CHECK \\(\\(${name} = (?:(?!)(.))?('[^']*')::text\\)\\)$`).exec(text) ??
      []
    const values = several?.replaceAll('::text', '').split(', ') ?? (one === undefined ? null : [one])
    if (values !== null)
      return type.endsWith('[]') ? `readonly (${values.join(' | ')})[]` : values.join(' | ')
  }
  return null
}

const COLUMN_TYPES = 'src/server/db/column-types.ts'

function columnType(table: Table, column: Column, named: Set<string>): string {
  const key = `${camel(table.name)}.${camel(column.name)}`
  const isJson = column.type === 'json' || column.type === 'jsonb'
  const isNamed = named.delete(key)
  const base = isJson || isNamed ? `ColumnTypes['${key}']` : (unionIn(table, column) ?? typeOf(column.type))
  if (isJson)
    return `${column.nullable ? 'NullableJson' : column.value === null ? 'Json' : 'JsonDefault'}<${base}>`
  const nullable = column.nullable ? `${base} | null` : base
  if (column.generated) return `GeneratedAlways<${nullable}>`
  return column.value === null ? nullable : `Generated<${nullable}>`
}

const DISTRIBUTED_BY = ['company_id', 'vin', 'customer_uuid']

/** Referenced tables first. */
function byReference(tables: readonly Table[]): Table[] {
  const ordered: Table[] = []
  const add = (table: Table): void => {
    for (const name of table.references) add(tables.find(other => other.name === name) ?? table)
    if (!ordered.includes(table)) ordered.push(table)
  }
  for (const table of tables) add(table)
  return ordered
}

/** `schema.ts`: the tables for Kysely, with the types of column-types.ts. */
export async function schemaTypes(client: pg.Client): Promise<string> {
  const all = await tablesIn(client)
  const tables = all.filter(({ name }) => name !== 'migration')
  const named = new Set(
    [...readFileSync(COLUMN_TYPES, 'utf8').matchAll(/^ {2}'(\w+\.\w+)':/gm)].map(([, key]) => key ?? ''),
  )
  const typesOf = (some: readonly Table[]): string =>
    some
      .map(
        table =>
          `  ${camel(table.name)}: {\n${table.columns.map(column => `    ${camel(column.name)}: ${columnType(table, column, named)}\n`).join('')}  }\n`,
      )
      .join('')
  const isOfCompany = ({ policies }: Table): boolean => policies.some(({ name }) => name === 'own_company')
  const text = `// The tables as Kysely's types: written by \`npm run schema\` from a migrated database. snake_case in SQL, camelCase here
// (Kysely's CamelCasePlugin).

import type { ColumnType, Generated, GeneratedAlways, Insertable, Selectable } from 'kysely'
import type { ColumnTypes } from './column-types.ts'

/** Inserted as JSON text, selected parsed. */
type Json<T> = ColumnType<T, string, string>
/** SQL's null for null. */
type NullableJson<T> = ColumnType<T | null, string | null, string | null>
/** With a default. */
type JsonDefault<T> = ColumnType<T, string | undefined, string>

/** Everything keyed by \`companyId\`, of which row-level security shows a company its own. */
export type CompanyTables = {
${typesOf(tables.filter(isOfCompany))}}

export type Tables = CompanyTables & {
${typesOf(tables.filter(table => !isOfCompany(table)))}}

/** A row as it is selected. */
export type Row<T extends keyof Tables> = Selectable<Tables[T]>
/** A row as it is inserted. */
export type NewRow<T extends keyof Tables> = Insertable<Tables[T]>

/** A column, or \`coordinator\`: only where clients connect. */
export type DistributionKey = ${[...DISTRIBUTED_BY, 'coordinator'].map(key => `'${key}'`).join(' | ')}

/**
 * By what a table's rows are distributed on a cluster, so that those of one company (or VIN) are together: the first column
 * of its primary key, if every unique key has it, as Citus requires. Referenced tables come first.
 */
export const DISTRIBUTION: Readonly<Record<string, DistributionKey>> = {
${byReference(all)
  .map(
    ({ name, key }) => `  ${name}: '${key !== null && DISTRIBUTED_BY.includes(key) ? key : 'coordinator'}',
`,
  )
  .join('')}}
`
  if (named.size > 0)
    throw new Error(`${COLUMN_TYPES} names columns that do not exist: ${[...named].join(', ')}.`)
  return text
}
