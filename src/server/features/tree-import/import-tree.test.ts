import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { june } from '#server/seed/demo-accounts.ts'
import { customerOfLink, tokenIn } from '../../../../test/support/customer-fixtures.ts'
import { createImportContext } from '../../../../test/support/import-context.ts'
import {
  CEDAR,
  DUNES,
  fixtureTree,
  NORA,
  OTHER_VIN,
  VIN,
  writeImportFile,
} from '../../../../test/support/import-fixture.ts'
import { createRigOwner } from '../../../../test/support/rig-owner-fixtures.ts'
import { sharedVin } from '../../../../test/support/shared-vin.ts'
import { createTestApp, errorOf, type TestApp } from '../../../../test/support/test-app.ts'
import { type ImportFiles, importTree } from './import-tree.ts'
import { treeId } from './tree-id.ts'
import { undoImport } from './undo-import.ts'

const NOW = new Date('2025-11-25T12:00:00Z')

let app: TestApp
let treePath: string
let printed: string[]
beforeAll(async () => {
  app = await createTestApp()
  treePath = await writeImportFile(inject('postgres').folder, fixtureTree)
})
afterAll(() => app.close())

async function run(files: Partial<ImportFiles> = {}, isDryRun = false): Promise<string[]> {
  const { context, lines } = await createImportContext(app.database, NOW)
  await importTree(context, { tree: treePath, ...files }, isDryRun)
  return lines
}

const countRows = async () => {
  const { rows } = await sql<Record<string, number>>`
    select (select count(*) from company) as companies, (select count(*) from auth_user) as accounts,
           (select count(*) from ticket) as tickets, (select count(*) from work_history) as visits,
           (select count(*) from rig) as rigs, (select count(*) from customer) as customers,
           (select count(*) from import_item) as items`.execute(app.database)
  return rows[0]
}

describe('a file that is no tree is refused with a sentence', () => {
  test.each([
    ['', /is empty\.$/],
    [
      '{"users":{"companies":{"a":{"companyDetails":{"companyName":"Ced',
      /ends too early: it is cut off after 64 bytes\.$/,
    ],
    ['{"users":{"companies":{}}', /ends too early/],
    ['{"companies":{},"RVPool":{}}', /is not a tree: its root must be/],
    ['[1,2]', /is not a tree/],
    ['"text"', /is not a tree/],
    ['{"users":{"companies":{"a":{"laborRate":NaN}}}}', /is not JSON/],
    ['customer,phone\nLou,1\n', /is not JSON/],
  ])('%j', async (content, sentence) => {
    await expect(run({ tree: await writeImportFile(inject('postgres').folder, content) })).rejects.toThrow(
      sentence,
    )
  })

  test('and so is one that is not there', async () => {
    await expect(run({ tree: '/nowhere/tree.json' })).rejects.toThrow(/^There is no file/)
  })
})

describe('a dry run', () => {
  let before: unknown
  beforeAll(async () => {
    before = await countRows()
    printed = await run({ report: treePath.replace('tree.json', 'report.json') }, true)
  })

  test('writes nothing, and says so', async () => {
    expect(await countRows()).toEqual(before)
    expect(printed.at(-1)).toBe('This was a dry run: nothing was written.')
  })

  test('counts what would be imported', () => {
    expect(printed).toEqual(
      expect.arrayContaining([
        '  companies: 2',
        '  employees: 1',
        '  tickets: 4',
        '  visits: 4',
        '  rigs: 2',
        '  customers: 1',
      ]),
    )
  })

  test.each([
    ['companies/Cedar-uid-1/companyDetails/laborRate', 'mended', /^Text where a number belongs/],
    ['companySettings/trusted', 'mended', /earned by reviews here/],
    ['activeServiceTickets/77', 'skipped', /from 100000 to 999999/],
    ['activeServiceTickets/200002', 'skipped', /in its rig’s work history as well/],
    ['activeServiceTickets/200005/Jobs', 'skipped', /at most 200 job lines, this one 10,000/],
    ['activeServiceTickets/200006/Parts/part500', 'skipped', /at most 500 parts/],
    ['pendingServiceTickets/200004', 'skipped', /in another group as well, further on/],
    ['approvalServiceTickets/200003/assignedTechnician', 'mended', /not an employee of the company/],
    ['approvalServiceTickets/200003/activeTimestamp', 'mended', /in the future/],
    ['approvalServiceTickets/200003/customerRV/vin', 'mended', /not in capitals/],
    ['approvalServiceTickets/200003/customerRV/axleAmount', 'mended', /number where text belongs/],
    ['Parts/p1', 'skipped', /no quantity above 0/],
    ['Parts/p2/totalAmount', 'mended', /\$99\.00, and quantity times price is \$1\.50/],
    ['Parts/TotalPartsAmount', 'mended', /\$3\.00, and the sum of its parts is \$1\.50/],
    ['users/RVPool/NOT A%2FVIN', 'skipped', /A VIN has 1 to 17/],
    [`users/RVPool/${VIN.toLowerCase()}`, 'skipped', /in the pool twice; its visits were joined/],
    ['workHistory/300002', 'skipped', /a company that is not in the tree/],
    ['workHistory/300001/completedTimestamp', 'mended', /came twice; took the first/],
    ['workHistory/300001/TotalBalance', 'mended', /add up to \$120\.00 .* keeps \$95\.50/],
    [`users/RVPool/${OTHER_VIN}/workHistory/300001`, 'mended', /has the id 300001; this visit got 300002/],
    ['workHistory/300009', 'skipped', /when this visit was/],
    [`users/companies/${DUNES}/companyDetails/companyPhone`, 'mended', /valid phone number/],
  ])('reports %s as %s', async (path, kind, problem) => {
    const report = JSON.parse(await readFile(treePath.replace('tree.json', 'report.json'), 'utf8')) as {
      findings: { path: string; kind: string; problem: string }[]
    }
    const found = report.findings.filter(finding => finding.path.endsWith(path) && finding.kind === kind)
    expect(found.map(finding => finding.problem).join('\n')).toMatch(problem)
    expect(printed.join('\n')).toContain(path)
  })
})

describe('an import', () => {
  beforeAll(async () => {
    printed = await run()
  })
  const desk = async () => {
    // Everybody chooses a password first; here it is that of the demo company's owner.
    await sql`update auth_credential set password =
      (select password from auth_credential where user_id = ${app.ids.dana}) where user_id = ${treeId(CEDAR)}`.execute(
      app.database,
    )
    return app.withCookie(await app.signIn('office@cedar.example'))
  }

  test('opens the dashboard with its four sections', async () => {
    const board = await (await desk()).tickets.board({})
    const ids = Object.entries(board).map(([section, { cards, total }]) => [
      section,
      total,
      cards.map(({ ticketId }) => ticketId),
    ])
    expect(ids).toEqual([
      ['pending', 1, [200_001]],
      ['active', 1, [200_006]],
      ['approval', 1, [200_003]],
      ['completed', 1, [200_004]],
    ])
  })

  test('has the company as it was, in the time zone of its coordinates', async () => {
    const { details, ...mine } = await (await desk()).companies.mine({})
    expect(mine).toMatchObject({
      companyName: 'Cedar Creek RV',
      companyPhone: '(574) 555-0100',
      email: 'office@cedar.example',
      timeZone: 'America/Indiana/Indianapolis',
    })
    expect(details).toMatchObject({
      laborRate: 120,
      mobileRange: 40,
      numberOfEmployees: 1,
      companySettings: { mobileBusiness: true, onTimeStatus: true, daysOfOperation: [1, 6] },
    })
  })

  test('without settings a company has the defaults, and its place in the public list', async () => {
    const { companies } = await app.as('visitor').companies.list({ q: 'Dunes' })
    expect(companies).toMatchObject([{ companyUUID: DUNES, companyName: 'Dunes Mobile RV', rating: null }])
    const company = await app.as('visitor').companies.get({ companyId: DUNES })
    expect(company).toMatchObject({
      daysOfOperation: [1, 5],
      hoursOfOperation: [8, 18],
      timeZone: 'America/Chicago',
    })
  })

  test('has a ticket with its lines, times and technician', async () => {
    const ticket = await (await desk()).tickets.get({ ticketId: 200_001 })
    expect(ticket).toMatchObject({
      state: 'pending',
      pendingTimestamp: new Date('2025-11-19T12:30:00Z'),
      customerDetails: { firstName: 'Lou', email: 'lou@mail.example' },
      customerRV: { vin: VIN, axleAmount: 'Class C' },
      jobs: [
        { jobNumber: 1, problem: 'Roof leak', estimatedTime: 1.5, suggestedTime: 2, estimate: true },
        { jobNumber: 2, estimatedTime: 0.5, cause: 'Soot', correction: 'Cleaned' },
      ],
      assignedTechs: [
        { date: '2025-11-20', uuid: treeId(NORA), assignedAt: new Date('2025-11-20T18:05:00Z') },
      ],
    })
    expect(ticket.jobs[0]?.sessions).toMatchObject([
      {
        clockInTime: new Date('2025-11-20T18:06:40Z'),
        clockOutTime: new Date('2025-11-20T19:06:40Z'),
      },
    ])
  })

  test('is found by a search, and its VIN is suggested', async () => {
    const { approval } = await (await desk()).tickets.board({ q: 'marsh ford' })
    expect(approval.cards.map(({ ticketId }) => ticketId)).toEqual([200_003])
    expect(await (await desk()).rigs.suggest({ starts: VIN.slice(0, 5) })).toMatchObject([{ vin: VIN }])
  })

  test('keeps the balance of a completed ticket, whatever the rate is today', async () => {
    const cedar = await desk()
    await cedar.companies.change({ laborRate: 200 })
    expect((await cedar.tickets.get({ ticketId: 300_001 })).totals).toMatchObject({ totalBalance: 95.5 })
  })

  test('has the history of a VIN as the tree had it, newest first', async () => {
    const { entries } = await app.as('visitor').workHistory.get({ vin: VIN })
    expect(entries).toMatchObject([
      {
        ticketId: 300_001,
        completedTimestamp: new Date('2024-11-03T05:30:00Z'),
        technician: 'Nora Hale',
        totalBalance: 95.5,
        imported: { by: 'Cedar Creek RV', on: '2025-11-25' },
      },
      { ticketId: 200_002, totalBalance: 120 },
      { ticketId: 300_003, technician: 'Not Available', totalBalance: 12 },
    ])
  })

  test('has visits that can be claimed and disputed like any other, say who brought them along, and earn no review', async () => {
    const cedar = await desk()
    const { claim } = await cedar.customerLinks.get({ ticketId: 300_001 })
    const { client } = await createRigOwner(app)
    await client.rigClaims.claim({ vin: VIN, code: claim?.code ?? '' })
    const { visits } = await client.rigClaims.get({ vin: VIN })
    expect(visits.map(({ imported }) => imported)).toEqual(
      visits.map(() => ({ by: 'Cedar Creek RV', on: '2025-11-25' })),
    )
    const visit = { vin: VIN, companyUUID: treeId(CEDAR), ticketId: 300_001 }
    const words = 'This never happened.'
    await client.rigClaims.saveNote({ ...visit, kind: 'dispute', words })
    expect(await cedar.tickets.disputes({ ticketId: 300_001 })).toMatchObject([{ words }])
    const { link } = await cedar.customerLinks.create({ ticketId: 300_001 })
    const token = tokenIn(link.path)
    // Links work for 90 days after the work is done.
    const { now } = app
    app.now = new Date('2024-11-10T12:00:00Z')
    const lou = await customerOfLink(app, token, '0133')
    expect(await lou.client.reviews.getByLink({ token })).toEqual({ review: null, mayReview: false })
    expect((await errorOf(lou.client.reviews.create({ token, stars: 5, words: 'Fine.' }))).message).toBe(
      'This visit was imported from another system. Only work completed here can be reviewed.',
    )
    app.now = now
  })

  test('again changes nothing, and says so', async () => {
    const before = await countRows()
    expect((await run()).at(-1)).toBe('Nothing changed: there is nothing new in this tree.')
    expect(await countRows()).toEqual(before)
  })

  test('is refused while another one runs', async () => {
    await app.database.connection().execute(async session => {
      await sql`select pg_advisory_lock(4417091188235516402)`.execute(session)
      await expect(run()).rejects.toThrow(/^Another import is running/)
      await sql`select pg_advisory_unlock(4417091188235516402)`.execute(session)
    })
  })
})

test('keys with dots and slashes come encoded, and a ticket’s own id may be a number or text', async () => {
  const ticket = (ticketId: unknown) => ({
    ticketId,
    assignedTechnician: 'kim.b/1',
    customerDetails: { firstName: 'Al', lastName: null },
    Parts: null,
  })
  const tree = await writeImportFile(inject('postgres').folder, {
    users: {
      companies: {
        'dot%2Ed%2Fslash': {
          companyDetails: { companyName: 'Dots', email: 'dots@mail.example', coordinates: null },
          Employees: { 'kim%2Eb%2F1': { firstName: 'Kim', email: 'kim.b@mail.example' } },
          ticketManager: { activeServiceTickets: { 400001: ticket(400_001), 400002: ticket('400002') } },
        },
      },
    },
  })
  const lines = await run({ tree })
  expect(lines).toContain('Nothing has to be skipped or mended.')
  const tickets = await app.database
    .selectFrom('ticket')
    .select(['ticketId', 'assignedTechnician'])
    .where('companyId', '=', treeId('dot.d/slash'))
    .orderBy('ticketId')
    .execute()
  const assignedTechnician = treeId('kim.b/1')
  expect(tickets).toEqual([400_001, 400_002].map(ticketId => ({ ticketId, assignedTechnician })))
})

test('a rig comes with the first company that needs it, also if that one closed its ticket', async () => {
  const ticket = { customerDetails: { firstName: 'Al' }, customerRV: { vin: 'HOME-BUILT-9', make: '' } }
  const company = (name: string, activeServiceTickets: object) => ({
    companyDetails: { companyName: name, email: `${name}@mail.example`, coordinates: null },
    ticketManager: { activeServiceTickets },
  })
  const tree = await writeImportFile(inject('postgres').folder, {
    users: {
      companies: { elm: company('elm', {}), fir: company('fir', { 400003: ticket }) },
      RVPool: { 'HOME-BUILT-9': { make: 'Ford', customerUUID: null, assigned: false } },
    },
    rigwright: { companies: { elm: { closedServiceTickets: { 400003: ticket } } } },
  })
  await run({ tree })
  const rigs = await app.database
    .selectFrom('ownRig')
    .select(['companyId', 'make'])
    .where('vin', '=', 'HOME-BUILT-9')
    .execute()
  expect(new Map(rigs.map(({ companyId, make }) => [companyId, make]))).toEqual(
    new Map([
      [treeId('elm'), 'Ford'],
      [treeId('fir'), ''],
    ]),
  )
})

describe('with the accounts of the authentication service', () => {
  const PARAMETERS = {
    algorithm: 'SCRYPT',
    base64_signer_key:
      'jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==',
    base64_salt_separator: 'Bw==',
    rounds: 8,
    mem_cost: 14,
  }
  const company = (companyName: string, email: string, Employees = {}) => ({
    companyDetails: { companyName, email },
    Employees,
  })
  const account = (localId: string, email: string) => ({
    localId,
    email,
    passwordHash: 'lSrfV15cpx95_sZS2W9c9Kp6i_LVgQNDNC_qzrCnh1SAyZvqmZqAjTdn3aoItz-VHjoZilo78198JAdRuid5lQ==',
    salt: '42xEC-ixf3L2lw==',
  })
  const find = (id: string) =>
    sql<{ email: string; password: string | null }>`
      select email, password from auth_user u left join auth_credential c on c.user_id = u.id
      where u.id = ${treeId(id)}`
      .execute(app.database)
      .then(({ rows }) => rows[0])

  beforeAll(async () => {
    const tree = await writeImportFile(inject('postgres').folder, {
      users: {
        companies: {
          withAccount: company('With', 'old@with.example', {
            hasPassword: { firstName: 'Ann', email: 'ann@with.example' },
            takesNoras: { firstName: 'Bo', email: 'nora@cedar.example' },
            wasFired: { firstName: 'Rick', lastName: 'Dunn', email: 'rick@with.example' },
          }),
          wasClosed: company('Closed Down', 'closed@down.example'),
          withoutAccount: company('Without', 'without@mail.example'),
          ofAnotherCompany: company('Taken', 'dana@bluebonnet.example'),
          ofFounder: company('Founded', 'founder@rigwright.example'),
        },
      },
    })
    const accounts = await writeImportFile(inject('postgres').folder, {
      users: [
        account('withAccount', 'New@With.example'),
        { ...account('hasPassword', 'ann@with.example'), passwordHash: undefined },
        account('takesNoras', 'nora@cedar.example'),
        account('ofAnotherCompany', 'dana@bluebonnet.example'),
        account('ofFounder', 'founder@rigwright.example'),
        account('nobody', 'nobody@mail.example'),
        { ...account('wasFired', 'rick@with.example'), disabled: true, mfaInfo: [{ phoneInfo: '+1574' }] },
        { ...account('wasClosed', 'closed@down.example'), disabled: true },
      ],
    })
    printed = await run({
      tree,
      accounts,
      hashParameters: await writeImportFile(inject('postgres').folder, PARAMETERS),
    })
  })

  test('a password is stored as sign-in verifies it, with the email of the account', async () => {
    expect(await find('withAccount')).toEqual({
      email: 'new@with.example',
      password:
        'firebase-scrypt:v1:8:14:Bw==:jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==:42xEC+ixf3L2lw==:lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==',
    })
  })

  test('an account without a password is made without one', async () => {
    expect(await find('hasPassword')).toEqual({ email: 'ann@with.example', password: null })
  })

  test('an employee whose account is disabled arrives deactivated, with a sentence', async () => {
    const { rows } = await sql<{ isDeactivated: boolean }>`
      select deactivated_at is not null as is_deactivated from employee
      where employee_id in (${treeId('wasFired')}, ${treeId('hasPassword')}) order by first_name desc`.execute(
      app.database,
    )
    expect(rows).toEqual([{ isDeactivated: true }, { isDeactivated: false }])
    expect(printed.join('\n')).toMatch(
      /Employees\/wasFired {2}This account is disabled: the employee arrives/,
    )
  })

  test('an account whose second factor is not imported is listed', () => {
    expect(printed.join('\n')).toMatch(
      /Employees\/wasFired {2}The second factor of this account is not imported/,
    )
  })

  test.each([
    ['wasClosed', /companies\/wasClosed {2}The account of Closed Down’s owner is disabled: this company/],
    ['withoutAccount', /companies\/withoutAccount {2}There is no account with an email for this company/],
    ['ofAnotherCompany', /ofAnotherCompany\/companyDetails\/email {2}An account here has the email dana@/],
    ['ofFounder', /ofFounder\/companyDetails\/email {2}An account here has the email founder@/],
    ['takesNoras', /Employees\/takesNoras {2}An account here has the email nora@cedar\.example/],
    ['nobody', /accounts\/nobody {2}This account belongs to no company and no employee/],
  ])('%s is left out, with a sentence', async (id, sentence) => {
    expect(printed.join('\n')).toMatch(sentence)
    expect(await find(id)).toBeUndefined()
  })

  test.each([
    [undefined, /^These accounts have passwords: add --hash-parameters FILE\.$/],
    [{ ...PARAMETERS, algorithm: 'BCRYPT' }, /is not as expected: algorithm only SCRYPT is known/],
    ['{', /is not JSON/],
  ])('the hash parameters %j are refused', async (parameters, sentence) => {
    const accounts = await writeImportFile(inject('postgres').folder, {
      users: [account('a', 'a@b.example')],
    })
    const hashParameters =
      parameters === undefined ? undefined : await writeImportFile(inject('postgres').folder, parameters)
    await expect(run({ accounts, hashParameters })).rejects.toThrow(sentence)
  })
})

describe('a run is undone', () => {
  /** A company with a ticket of a rig, one with a visit of it, and its customer. */
  const small = (uid: string, vin: string) => ({
    users: {
      companies: {
        [uid]: {
          companyDetails: { companyName: uid, email: `${uid}@mail.example` },
          Employees: { [`${uid}-kim`]: { firstName: 'Kim', email: `${uid}-kim@mail.example` } },
          ticketManager: {
            activeServiceTickets: {
              500001: {
                customerDetails: { firstName: 'Al' },
                customerRV: { vin },
                activeTimestamp: 1763661600000,
              },
            },
          },
        },
      },
      RVPool: {
        [vin]: {
          make: 'Ford',
          customerUUID: `${uid}-al`,
          assigned: true,
          workHistory: {
            500002: { companyUUID: uid, completedTimestamp: '05-09-2024 8:15 AM', TotalBalance: 12 },
          },
        },
      },
      customers: { [`${uid}-al`]: { customerDetails: { firstName: 'Al', email: 'al@mail.example' } } },
    },
  })
  const importOnce = async (uid: string, vin: string) => {
    const lines = await run({ tree: await writeImportFile(inject('postgres').folder, small(uid, vin)) })
    return /--undo (\S+)$/.exec(lines.at(-1) ?? '')?.[1] ?? ''
  }
  const undo = async (importId: string) => {
    const { context, lines } = await createImportContext(app.database, NOW)
    await undoImport(context, importId)
    return lines
  }
  const countSections = () =>
    sql`select company_id, active_tickets from company_version order by 1`
      .execute(app.database)
      .then(({ rows }) => rows)

  test('exactly, and can then be done again', async () => {
    const before = await countRows()
    const sections = await countSections()
    const importId = await importOnce('undone', 'UNDO1')
    expect(await countRows()).not.toEqual(before)
    expect(await undo(importId)).toEqual(['Took back undone.'])
    expect(await countRows()).toEqual(before)
    expect(await countSections()).toEqual(sections)
    expect(await undo(await importOnce('undone', 'UNDO1'))).toEqual(['Took back undone.'])
  })

  test('but for what was changed or is used since, which is named', async () => {
    const vin = sharedVin('UNDO-2')
    const importId = await importOnce('worked', vin)
    await app.as('dana').tickets.create({ ...june, customerRV: { ...june.customerRV, vin }, jobs: [] })
    await app.database
      .insertInto('job')
      .values({
        companyId: treeId('worked'),
        ticketId: 500_001,
        jobNumber: 1,
        problem: 'New',
        cause: '',
        correction: '',
        estimatedTime: 1,
        estimate: false,
        suggestedTime: null,
        answer: 'none',
      })
      .execute()
    expect(await undo(importId)).toEqual([
      'Left: ticket 500001 of worked, because it was changed since',
      `Left: rig ${vin}, because it is used or was changed since`,
      `Left: customer ${treeId('worked-al')}, because a rig or a ticket of theirs stays`,
      'Left: worked with its people, because there is new work',
    ])
    expect((await app.as('visitor').workHistory.get({ vin })).entries).toEqual([])
    await expect(undo(importId)).rejects.toThrow(/^There is no run/)
  })

  test.each(['', 'x', '3b0b2f5e-98a8-4d4b-9f53-3f1f7a1c2d3e'])(
    'not if there is no run %j',
    async importId => {
      await expect(undo(importId)).rejects.toThrow(/^There is no run .* that could be undone/)
    },
  )
})
