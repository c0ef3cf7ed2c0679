// The migrated schema, as far as distribution matters.

import type pg from 'pg'
import type { Columns } from './sql-statement.ts'

type Unique = { readonly table: string; readonly name: string; readonly columns: readonly string[] }
type Foreign = {
  readonly table: string
  readonly to: string
  /** Column by column, with references. */
  readonly columns: readonly (readonly [string, string])[]
}
type Policy = { readonly table: string; readonly name: string; readonly text: string }
export type Body = {
  readonly name: string
  readonly language: string
  readonly definition: string
  readonly text: string
}

export type Schema = {
  readonly columns: Columns
  /** Primary keys, unique indexes and exclusions. */
  readonly uniques: readonly Unique[]
  readonly foreignKeys: readonly Foreign[]
  readonly policies: readonly Policy[]
  readonly functions: readonly Body[]
}

const HERE = 'current_schema()::regnamespace'

export async function schemaIn(client: pg.Client): Promise<Schema> {
  const all = async <Row extends object>(text: string) => (await client.query<Row>(text)).rows
  const tables = await all<{ name: string; columns: string[] }>(`
    select c.relname as name, array_agg(a.attname::text) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = ${HERE} and c.relkind in ('r', 'p') group by 1`)
  const uniques = await all<Unique>(`
    select t.relname as table, i.relname as name,
      array(select a.attname::text from unnest(x.indkey) with ordinality as k (number, place)
            join pg_attribute a on a.attrelid = t.oid and a.attnum = k.number order by k.place) as columns
    from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid
    where t.relnamespace = ${HERE} and (x.indisunique or x.indisexclusion)`)
  const foreignKeys = await all<Foreign>(`
    select f.conrelid::regclass::text as table, f.confrelid::regclass::text as to,
      (select json_agg(json_build_array(a.attname, b.attname)) from unnest(f.conkey, f.confkey) as k (mine, theirs)
       join pg_attribute a on a.attrelid = f.conrelid and a.attnum = k.mine
       join pg_attribute b on b.attrelid = f.confrelid and b.attnum = k.theirs) as columns
    from pg_constraint f where f.contype = 'f' and f.connamespace = ${HERE}`)
  const policies = await all<Policy>(`
    select tablename as table, policyname as name, concat_ws(' and ', qual, with_check) as text
    from pg_policies where schemaname = current_schema()`)
  const functions = await all<Body>(`
    select p.proname as name, l.lanname as language, pg_get_functiondef(p.oid) as definition, p.prosrc as text
    from pg_proc p join pg_language l on l.oid = p.prolang
    where p.pronamespace = ${HERE} and l.lanname in ('sql', 'plpgsql')
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`)
  return {
    uniques,
    foreignKeys,
    policies,
    functions,
    columns: new Map(tables.map(({ name, columns }) => [name, columns])),
  }
}
