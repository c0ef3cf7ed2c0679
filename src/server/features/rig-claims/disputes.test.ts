import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { claimRigOf, createRigOwner, createVisit } from '../../../../test/support/rig-owner-fixtures.ts'
import { createTestApp, errorOf, type TestApp } from '../../../../test/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const founders = () => app.as('maya').platformAdmin
const later = () => {
  app.now = new Date(app.now.getTime() + 60_000)
}

/** A rig of June's with a dispute of its one visit. */
async function disputed(words: string, vin?: string) {
  const visit = await claimRigOf(app, vin)
  const { companyUUID, ticketId } = visit
  await app.as('june').rigClaims.saveNote({ vin: visit.vin, companyUUID, ticketId, kind: 'dispute', words })
  return visit
}

describe('disputes are not visible', () => {
  test.each(['dana', 'walt', 'rosa', 'june'] as const)('of all rigs to %s', async person => {
    expect((await errorOf(app.as(person).platformAdmin.listDisputes({}))).code).toBe('FORBIDDEN')
  })

  test('of a ticket to other companies', async () => {
    const { ticketId } = await disputed('Still leaks')
    for (const [person, code] of [
      ['ray', 'NOT_FOUND'],
      ['rosa', 'FORBIDDEN'],
      ['june', 'FORBIDDEN'],
      ['visitor', 'UNAUTHORIZED'],
    ] as const)
      expect((await errorOf(app.as(person).tickets.disputes({ ticketId }))).code).toBe(code)
  })

  test.each(['x', 'W10', Buffer.from('["2025-01-01T00:00:00.000Z","a b",1,2]').toString('base64url')])(
    'with a cursor like %j',
    async before => {
      expect(await errorOf(founders().listDisputes({ before }))).toMatchObject({
        code: 'INVALID',
        fields: { before: 'Not a valid cursor.' },
      })
    },
  )
})

describe('founders', () => {
  test('see every dispute once, newest first, even written at the same moment', async () => {
    const written: string[] = []
    for (let count = 0; count < 33; count += 1) {
      if (count === 20) later()
      written.push((await disputed(`Dispute ${count}`)).vin)
    }
    // Two of one visit at one moment, by two owners.
    const { vin, companyUUID, ticketId } = await disputed('By the seller')
    const { code } = await app.as('june').rigClaims.createTransfer({ vin })
    const buyer = await createRigOwner(app)
    await buyer.client.rigClaims.claim({ vin, code })
    await buyer.client.rigClaims.saveNote({
      vin,
      companyUUID,
      ticketId,
      kind: 'dispute',
      words: 'By the buyer',
    })
    const pages = []
    let before: string | undefined
    do {
      const page = await founders().listDisputes(before === undefined ? {} : { before })
      pages.push(page.disputes)
      before = page.next ?? undefined
    } while (before !== undefined)
    expect(pages.length).toBeGreaterThan(1)
    const all = pages.flat()
    expect(new Set(all.map(({ claimId }) => claimId)).size).toBe(all.length)
    for (const one of written) expect(all.filter(dispute => dispute.vin === one)).toHaveLength(1)
    expect(all.filter(dispute => dispute.vin === vin)).toHaveLength(2)
    const times = all.map(({ writtenAt }) => writtenAt.getTime())
    expect(times).toEqual(times.toSorted((a, b) => b - a))
  })

  test('see the visit and the text, and no name', async () => {
    later()
    const { vin, ticketId } = await disputed('It <b>still</b> leaks')
    const [first] = (await founders().listDisputes({})).disputes
    expect(first).toMatchObject({
      vin,
      ticketId,
      companyName: 'Bluebonnet RV',
      companyUUID: app.ids.dana,
      words: 'It <b>still</b> leaks',
      writtenAt: app.now,
      isHeld: true,
    })
    expect(JSON.stringify(first)).not.toMatch(/June|Park|june\.park/)
  })
})

describe('a company', () => {
  test('keeps its own email limit, however often an owner disputes', async () => {
    const strict = await createTestApp({ rateLimits: true })
    const sum = async () => {
      const { rows } = await sql<{
        all: number
      }>`select sum(count)::int as all from rate_limit_counter`.execute(strict.database)
      return rows[0]?.all ?? 0
    }
    const visit = await createVisit(strict)
    const { companyUUID, ticketId } = visit
    const owner = strict.as('june').rigClaims
    await owner.claim({ vin: visit.vin, code: visit.code })
    const before = await sum()
    await owner.saveNote({ vin: visit.vin, companyUUID, ticketId, kind: 'dispute', words: 'Still leaks' })
    const counted = (await sum()) - before
    await strict.close()
    // By author alone: the email to the owner waits for a limit of its own.
    expect(counted).toBe(1)
  })

  test('sees disputes of its own visits only', async () => {
    const { vin, ticketId } = await disputed('Not what I was told')
    const elsewhere = await createVisit(app, { vin, at: 'ray' })
    expect(await app.as('dana').tickets.disputes({ ticketId })).toEqual([
      { words: 'Not what I was told', writtenAt: app.now, isHeld: true },
    ])
    expect(await app.as('ray').tickets.disputes({ ticketId: elsewhere.ticketId })).toEqual([])
    expect(await app.as('walt').tickets.disputes({ ticketId: await app.createTicket() })).toEqual([])
  })

  test('sees a former owner’s as such, and no deleted ones', async () => {
    const { vin, ticketId, companyUUID } = await disputed('First')
    const { code } = await app.as('june').rigClaims.createTransfer({ vin })
    const buyer = await createRigOwner(app)
    await buyer.client.rigClaims.claim({ vin, code })
    later()
    const name = { vin, companyUUID, ticketId, kind: 'dispute' } as const
    await buyer.client.rigClaims.saveNote({ ...name, words: 'Second' })
    const readDisputes = async () =>
      (await app.as('dana').tickets.disputes({ ticketId })).map(({ words, isHeld }) => [words, isHeld])
    expect(await readDisputes()).toEqual([
      ['Second', true],
      ['First', false],
    ])
    await buyer.client.rigClaims.deleteNote(name)
    expect(await readDisputes()).toEqual([['First', false]])
  })
})

test('notes of an ended claim are visible to no one, and stay in the founders’ log', async () => {
  const { vin, ticketId, companyUUID } = await disputed('Made up by a stranger')
  const note = { vin, ticketId, companyUUID, kind: 'note', words: 'Mine!' } as const
  await app.as('june').rigClaims.saveNote(note)
  await founders().endClaim({ vin, reason: 'Not theirs' })
  expect(await app.as('dana').tickets.disputes({ ticketId })).toEqual([])
  const { disputes } = await founders().listDisputes({})
  expect(disputes.filter(dispute => dispute.vin === vin)).toEqual([])
  const { detail } = await app.database
    .selectFrom('platformAudit')
    .select('detail')
    .where('vin', '=', vin)
    .where('verb', '=', 'rig.end-claim')
    .executeTakeFirstOrThrow()
  for (const words of ['Made up by a stranger', 'Mine!']) expect(JSON.stringify(detail)).toContain(words)
  expect(JSON.stringify((await founders().listAuditEntries({})).entries)).not.toContain('Mine!')
})
