import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { importTree } from '#server/features/tree-import/import-tree.ts'
import { june, PASSWORD } from '#server/seed/demo-accounts.ts'
import { createImportContext } from '../../../../test/support/import-context.ts'
import { writeImportFile } from '../../../../test/support/import-fixture.ts'
import { createTestApp, type TestApp } from '../../../../test/support/test-app.ts'
import { findCompanies, streamTree } from './stream-tree.ts'

const VIN = '1UJBJ0BN8M17X0777'

let app: TestApp
let companyId: string
let ids: Record<'active' | 'completed' | 'recorded', number>
beforeAll(async () => {
  app = await createTestApp()
  const email = 'office@hilltop.example'
  const company = { companyName: 'Hilltop', email, password: PASSWORD, companyPhone: '(574) 555-0101' }
  const registered = await app.as('visitor').companies.register(company)
  companyId = registered.companyUUID
  const client = app.withCookie(await app.signIn(email))
  const create = async (problem: string) =>
    (
      await client.tickets.create({
        ...june,
        customerRV: { ...june.customerRV, vin: VIN },
        jobs: [{ problem, estimatedTime: 1.25 }],
      })
    ).ticketId
  ids = {
    active: await create('=Roof leak'),
    completed: await create('Furnace'),
    recorded: await create('Brakes'),
  }
  await client.onHold.set({ ticketId: ids.active, reason: 'part', note: 'Vent' })
  for (const ticketId of [ids.completed, ids.recorded]) await client.tickets.finalize({ ticketId })
  await client.tickets.complete({ ticketId: ids.recorded })
})
afterAll(() => app.close())

const link = (path: string) => path
async function exportFrom({ database, now }: TestApp, id: string | null): Promise<string> {
  const options = { database, companyId: id, now, link }
  return text(Readable.from(streamTree(options, await findCompanies(options))))
}

type Tree = {
  users: {
    companies: Record<string, { ticketManager: Record<string, object> }>
    RVPool: Record<string, { customerUUID: string; workHistory: object }>
    customers: object
  }
  rigwright: { companies: Record<string, { holds: object }> }
}

/** Runs the import and returns what it printed. */
async function importInto({ database }: TestApp, tree: string, isDryRun: boolean) {
  const { context, lines } = await createImportContext(database, new Date('2027-01-01T00:00:00Z'))
  await importTree(context, { tree, report: `${tree}.report` }, isDryRun)
  const { findings } = JSON.parse(await readFile(`${tree}.report`, 'utf8')) as { findings: unknown[] }
  return { lines, findings }
}

describe('the tree of a company', () => {
  let exported: string
  beforeAll(async () => {
    exported = await exportFrom(app, companyId)
  })

  test('is the same to the byte the next time', async () => {
    expect(await exportFrom(app, companyId)).toBe(exported)
  })

  test('has each ticket once: in its group, or under its rig', () => {
    const { users } = JSON.parse(exported) as Tree
    expect(Object.keys(users.companies)).toEqual([companyId])
    const groups = Object.entries(users.companies[companyId]?.ticketManager ?? {})
    expect(groups.map(([group, tickets]) => [group, Object.keys(tickets).map(Number)])).toEqual([
      ['pendingServiceTickets', []],
      ['activeServiceTickets', [ids.active]],
      ['approvalServiceTickets', []],
      ['completedServiceTickets', [ids.completed]],
    ])
    expect(users.RVPool[VIN]?.workHistory).toMatchObject({ [ids.recorded]: { companyUUID: companyId } })
  })

  test('names the rig’s customer, and has their record', () => {
    const { users } = JSON.parse(exported) as Tree
    expect(users.RVPool[VIN]).toMatchObject({ vin: VIN, assigned: true })
    expect(Object.keys(users.customers)).toEqual([users.RVPool[VIN]?.customerUUID])
  })

  test('has what the tree has no place for beside it', () => {
    const { rigwright } = JSON.parse(exported) as Tree
    expect(rigwright.companies[companyId]?.holds).toMatchObject({
      1: { ticketId: ids.active, reason: 'part', note: 'Vent' },
    })
  })

  test('holds no password', () => {
    expect(exported).not.toMatch(/password|argon2/i)
  })

  test('is imported elsewhere without a finding, and exported from there the same', async () => {
    const elsewhere = await createTestApp()
    try {
      const file = await writeImportFile(inject('postgres').folder, exported)
      expect((await importInto(elsewhere, file, false)).findings).toEqual([])
      expect(await exportFrom(elsewhere, companyId)).toBe(exported)
    } finally {
      await elsewhere.close()
    }
  })
})

test('the tree of all companies is the same to the byte the next time, and has every visit once', async () => {
  const exported = await exportFrom(app, null)
  expect(await exportFrom(app, null)).toBe(exported)
  const { users } = JSON.parse(exported) as Tree
  const visits = Object.values(users.RVPool).flatMap(({ workHistory }) => Object.keys(workHistory))
  const { rows } = await app.database.executeQuery<{ visits: number }>(
    app.database
      .selectFrom('workHistory')
      .select(({ fn }) => fn.countAll<number>().as('visits'))
      .compile(),
  )
  expect(visits.length).toBe(Number(rows[0]?.visits))
})

test.each(['nobody', '00000000-0000-4000-8000-000000000000'])('there is no tree of %s', async id => {
  await expect(exportFrom(app, id)).rejects.toThrow(`There is no company ${id}.`)
})
