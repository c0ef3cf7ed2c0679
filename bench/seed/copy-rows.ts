// Inserts rows by COPY, PostgreSQL's fastest way.

import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from, to } from 'pg-copy-streams'

type Value = string | number | boolean | null | Date
export type Row = Readonly<Record<string, Value>>

const snake = (name: string): string => name.replace(/[A-Z]/g, email => `_${email.toLowerCase()}`)

function textOf(value: Value | undefined): string {
  if (value === null || value === undefined) return '\\N'
  if (value instanceof Date) return value.toISOString()
  if (typeof value !== 'string') return String(value)
  return value.replace(/[\\\n\r\t]/g, sign => ({ '\\': '\\\\', '\n': '\\n', '\r': '\\r' })[sign] ?? '\\t')
}

const CHUNK = 500

function* chunksOf(rows: Iterable<Row>, columns: readonly string[]): Generator<string> {
  let lines: string[] = []
  for (const row of rows) {
    lines.push(columns.map(column => textOf(row[column])).join('\t'))
    if (lines.length < CHUNK) continue
    yield `${lines.join('\n')}\n`
    lines = []
  }
  if (lines.length > 0) yield `${lines.join('\n')}\n`
}

/** The first row determines the columns of all. */
export async function copyRows(client: pg.Client, table: string, rows: Iterable<Row>): Promise<void> {
  const ahead = rows[Symbol.iterator]()
  const first = ahead.next()
  if (first.done) return
  const columns = Object.keys(first.value)
  function* all(): Generator<Row> {
    yield first.value
    for (let next = ahead.next(); !next.done; next = ahead.next()) yield next.value
  }
  const stream = client.query(from(`copy ${table} (${columns.map(snake).join(', ')}) from stdin`))
  await pipeline(Readable.from(chunksOf(all(), columns)), stream)
}

/** Copies rows to a table of the same name elsewhere, with the columns it has. */
export async function copyTable(source: pg.Client, target: pg.Client, table: string, where = 'true') {
  const { rows } = await target.query<{ name: string }>(
    `select column_name as name from information_schema.columns where table_name = $1 order by ordinal_position`,
    [table],
  )
  const columns = rows.map(({ name }) => name).join(', ')
  await pipeline(
    source.query(to(`copy (select ${columns} from ${table} where ${where}) to stdout`)),
    target.query(from(`copy ${table} (${columns}) from stdin`)),
  )
}
