import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { june } from '#server/seed/demo-accounts.ts'
import { dumpDatabase } from '../../../../test/support/database-dump.ts'
import { START } from '../../../../test/support/global-setup.ts'
import { createRigOwner } from '../../../../test/support/rig-owner-fixtures.ts'
import { sharedVin } from '../../../../test/support/shared-vin.ts'
import { type Client, createTestApp, errorOf, type TestApp } from '../../../../test/support/test-app.ts'

let app: TestApp
let buyer: { id: string; email: string; client: Client }
let client: pg.Client
beforeAll(async () => {
  app = await createTestApp()
  for (const owner of ['dana', 'ray'] as const)
    await app.as(owner).preferences.change({ listsComponents: true })
  buyer = await createRigOwner(app)
  client = new pg.Client(app.connection)
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await app.close()
})
beforeEach(() => {
  app.now = new Date(START)
})

const later = () => {
  app.now = new Date(app.now.getTime() + 60_000)
}

const FURNACE = { kind: 'furnace', maker: 'Suburban', model: 'SF-30F', serial: '0912 44521' } as const
const AWNING = { kind: 'awning', maker: 'Carefree', model: 'Fiesta', serial: 'AW-7' } as const

const openTicket = async (at: 'dana' | 'ray', vin: string, email = june.customerDetails.email) => {
  const customerDetails = { ...june.customerDetails, email }
  const customerRV = { ...june.customerRV, vin }
  const jobs = [{ problem: 'Furnace will not light' }]
  return (await app.as(at).tickets.create({ customerDetails, customerRV, jobs })).ticketId
}

/** Completes it, and returns the code that claims its rig. */
async function completeTicket(at: 'dana' | 'ray', ticketId: number): Promise<string> {
  const desk = app.as(at)
  await desk.tickets.finalize({ ticketId })
  await desk.tickets.complete({ ticketId })
  return (await desk.customerLinks.get({ ticketId })).claim?.code ?? ''
}

/** A rig of June's: Bluebonnet entered its furnace, Rosa’s ticket is open there, and one of Lone Star’s. */
async function ownedRig() {
  const vin = sharedVin(`MADE-${randomUUID().slice(0, 7)}`)
  const first = await openTicket('dana', vin)
  const { componentId } = await app.as('dana').components.add({ ticketId: first, ...FURNACE })
  await app.as('june').rigClaims.claim({ vin, code: await completeTicket('dana', first) })
  later()
  const [ours, theirs] = [await openTicket('dana', vin), await openTicket('ray', vin)]
  await app.as('dana').tickets.assign({ ticketId: ours, employeeId: app.ids.rosa })
  return { vin, first, ours, theirs, componentId }
}

const owners = (owner: Client = app.as('june')) => owner.rigComponents
const listOf = async (vin: string, owner?: Client) => (await owners(owner).list({ vin })).components
const serialsAt = async (who: 'dana' | 'ray' | 'rosa', ticketId: number) =>
  (await app.as(who).components.list({ ticketId })).components.map(({ maker, serial, isShared }) => [
    maker,
    serial,
    isShared,
  ])
const entryOf = async (vin: string, componentId: string) => {
  const component = (await listOf(vin)).find(each => each.componentId === componentId)
  return component?.entries[0]?.entryId ?? ''
}
const transfer = async (vin: string) => {
  const { code } = await app.as('june').rigClaims.createTransfer({ vin })
  await buyer.client.rigClaims.claim({ vin, code })
}

describe('the owner', () => {
  test('reads what companies entered, with serial number and company, and no person or ticket', async () => {
    const { vin, componentId, first } = await ownedRig()
    const components = await listOf(vin)
    expect(components).toMatchObject([
      {
        ...{ componentId, maker: 'Suburban', model: 'SF-30F', serial: '0912 44521' },
        ...{ isInstalled: true, isByOwner: false, isShared: false },
        entries: [{ how: 'entered', companyName: 'Bluebonnet RV', isMine: false, canDispute: true }],
      },
    ])
    for (const hidden of ['Dana', app.ids.dana, `${first}`])
      expect(JSON.stringify(components)).not.toContain(hidden)
  })

  test('enters, corrects, replaces and removes, and all of it stays on record', async () => {
    const { vin, componentId: furnace, theirs } = await ownedRig()
    const { componentId } = await owners().add({ vin, ...AWNING, day: '2024-05-01' })
    later()
    await owners().correct({ vin, componentId, ...AWNING, model: 'Eclipse' })
    await owners().add({ vin, kind: 'furnace', maker: 'Dometic', replaces: furnace, day: '2025-11-20' })
    later()
    await owners().remove({ vin, componentId })
    expect(await listOf(vin)).toMatchObject([
      { componentId: furnace, isInstalled: false, endedOn: '2025-11-20' },
      { maker: 'Dometic', isInstalled: true, isByOwner: true },
      {
        ...{ componentId, model: 'Eclipse', isInstalled: false },
        entries: [
          { model: 'Fiesta', isMine: true, companyName: null },
          { model: 'Eclipse' },
          { how: 'removed' },
        ],
      },
    ])
    const { components } = await app.as('ray').components.list({ ticketId: theirs })
    expect(components.map(({ maker, isInstalled }) => [maker, isInstalled])).toEqual([
      ['Suburban', false],
      ['Dometic', true],
      ['Carefree', false],
    ])
    const verbs = (
      await app.database.selectFrom('platformAudit').select('verb').where('vin', '=', vin).execute()
    )
      .map(({ verb }) => verb)
      .filter(verb => verb.endsWith('-component'))
    expect(verbs.sort()).toEqual([
      'rig.add-component',
      'rig.add-component',
      'rig.correct-component',
      'rig.remove-component',
    ])
  })

  test('reads of earlier visits that are not open to them maker and model alone, and shares none of it', async () => {
    const vin = sharedVin(`PART-${randomUUID().slice(0, 7)}`)
    const first = await openTicket('dana', vin)
    await app.as('dana').components.add({ ticketId: first, ...FURNACE })
    await completeTicket('dana', first)
    later()
    const second = await openTicket('ray', vin, buyer.email)
    await app.as('ray').components.add({ ticketId: second, ...AWNING })
    later()
    await buyer.client.rigClaims.claim({ vin, code: await completeTicket('ray', second) })
    const read = await listOf(vin, buyer.client)
    expect(read.map(({ maker, serial }) => [maker, serial])).toEqual([
      ['Suburban', null],
      ['Carefree', 'AW-7'],
    ])
    expect(read[0]?.entries).toMatchObject([{ companyName: null, serial: null, canDispute: false }])
    await owners(buyer.client).share({ vin, isShared: true })
    const [ours, theirs] = [await openTicket('dana', vin), await openTicket('ray', vin)]
    expect(await serialsAt('ray', theirs)).toEqual([
      ['Suburban', null, false],
      ['Carefree', 'AW-7', false],
    ])
    expect(await serialsAt('dana', ours)).toEqual([
      ['Suburban', '0912 44521', false],
      ['Carefree', 'AW-7', true],
    ])
  })
})

describe('refused, with nothing written:', () => {
  const refused = async (call: () => Promise<unknown>, error: object) => {
    const before = await dumpDatabase(app.database)
    expect(await errorOf(call())).toMatchObject(error)
    expect(await dumpDatabase(app.database)).toEqual(before)
  }

  test('days, years and names that cannot be, as at a company', async () => {
    const { vin } = await ownedRig()
    const { componentId } = await owners().add({ vin, ...AWNING, day: '2024-05-01' })
    await refused(() => owners().add({ vin, kind: 'other', modelYear: '1492', day: '2125-01-01' }), {
      fields: {
        name: 'Required.',
        modelYear: 'Enter a year from 1900 to 2026.',
        day: 'Enter today or an earlier date.',
      },
    })
    await refused(() => owners().remove({ vin, componentId, day: '2024-04-30' }), {
      fields: { day: 'Enter the day it was installed or a later one.' },
    })
  })

  test('a correction of what a company entered, and anything of what is gone or of another rig', async () => {
    const { vin, componentId } = await ownedRig()
    await refused(() => owners().correct({ vin, componentId, ...FURNACE }), {
      message: 'A company entered this. Dispute what is wrong, or replace the component.',
    })
    const { vin: other } = await ownedRig()
    for (const call of [
      () => owners().share({ vin: other, componentId, isShared: true }),
      () => owners().remove({ vin: other, componentId }),
      () => owners().add({ vin: other, ...FURNACE, replaces: componentId }),
      () => owners().dispute({ vin, entryId: randomUUID(), words: 'x' }),
      async () => owners().dispute({ vin: other, entryId: await entryOf(vin, componentId), words: 'x' }),
    ])
      await refused(call, { code: 'NOT_FOUND' })
    const { componentId: own } = await owners().add({ vin, ...AWNING })
    const entryId = await entryOf(vin, own)
    await refused(() => owners().dispute({ vin, entryId, words: 'x' }), { code: 'NOT_FOUND' })
  })

  test('the 501st entry of an owner, which takes no room of a company’s or of a buyer’s', async () => {
    const { vin, ours } = await ownedRig()
    const { claimId } = await app.database
      .selectFrom('rigClaim')
      .select('claimId')
      .where('vin', '=', vin)
      .executeTakeFirstOrThrow()
    const blank = {
      name: '',
      place: '',
      maker: 'x',
      model: '',
      serial: '',
      modelYear: '',
      day: null,
      replaces: null,
    }
    await app.database
      .insertInto('ownerComponentEntry')
      .values(
        Array.from({ length: 500 }, () => ({
          ...{ vin, claimId, entryId: randomUUID(), componentId: randomUUID(), how: 'entered' as const },
          ...{ kind: 'other', ...blank, enteredAt: app.now },
        })),
      )
      .execute()
    await refused(() => owners().add({ vin, ...AWNING }), {
      code: 'REFUSED',
      message: 'An RV has at most 500 entries about its components.',
    })
    await app.as('dana').components.add({ ticketId: ours, ...AWNING })
    await transfer(vin)
    await owners(buyer.client).add({ vin, kind: 'range', maker: 'Atwood' })
    expect((await serialsAt('dana', ours)).map(([maker]) => maker)).toEqual(
      expect.arrayContaining(['Suburban', 'Carefree', 'Atwood']),
    )
  })
})

describe('serial numbers', () => {
  test('are shared all or one, and no longer read once that is stopped', async () => {
    const { vin, componentId, theirs } = await ownedRig()
    await owners().add({ vin, ...AWNING })
    const none = [
      ['Suburban', null, false],
      ['Carefree', null, false],
    ]
    expect(await serialsAt('ray', theirs)).toEqual(none)
    await owners().share({ vin, componentId, isShared: true })
    expect(await serialsAt('ray', theirs)).toEqual([['Suburban', '0912 44521', true], none[1]])
    await owners().share({ vin, isShared: true })
    expect(await serialsAt('ray', theirs)).toEqual([
      ['Suburban', '0912 44521', true],
      ['Carefree', 'AW-7', true],
    ])
    await owners().share({ vin, isShared: false })
    expect(await serialsAt('ray', theirs)).toEqual([['Suburban', '0912 44521', true], none[1]])
    await owners().share({ vin, componentId, isShared: false })
    expect(await serialsAt('ray', theirs)).toEqual(none)
  })

  test('do not become a company’s own by what it enters while they are shared', async () => {
    const { vin, componentId, theirs } = await ownedRig()
    await owners().share({ vin, isShared: true })
    const { components } = app.as('ray')
    const typed = { kind: 'furnace', maker: 'Suburban', model: 'SF-30F', place: 'rear' } as const
    await components.correct({ ticketId: theirs, componentId, ...typed, serial: '0912 44521' })
    expect(await serialsAt('ray', theirs)).toEqual([['Suburban', '0912 44521', true]])
    await components.remove({ ticketId: theirs, componentId })
    await owners().share({ vin, isShared: false })
    expect(JSON.stringify(await components.list({ ticketId: theirs }))).not.toContain('0912')
  })

  test('a company’s own is its own, and it reads nobody of another company', async () => {
    const { vin, ours, theirs } = await ownedRig()
    await owners().share({ vin, isShared: true })
    expect(await serialsAt('dana', ours)).toEqual([['Suburban', '0912 44521', false]])
    const { components } = await app.as('ray').components.list({ ticketId: theirs })
    expect(components[0]?.entries).toMatchObject([{ ticketId: null, enteredByName: null, dispute: null }])
  })
})

/** Who reads the furnace's serial number of a rig. */
async function readers({ vin, ours, theirs }: Awaited<ReturnType<typeof ownedRig>>): Promise<string[]> {
  const ask: Record<string, () => Promise<unknown>> = {
    owner: () => owners().list({ vin }),
    buyer: () => owners(buyer.client).list({ vin }),
    'first shop': () => app.as('dana').components.list({ ticketId: ours }),
    'second shop': () => app.as('ray').components.list({ ticketId: theirs }),
    'second shop by the first’s ticket': () => app.as('ray').components.list({ ticketId: ours }),
    technician: () => app.as('rosa').components.list({ ticketId: ours }),
    'other technician': () => app.as('sam').components.list({ ticketId: ours }),
    'RV owner of another rig': () => app.as('maya').rigComponents.list({ vin }),
    'shop as an owner': () => app.as('ray').rigComponents.list({ vin }),
    visitor: () => app.as('visitor').rigComponents.list({ vin }),
    'visitor by ticket': () => app.as('visitor').components.list({ ticketId: ours }),
    public: () => app.as('visitor').workHistory.get({ vin }),
  }
  const found: string[] = []
  for (const [who, call] of Object.entries(ask)) {
    const text = JSON.stringify(await call().catch(() => null))
    if (text.includes('0912 44521')) found.push(who)
  }
  return found
}

describe('who reads a serial number', () => {
  const SHOP = ['first shop', 'technician']

  test('before and after sharing, taking back and selling', async () => {
    const rig = await ownedRig()
    const { vin, componentId } = rig
    expect(await readers(rig)).toEqual(['owner', ...SHOP])
    await owners().share({ vin, componentId, isShared: true })
    expect(await readers(rig)).toEqual(['owner', 'first shop', 'second shop', 'technician'])
    await owners().share({ vin, componentId, isShared: false })
    expect(await readers(rig)).toEqual(['owner', ...SHOP])
    await owners().share({ vin, isShared: true })
    expect(await readers(rig)).toEqual(['owner', 'first shop', 'second shop', 'technician'])
    await transfer(vin)
    expect(await readers(rig)).toEqual(['buyer', ...SHOP])
    await owners(buyer.client).share({ vin, isShared: true })
    expect(await readers(rig)).toEqual(['buyer', 'first shop', 'second shop', 'technician'])
    await buyer.client.rigClaims.release({ vin })
    expect(await readers(rig)).toEqual(SHOP)
  })

  test('after founders ended the claim: what the account entered is gone, but for their log', async () => {
    const rig = await ownedRig()
    const { vin, componentId, ours, theirs } = rig
    await owners().add({ vin, ...AWNING })
    await owners().share({ vin, isShared: true })
    await owners().dispute({ vin, entryId: await entryOf(vin, componentId), words: 'Not mine' })
    await app.as('maya').platformAdmin.endClaim({ vin, reason: 'Not theirs' })
    expect(await readers(rig)).toEqual(SHOP)
    expect(await serialsAt('ray', theirs)).toEqual([['Suburban', null, false]])
    const { components } = await app.as('dana').components.list({ ticketId: ours })
    expect(components[0]?.entries[0]?.dispute).toBeNull()
    const { detail } = await app.database
      .selectFrom('platformAudit')
      .select('detail')
      .where('vin', '=', vin)
      .where('verb', '=', 'rig.end-claim')
      .executeTakeFirstOrThrow()
    expect(JSON.stringify(detail)).toContain('AW-7')
  })

  test('after a partial claim was superseded: nobody by its sharing', async () => {
    const vin = sharedVin(`SUPR-${randomUUID().slice(0, 7)}`)
    const first = await openTicket('dana', vin)
    await app.as('dana').components.add({ ticketId: first, ...FURNACE })
    const code = await completeTicket('dana', first)
    later()
    const second = await openTicket('ray', vin, buyer.email)
    await app.as('ray').components.add({ ticketId: second, ...AWNING })
    await buyer.client.rigClaims.claim({ vin, code: await completeTicket('ray', second) })
    await owners(buyer.client).share({ vin, isShared: true })
    const ours = await openTicket('dana', vin)
    expect((await serialsAt('dana', ours))[1]).toEqual(['Carefree', 'AW-7', true])
    await app.as('june').rigClaims.claim({ vin, code })
    expect((await serialsAt('dana', ours))[1]).toEqual(['Carefree', null, false])
    expect((await errorOf(owners(buyer.client).list({ vin }))).code).toBe('NOT_FOUND')
  })
})

test('a buyer gets what the seller entered, without the seller’s name, and may correct it', async () => {
  const { vin } = await ownedRig()
  const { componentId } = await owners().add({ vin, ...AWNING })
  await transfer(vin)
  const awning = (await listOf(vin, buyer.client)).find(each => each.componentId === componentId)
  expect(awning).toMatchObject({
    serial: 'AW-7',
    entries: [{ isMine: false, isByOwner: true, companyName: null }],
  })
  expect(JSON.stringify(awning)).not.toMatch(/June|Park/)
  await owners(buyer.client).correct({ vin, componentId, ...AWNING, serial: 'AW-8' })
  expect((await errorOf(owners().correct({ vin, componentId, ...AWNING }))).code).toBe('NOT_FOUND')
})

describe('a dispute of what a company entered', () => {
  test('is read by that company with the component and on its ticket, by founders, and by a buyer as another’s', async () => {
    const { vin, first, ours, theirs, componentId } = await ownedRig()
    const entryId = await entryOf(vin, componentId)
    await owners().dispute({ vin, entryId, words: 'This is not my serial number.' })
    const words = 'Furnace · Suburban SF-30F, serial 0912 44521: This is not my serial number.'
    const read = async (who: 'dana' | 'ray', ticketId: number) =>
      (await app.as(who).components.list({ ticketId })).components[0]?.entries[0]?.dispute
    expect(await read('dana', ours)).toBe(words)
    expect(await read('ray', theirs)).toBeNull()
    expect(await app.as('dana').tickets.disputes({ ticketId: first })).toMatchObject([
      { words, isHeld: true },
    ])
    expect((await app.as('maya').platformAdmin.listDisputes({})).disputes).toContainEqual(
      expect.objectContaining({ vin, words, ticketId: first }),
    )
    // Notes on the visit are another thing.
    const visit = { vin, companyUUID: app.ids.dana, ticketId: first, kind: 'dispute' } as const
    await app.as('june').rigClaims.saveNote({ ...visit, words: 'Too dear' })
    const notesOf = async () =>
      (await app.as('june').rigClaims.get({ vin })).visits[0]?.notes.map(note => note.words)
    expect(await notesOf()).toEqual(['Too dear'])
    await app.as('june').rigClaims.deleteNote(visit)
    expect(await read('dana', ours)).toBe(words)
    await transfer(vin)
    const [bought] = await listOf(vin, buyer.client)
    expect(bought?.entries[0]).toMatchObject({ dispute: words, isMyDispute: false })
  })

  test('is withdrawn by the owner, once, and emails the company once', async () => {
    const { vin, ours, componentId } = await ownedRig()
    const entryId = await entryOf(vin, componentId)
    const queued = async () =>
      (
        await app.database.selectFrom('ownerNotice').select('content').where('kind', '=', 'dispute').execute()
      ).filter(({ content }) => JSON.stringify(content).includes(vin)).length
    await owners().dispute({ vin, entryId, words: 'Not mine' })
    await owners().dispute({ vin, entryId, words: 'Not mine at all' })
    expect(await queued()).toBe(1)
    expect((await listOf(vin))[0]?.entries[0]).toMatchObject({ isMyDispute: true })
    await owners().withdrawDispute({ vin, entryId })
    expect((await errorOf(owners().withdrawDispute({ vin, entryId }))).code).toBe('NOT_FOUND')
    const { components } = await app.as('dana').components.list({ ticketId: ours })
    expect(components[0]?.entries[0]?.dispute).toBeNull()
  })
})

test('to a corrected VIN go the owner’s entries and disputes with the visit that they claimed with', async () => {
  const { vin, first, componentId } = await ownedRig()
  await owners().add({ vin, ...AWNING })
  await owners().dispute({ vin, entryId: await entryOf(vin, componentId), words: 'Not mine' })
  const newVin = sharedVin(`REAL-${randomUUID().slice(0, 7)}`)
  await app.as('maya').platformAdmin.correctVin({
    ...{ vin, newVin, companyUUID: app.ids.dana, ticketId: first, reason: 'Mistyped' },
  })
  const ticketId = await openTicket('dana', newVin)
  const { components } = await app.as('dana').components.list({ ticketId })
  expect(components.map(({ maker, entries }) => [maker, entries[0]?.dispute !== null])).toEqual([
    ['Suburban', true],
    ['Carefree', false],
  ])
})

describe('in the database alone, without the server’s checks,', () => {
  /** As a unit of work of this account and company, rolled back. */
  async function asRole(account: string, company: string | null, statement: string, values: unknown[] = []) {
    await client.query('BEGIN')
    try {
      await client.query(`SELECT set_config('role', 'rigwright_app', true)`)
      await client.query(`SET LOCAL app.actor = ${pg.escapeLiteral(account)}`)
      if (company !== null) await client.query(`SET LOCAL app.company = ${pg.escapeLiteral(company)}`)
      return (await client.query(statement, values)).rows
    } finally {
      await client.query('ROLLBACK')
    }
  }
  const OWNERS = 'select serial from claimed_rig_components($1, 500)'
  const COMPANIES = `select serial from rig_components($1, '{}', 500)`

  test('nobody reads the table of owners’ entries, or writes to it', async () => {
    for (const statement of [
      'select from owner_component_entry',
      'delete from owner_component_entry',
      `insert into owner_component_entry (vin) values ('x')`,
    ])
      await expect(asRole(app.ids.june, app.ids.dana, statement)).rejects.toThrow(/permission denied/)
  })

  test('only who holds the rig reads and adds as its owner', async () => {
    const { vin } = await ownedRig()
    const ADD = 'select add_owner_component_entry($1, $2, 500, now()) as added'
    const entry = JSON.stringify({
      ...{
        entry_id: randomUUID(),
        component_id: randomUUID(),
        how: 'entered',
        kind: 'awning',
        name: '',
        place: '',
      },
      ...{ maker: '', model: '', serial: '', model_year: '' },
    })
    expect(await asRole(app.ids.june, null, OWNERS, [vin])).toEqual([{ serial: '0912 44521' }])
    expect(await asRole(app.ids.june, null, ADD, [vin, entry])).toEqual([{ added: true }])
    for (const account of [buyer.id, app.ids.dana, app.ids.ray, randomUUID(), '']) {
      expect(await asRole(account, app.ids.ray, OWNERS, [vin]), account).toEqual([])
      expect(await asRole(account, app.ids.ray, ADD, [vin, entry]), account).toEqual([{ added: false }])
    }
    await transfer(vin)
    expect(await asRole(app.ids.june, null, OWNERS, [vin])).toEqual([])
    expect(await asRole(app.ids.june, null, ADD, [vin, entry])).toEqual([{ added: false }])
  })

  test('a company without a ticket of the rig reads nothing, and one with a ticket no number that is not shared', async () => {
    const { vin } = await ownedRig()
    expect(await asRole('', app.ids.ray, COMPANIES, [vin])).toEqual([{ serial: null }])
    await owners().share({ vin, isShared: true })
    expect(await asRole('', app.ids.ray, COMPANIES, [vin])).toEqual([{ serial: '0912 44521' }])
    expect(await asRole('', randomUUID(), COMPANIES, [vin])).toEqual([])
    expect(await asRole('', null, COMPANIES, [vin])).toEqual([])
  })

  test('nobody shares for another', async () => {
    const { vin } = await ownedRig()
    const share = `update rig_claim set shares_serials = true where vin = '${vin}' returning vin`
    expect(await asRole(buyer.id, app.ids.ray, share)).toEqual([])
    expect(await asRole(app.ids.june, null, share)).toEqual([{ vin }])
  })
})
