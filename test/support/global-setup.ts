// One PostgreSQL for the whole run, in a temporary folder; with CITUS_URL, a Citus cluster that is there already. Its
// template database is migrated and filled with the two demo companies once; every test app is a copy of it.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hash } from '@node-rs/argon2'
import { sql } from 'kysely'
import type pg from 'pg'
import type { TestProject } from 'vitest/node'
import { type SeededAccounts, seedCompanies } from '#server/app/seed.ts'
import { createDatabase } from '#server/db/database.ts'
import { distributeTables } from '#server/db/distribute-tables.ts'
import { type EmbeddedDatabase, startEmbeddedDatabase } from '#server/db/embedded/embedded-database.ts'
import { migrateAndConfigure } from '#server/db/migrate-and-configure.ts'
import { PASSWORD } from '#server/seed/demo-accounts.ts'
import {
  type CitusCluster,
  closeTemplate,
  createDistributedDatabase,
  dropDatabases,
  findCluster,
  withClient,
} from './citus-databases.ts'

export const TEMPLATE = 'the_cast'

/** A Thursday, 2:00 PM in Elkhart. */
export const START = '2025-11-20T19:00:00Z'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The cluster's connection, the template's users, and a temporary folder. */
    postgres: {
      readonly connection: pg.ClientConfig
      readonly filled: SeededAccounts
      readonly folder: string
      /** Null without CITUS_URL. */
      readonly cluster: CitusCluster | null
    }
  }
}

let folder: string
let embedded: EmbeddedDatabase | undefined
let cluster: CitusCluster | null = null

export async function setup({ provide }: TestProject): Promise<void> {
  folder = mkdtempSync(join(tmpdir(), 'rigwright-test-'))
  const url = process.env.CITUS_URL
  cluster = url ? await findCluster(url) : null
  if (cluster !== null) await createDistributedDatabase(cluster, TEMPLATE)
  const connection = cluster?.connection ?? (await startPostgres())

  await migrateAndConfigure({ ...connection, database: TEMPLATE }, [])
  if (cluster !== null)
    await withClient({ ...connection, database: TEMPLATE }, client => distributeTables(client, () => {}))
  const { database, close } = createDatabase({ ...connection, database: TEMPLATE }, () => {})
  const seeded = await seedCompanies({ database, publish: () => {} }, new Date(START))
  // Logging in is what tests do most: a hash of the same kind that takes no time to verify.
  const password = await hash(PASSWORD, { memoryCost: 8, timeCost: 1, parallelism: 1 })
  await sql`update auth_credential set password = ${password}`.execute(database)
  await close()
  if (cluster !== null) await closeTemplate(cluster, TEMPLATE)
  provide('postgres', { connection, filled: seeded, folder, cluster })
}

async function startPostgres(): Promise<pg.ClientConfig> {
  embedded = await startEmbeddedDatabase({ dataDir: folder, log: () => {}, connections: 400 })
  // Its settings of a session are a superuser's, and tests connect as others too.
  const { options: _, ...connection } = embedded.connection
  await withClient(connection, async client => {
    // Nothing here has to survive a power failure.
    for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes'])
      await client.query(`ALTER SYSTEM SET ${setting} = off`)
    await client.query('ALTER SYSTEM SET log_error_verbosity = terse')
    await client.query('SELECT pg_reload_conf()')
    await client.query(`CREATE DATABASE ${TEMPLATE}`)
  })
  return connection
}

export async function teardown(): Promise<void> {
  await embedded?.stop()
  if (cluster !== null) for (const prefix of ['world_', TEMPLATE]) await dropDatabases(cluster, prefix)
  rmSync(folder, { recursive: true, force: true })
}
