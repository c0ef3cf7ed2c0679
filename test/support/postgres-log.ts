// What PostgreSQL logged of an app's connections.

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { inject } from 'vitest'
import type { TestApp } from './test-app.ts'

/** Whether PostgreSQL runs here, and its log can be read: not that of a cluster. */
export const hasPostgresLog = (): boolean => inject('postgres').cluster === null

/** The lines of this app's connections. */
export async function postgresLogOf(app: TestApp): Promise<string[]> {
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_stat_activity where datname = current_database()`.execute(app.database)
  const log = await readFile(join(inject('postgres').folder, 'postgres.log'), 'utf8')
  return log.split('\n').filter(line => rows.some(({ pid }) => line.includes(`[${pid}]`)))
}
