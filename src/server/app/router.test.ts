import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PROCEDURES } from '#contract/index.ts'
import { hasAuditSentence } from '#domain/audit/audit-sentences.ts'
import { PAYMENT_METHODS } from '#domain/billing/ledger.ts'
import { MAX_WRONG_ANSWERS } from '#domain/customer-links/link.ts'
import { hasSentence } from '#domain/tickets/activity.ts'
import { bluebonnet, customers, june, PASSWORD } from '#server/seed/demo-accounts.ts'
import {
  createAppointment,
  createCompletedTicket,
  createReview,
  customerOfLink,
  tokenIn,
} from '../../../test/support/customer-fixtures.ts'
import { dumpDatabase } from '../../../test/support/database-dump.ts'
import { importedJob, importedPerson } from '../../../test/support/imported-rows.ts'
import { createTestBrowser, subscriptionOf } from '../../../test/support/push-service.ts'
import {
  claimRigOf,
  createVisit,
  createRigOwner as somebodyElse,
} from '../../../test/support/rig-owner-fixtures.ts'
import { sharedVin } from '../../../test/support/shared-vin.ts'
import {
  emailReleaseToken,
  newOwnerDetails,
  signupTokenFor,
  unconfirmedCompany,
} from '../../../test/support/signup.ts'
import { type Client, createTestApp, errorOf, type TestApp } from '../../../test/support/test-app.ts'

let app: TestApp
/** Never the company's own before. */
let nextChangeHours = 100
let callers: Record<Caller, Client>

/**
 * `technician` is assigned to the ticket, `other` is a colleague who is not, `rival` owns another company; `rvOwner`
 * and `founder` have no company.
 */
const CALLERS = [
  'visitor',
  'unaffiliated',
  'flagless',
  'technician',
  'other',
  'writer',
  'owner',
  'rival',
  'rvOwner',
  'founder',
] as const
type Caller = (typeof CALLERS)[number]

const person = (firstName: string) => ({
  firstName,
  lastName: 'Moss',
  email: `${firstName}.${randomUUID()}@bluebonnet.example`.toLowerCase(),
  phone: '(574) 555-0188',
  licenseNumber: 'IN-1',
  password: PASSWORD,
})

beforeAll(async () => {
  app = await createTestApp()
  const fay = person('Fay')
  await app.as('dana').employees.register(fay)
  // An account that no longer has a company.
  const ex = { id: randomUUID(), email: 'ex@mail.example' }
  await sql`insert into auth_user (id, name, email, created_at, updated_at)
    values (${ex.id}, 'Ex', ${ex.email}, now(), now())`.execute(app.database)
  await sql`insert into auth_credential (user_id, account_id, provider_id, password, created_at, updated_at)
    select ${ex.id}, ${ex.id}, 'credential', password, now(), now() from auth_credential limit 1
  `.execute(app.database)
  callers = {
    visitor: app.as('visitor'),
    unaffiliated: app.withCookie(await app.signIn(ex.email)),
    flagless: app.withCookie(await app.signIn(fay.email)),
    technician: app.as('rosa'),
    other: app.as('sam'),
    writer: app.as('walt'),
    owner: app.as('dana'),
    rival: app.as('ray'),
    rvOwner: app.as('june'),
    founder: app.as('maya'),
  }
})
afterAll(() => app.close())

const ok = 'ok'
const sign = 'UNAUTHORIZED'
const no = 'FORBIDDEN'
const none = 'NOT_FOUND'
/** A ticket's link, whose question nobody here has answered. */
const unanswered = 'REFUSED'
const refused = 'REFUSED'
type Outcome = typeof ok | typeof sign | typeof no | typeof none | typeof refused

const SIGNED_IN: Outcome[] = [sign, no, ok, ok, ok, ok, ok, ok, ok, ok]
const ANYONE: Outcome[] = [ok, ok, ok, ok, ok, ok, ok, ok, ok, ok]
const STAFF: Outcome[] = [sign, no, ok, ok, ok, ok, ok, ok, no, no]
const OWN_DESK: Outcome[] = [sign, no, no, no, no, ok, ok, ok, no, no]
const OWN_BOARD: Outcome[] = [sign, no, no, ok, ok, ok, ok, ok, no, no]
const OWN_OFFICE: Outcome[] = [sign, no, no, no, no, no, ok, ok, no, no]
/** On a Bluebonnet ticket assigned to Rosa. */
const DESK: Outcome[] = [sign, no, no, no, no, ok, ok, none, no, no]
const BAY: Outcome[] = [sign, no, no, ok, none, ok, ok, none, no, no]
const OFFICE: Outcome[] = [sign, no, no, no, no, no, ok, none, no, no]

/** Whatever the ticket: it may be another’s by now. */
const TECHNICIANS: Outcome[] = [sign, no, no, ok, ok, no, no, no, no, no]

const RV_OWNER: Outcome[] = [sign, no, no, no, no, no, no, no, ok, ok]
const FOUNDERS: Outcome[] = CALLERS.map(caller =>
  caller === 'visitor' ? sign : caller === 'founder' ? ok : no,
)
/** For an RV owner's own rigs; other rigs are not found. */
const JUNES_RIG: Outcome[] = [sign, no, no, no, no, no, no, no, ok, none]

const UNANSWERED: Outcome[] = CALLERS.map(() => unanswered)

type Prepared = (client: Client) => Promise<unknown>
type AccessCase = {
  /** In the order of CALLERS. */
  readonly outcomes: readonly Outcome[]
  readonly kind: 'command' | 'query'
  /** Sets up a state in which an allowed caller succeeds; returns the call. */
  readonly prepare: () => Promise<Prepared>
}

const asking = (outcomes: Outcome[], ask: Prepared): AccessCase => ({
  outcomes,
  kind: 'query',
  prepare: async () => ask,
})

type OnTicket = (client: Client, ticketId: number) => Promise<unknown>

const handOver = (client: Client, ticketId: number) =>
  client.bay.handOver({
    ...{ ticketId, jobNumber: 1, label: 'Cause, job 1: Roof leak', text: 'Sealant cracked' },
    ...{ reason: 'This ticket was reassigned.', pressedAt: app.now },
  })

/** A command on Rosa's ticket, after `before`. */
const onTicket = (outcomes: Outcome[], act: OnTicket, before?: OnTicket): AccessCase => ({
  outcomes,
  kind: 'command',
  prepare: async () => {
    const ticketId = await app.createTicket('rosa')
    await before?.(app.as('dana'), ticketId)
    return client => act(client, ticketId)
  },
})

const onBooking = (act: OnTicket): AccessCase => ({
  outcomes: DESK,
  kind: 'command',
  prepare: async () => {
    const ticketId = await app.createBooking()
    return client => act(client, ticketId)
  },
})

/** By a ticket's link. */
const byLink = (
  kind: AccessCase['kind'],
  outcomes: Outcome[],
  ask: (client: Client, token: string) => Promise<unknown>,
): AccessCase => ({
  outcomes,
  kind,
  prepare: async () => {
    const ticketId = await app.createTicket('rosa')
    const { link } = await app.as('dana').customerLinks.create({ ticketId })
    const token = link.path.split('/').at(-1) ?? ''
    return client => ask(client, token)
  },
})

/** A message by the ticket's customer. */
async function written(ticketId: number): Promise<void> {
  const { link } = await app.as('dana').customerLinks.create({ ticketId })
  const token = link.path.split('/').at(-1) ?? ''
  await (await customerOfLink(app, token)).client.customerView.post({ token, text: 'When can I come?' })
}

type OnEmployee = (client: Client, id: string) => Promise<unknown>

/** A command on a new Bluebonnet employee, after `before`. */
const onEmployee = (act: OnEmployee, before?: OnEmployee): AccessCase => ({
  outcomes: OFFICE,
  kind: 'command',
  prepare: async () => {
    const { id } = await app.as('dana').employees.register(person('Hal'))
    await before?.(app.as('dana'), id)
    return client => act(client, id)
  },
})

const SPREADSHEET = { fileName: 'customers.csv', fileHash: '0'.repeat(64) }
const IMPORTED = {
  ...june.customerDetails,
  ...{ vin: '', year: '', make: '', model: '', axleAmount: '' as const },
}

let nextImported = 0

/** One import of a company runs at a time. */
const endImports = () =>
  app.database.updateTable('importRun').set({ state: 'failed' }).where('state', '=', 'running').execute()

/** Replaces the exports of all companies by one of Bluebonnet's, which has failed without a file. */
async function addExport(fileId: string | null): Promise<string> {
  await app.database.deleteFrom('companyExport').execute()
  const exportId = randomUUID()
  await app.database
    .insertInto('companyExport')
    .values({
      companyId: app.ids.dana,
      exportId,
      state: fileId === null ? 'failed' : 'ready',
      requestedAt: app.now,
      requestedByName: 'Dana',
      leasedUntil: app.now,
      expiresAt: new Date('2030-01-01'),
      fileId,
    })
    .execute()
  return exportId
}

/** A command on a new import of Bluebonnet's, which has ended if `isEnded`. */
const onImport = (
  act: OnEmployee,
  isEnded = false,
  kind: 'customers' | 'employees' | 'work' = 'customers',
): AccessCase => ({
  outcomes: OFFICE,
  kind: 'command',
  prepare: async () => {
    await endImports()
    const { importId } = await app.as('dana').imports.start({ ...SPREADSHEET, kind, rowCount: 2 })
    if (isEnded) await endImports()
    return client => act(client, importId)
  },
})

const tubes = { quantity: 2, description: 'Sealant', perPartAmount: 13.75 }

const onPart = (act: (client: Client, ticketId: number, partId: string) => Promise<unknown>): AccessCase => ({
  outcomes: DESK,
  kind: 'command',
  prepare: async () => {
    const ticketId = await app.createTicket('rosa')
    const { partId } = await app.as('dana').tickets.addPart({ ticketId, ...tubes })
    return client => act(client, ticketId, partId)
  },
})

const emailOf = async (id: string): Promise<string> =>
  (await sql<{ email: string }>`select email from auth_user where id = ${id}`.execute(app.database)).rows[0]
    ?.email ?? ''

/** A founders' command, on a company without sessions. */
const onCompany = (
  act: (client: Client, companyUUID: string) => Promise<unknown>,
  before: (founder: Client, companyUUID: string) => Promise<unknown> = async () => {},
): AccessCase => ({
  outcomes: FOUNDERS,
  kind: 'command',
  prepare: async () => {
    const { companyUUID } = await app.as('visitor').companies.register({
      companyName: 'New RV',
      email: `${randomUUID()}@mail.example`,
      password: PASSWORD,
      companyPhone: '(512) 555-0100',
    })
    await before(app.as('maya'), companyUUID)
    return client => act(client, companyUUID)
  },
})

const MONTH = { from: '2025-09-01', until: '2025-09-30', note: 'A month.' }

/** Logs in once more and returns that session; a random one for those who may not. */
async function elsewhere(client: Client): Promise<string> {
  const who = await client.me()
  const email = 'id' in who && who.kind !== 'unaffiliated' ? await emailOf(who.id) : null
  if (email === null) return randomUUID()
  await app.signIn(email)
  return (await client.account.sessions()).find(({ isCurrent }) => !isCurrent)?.id ?? ''
}

const TAX_RATE = { name: 'Indiana', percentage: 7, appliesTo: ['parts' as const] }
const PAYMENT = { amount: 50, method: 'cash' as const }

async function turnOnBilling(): Promise<void> {
  for (const owner of ['dana', 'ray'] as const) await app.as(owner).billing.turnOn()
}

/** Of a ticket as `createTicket` makes it: 1.25 h at $145.00. */
async function issueInvoice(desk: Client, ticketId: number) {
  await turnOnBilling()
  await desk.tickets.finalize({ ticketId })
  return desk.billing.issueInvoice({ ticketId, expectedTotal: 181.25 })
}

const BOOKS = { target: 'journal', from: '2025-01-01', to: '2027-12-31' } as const

/** Something to export. */
async function deposit(owner: Client) {
  await turnOnBilling()
  const { ticketId } = await owner.tickets.create({ ...june, jobs: [] })
  await owner.billing.recordDeposit({ ...PAYMENT, ticketId, received: 0 })
}

/** A command on a new tax rate of Bluebonnet's. */
const onTaxRate = (act: (client: Client, taxRateId: string) => Promise<unknown>): AccessCase => ({
  outcomes: OFFICE,
  kind: 'command',
  prepare: async () => {
    await turnOnBilling()
    const { taxRateId } = await app.as('dana').billing.addTaxRate(TAX_RATE)
    return client => act(client, taxRateId)
  },
})

type OnRig = (client: Client, rig: Awaited<ReturnType<typeof claimRigOf>>) => Promise<unknown>

/** On a rig of June's, after `before`. */
const onRig = (kind: AccessCase['kind'], act: OnRig, before?: OnRig): AccessCase => ({
  outcomes: JUNES_RIG,
  kind,
  prepare: async () => {
    const rig = await claimRigOf(app)
    await before?.(app.as('june'), rig)
    return client => act(client, rig)
  },
})

/** Every procedure of the contract: who may call it, and what others get. */
const TABLE: Readonly<Record<string, AccessCase>> = {
  me: asking(ANYONE, client => client.me()),
  'account.get': asking(SIGNED_IN, client => client.account.get()),
  'account.sessions': asking(SIGNED_IN, client => client.account.sessions()),
  'account.endSession': {
    outcomes: SIGNED_IN,
    kind: 'command',
    // Anyone may end their own session; those without one are refused before.
    prepare: async () => async client => {
      const sessionId = await elsewhere(client)
      await client.account.endSession({ sessionId })
    },
  },
  'account.endOtherSessions': {
    outcomes: SIGNED_IN,
    kind: 'command',
    prepare: async () => async client => {
      await elsewhere(client)
      await client.account.endOtherSessions()
    },
  },
  'account.sendConfirmation': {
    outcomes: OWN_OFFICE,
    kind: 'command',
    prepare: async () => {
      const { dana, ray } = app.ids
      await sql`update auth_user set email_verified = false where id in (${dana}, ${ray})`.execute(
        app.database,
      )
      return client => client.account.sendConfirmation()
    },
  },
  'account.setName': {
    outcomes: OWN_OFFICE,
    kind: 'command',
    prepare: async () => client => client.account.setName({ firstName: 'Dana', lastName: 'Reyes' }),
  },
  'account.previewConfirmation': {
    outcomes: ANYONE,
    kind: 'query',
    prepare: async () => {
      const { token } = await unconfirmedCompany(app)
      return client => client.account.previewConfirmation({ token })
    },
  },
  'account.confirmEmail': {
    outcomes: ANYONE,
    kind: 'command',
    prepare: async () => {
      const { token } = await unconfirmedCompany(app)
      return client => client.account.confirmEmail({ token })
    },
  },
  'account.previewEmailRelease': {
    outcomes: ANYONE,
    kind: 'query',
    prepare: async () => {
      const token = await emailReleaseToken(app)
      return client => client.account.previewEmailRelease({ token })
    },
  },
  'account.releaseEmail': {
    outcomes: ANYONE,
    kind: 'command',
    prepare: async () => {
      const token = await emailReleaseToken(app)
      return client => client.account.releaseEmail({ token })
    },
  },
  'rvOwners.requestSignup': asking(ANYONE, client =>
    client.rvOwners.requestSignup({ email: `${randomUUID()}@mail.example` }),
  ),
  'rvOwners.preview': {
    outcomes: ANYONE,
    kind: 'query',
    prepare: async () => {
      const token = await signupTokenFor(app)
      return client => client.rvOwners.preview({ token })
    },
  },
  'rvOwners.confirmSignup': {
    outcomes: ANYONE,
    kind: 'command',
    prepare: async () => {
      const token = await signupTokenFor(app)
      return client => client.rvOwners.confirmSignup({ token, ...newOwnerDetails })
    },
  },
  'rvOwners.listTickets': asking(RV_OWNER, client => client.rvOwners.listTickets({})),
  'rvOwners.openTicket': {
    // The ticket has the RV owner's email, not the founder's.
    outcomes: [...RV_OWNER.slice(0, -1), none],
    kind: 'command',
    prepare: async () => {
      const ticketId = await app.createTicket('rosa')
      return client => client.rvOwners.openTicket({ companyUUID: app.ids.dana, ticketId })
    },
  },
  'rvOwners.getDetails': asking(RV_OWNER, client => client.rvOwners.getDetails()),
  'rvOwners.changeDetails': {
    outcomes: RV_OWNER,
    kind: 'command',
    prepare: async () => client => client.rvOwners.changeDetails({ address: randomUUID() }),
  },
  'rvOwners.deleteAccount': {
    // A founder's account stays. June is needed later, so another owner is deleted.
    outcomes: [...RV_OWNER.slice(0, -1), refused],
    kind: 'command',
    prepare: async () => {
      const like = await somebodyElse(app)
      return client =>
        (client === callers.rvOwner ? like.client : client).rvOwners.deleteAccount({ password: PASSWORD })
    },
  },
  'companies.register': {
    outcomes: ANYONE,
    kind: 'command',
    prepare: async () => client => {
      const { owner: _, ...company } = bluebonnet
      return client.companies.register({
        ...company,
        email: `${randomUUID()}@mail.example`,
        password: PASSWORD,
      })
    },
  },
  'companies.list': asking(ANYONE, client => client.companies.list({})),
  'companies.get': asking(ANYONE, client => client.companies.get({ companyId: app.ids.dana })),
  'companies.change': {
    outcomes: OWN_OFFICE,
    kind: 'command',
    prepare: async () => client => client.companies.change({ companyName: randomUUID() }),
  },
  'companies.close': {
    outcomes: OWN_OFFICE,
    kind: 'command',
    prepare: async () => {
      await app.as('dana').companies.keepOpen()
      return client => client.companies.close({ password: PASSWORD })
    },
  },
  'companies.keepOpen': {
    outcomes: OWN_OFFICE,
    kind: 'command',
    prepare: async () => {
      await app.as('dana').companies.close({ password: PASSWORD })
      return client => client.companies.keepOpen()
    },
  },
  'preferences.get': { ...asking(STAFF, client => client.preferences.get()), outcomes: OWN_OFFICE },
  'notices.listWaiting': { ...asking(STAFF, client => client.notices.listWaiting()), outcomes: OWN_OFFICE },
  'preferences.change': {
    outcomes: OWN_OFFICE,
    kind: 'command',
    prepare: async () => {
      nextChangeHours += 1
      const changeHours = nextChangeHours
      return client => client.preferences.change({ changeHours })
    },
  },
  'billing.getSettings': asking(OWN_OFFICE, client => client.billing.getSettings()),
  'billing.turnOn': {
    outcomes: OWN_OFFICE,
    kind: 'command',
    prepare: async () => {
      await app.database.updateTable('billingSetting').set({ turnedOnAt: null }).execute()
      return client => client.billing.turnOn()
    },
  },
  'billing.changeSettings': {
    outcomes: OWN_OFFICE,
    kind: 'command',
    prepare: async () => {
      await turnOnBilling()
      return client => client.billing.changeSettings({ footText: randomUUID() })
    },
  },
  // The operator of this app has set up no cards.
  'billing.connectCards': {
    outcomes: OWN_OFFICE.map(outcome => (outcome === ok ? refused : outcome)),
    kind: 'command',
    prepare: async () => {
      await turnOnBilling()
      return client => client.billing.connectCards()
    },
  },
  'billing.refundCard': {
    outcomes: OWN_OFFICE.map(outcome => (outcome === ok ? refused : outcome)),
    kind: 'command',
    prepare: async () => {
      const ticketId = await app.createTicket('rosa')
      const entryId = crypto.randomUUID()
      return client =>
        client.billing.refundCard({ ticketId, entryId, amount: 1, received: 1, reason: 'Twice' })
    },
  },
  'billing.addTaxRate': {
    outcomes: OWN_OFFICE,
    kind: 'command',
    prepare: async () => {
      await turnOnBilling()
      return client => client.billing.addTaxRate(TAX_RATE)
    },
  },
  'billing.changeTaxRate': onTaxRate((client, taxRateId) =>
    client.billing.changeTaxRate({ ...TAX_RATE, taxRateId }),
  ),
  'billing.archiveTaxRate': onTaxRate((client, taxRateId) => client.billing.archiveTaxRate({ taxRateId })),
  'billing.getReceivables': asking(OWN_DESK, client => client.billing.getReceivables()),
  'billing.getBookkeeping': asking(OWN_OFFICE, client => client.billing.getBookkeeping()),
  'billing.exportBooks': {
    outcomes: OWN_OFFICE,
    kind: 'command',
    prepare: async () => {
      for (const owner of ['dana', 'ray'] as const) await deposit(app.as(owner))
      return client => client.billing.exportBooks(BOOKS)
    },
  },
  'billing.getBooks': {
    outcomes: OFFICE,
    kind: 'query',
    prepare: async () => {
      await deposit(app.as('dana'))
      const { exportId } = await app.as('dana').billing.exportBooks(BOOKS)
      return client => client.billing.getBooks({ exportId })
    },
  },
  'billing.turnOff': {
    outcomes: OWN_OFFICE,
    kind: 'command',
    prepare: async () => {
      await turnOnBilling()
      await sql`truncate ledger_entry, invoice, invoice_reminder`.execute(app.database)
      return client => client.billing.turnOff()
    },
  },
  'billing.setReminders': {
    outcomes: DESK,
    kind: 'command',
    prepare: async () => {
      const { invoiceId } = await issueInvoice(app.as('dana'), await app.createTicket())
      return client => client.billing.setReminders({ invoiceId, areStopped: true })
    },
  },
  'billing.getDay': asking(OWN_DESK, client => client.billing.getDay({})),
  'billing.getSales': asking(OWN_OFFICE, client =>
    client.billing.getSales({ from: '2025-01', to: '2025-12' }),
  ),
  'billing.closeDay': {
    outcomes: OWN_DESK,
    kind: 'command',
    prepare: async () => {
      await turnOnBilling()
      // A day without money.
      const lines = PAYMENT_METHODS.map(method => ({ method, expected: 0, counted: 0 }))
      return client => client.billing.closeDay({ day: '2025-01-06', lines })
    },
  },
  'billing.getTicket': {
    ...onTicket(DESK, (client, ticketId) => client.billing.getTicket({ ticketId })),
    kind: 'query',
  },
  'billing.issueInvoice': onTicket(
    DESK,
    (client, ticketId) => client.billing.issueInvoice({ ticketId, expectedTotal: 181.25 }),
    async (desk, ticketId) => {
      await turnOnBilling()
      await desk.tickets.finalize({ ticketId })
    },
  ),
  'billing.forgetExemption': onTicket(
    DESK,
    (client, ticketId) => client.billing.forgetExemption({ ticketId }),
    async () => {
      await turnOnBilling()
      const { email, firstName, lastName } = june.customerDetails
      await app.database
        .insertInto('customerExemption')
        .values({
          ...{ companyId: app.ids.dana, email: email.toLowerCase(), phone: '', notedAt: app.now },
          customerName: `${firstName} ${lastName}`,
          ...{ certificateNumber: 'IN-77', expiresOn: '2031-01-01' },
        })
        .onConflict(same => same.doNothing())
        .execute()
    },
  ),
  'billing.recordPayment': onTicket(
    DESK,
    (client, ticketId) => client.billing.recordPayment({ ...PAYMENT, ticketId, due: 181.25 }),
    issueInvoice,
  ),
  'billing.recordDeposit': onTicket(
    DESK,
    (client, ticketId) => client.billing.recordDeposit({ ...PAYMENT, ticketId, received: 0 }),
    turnOnBilling,
  ),
  'billing.refund': onTicket(
    OFFICE,
    (client, ticketId) =>
      client.billing.refund({ ...PAYMENT, ticketId, received: PAYMENT.amount, reason: 'Paid twice' }),
    async (desk, ticketId) => {
      await turnOnBilling()
      await desk.billing.recordDeposit({ ...PAYMENT, ticketId, received: 0 })
    },
  ),
  'billing.withdrawDeposit': onTicket(
    DESK,
    (client, ticketId) => client.billing.withdrawDeposit({ ticketId, asked: 50 }),
    async (desk, ticketId) => {
      await turnOnBilling()
      await desk.approvals.request({ ticketId, jobNumbers: [1], deposit: 50 })
    },
  ),
  'billing.voidPayment': {
    outcomes: OFFICE,
    kind: 'command',
    prepare: async () => {
      await turnOnBilling()
      const ticketId = await app.createTicket('rosa')
      const { entryId } = await app.as('dana').billing.recordDeposit({ ...PAYMENT, ticketId, received: 0 })
      return client => client.billing.voidPayment({ ticketId, entryId, reason: 'Wrong ticket' })
    },
  },
  'billing.setCorrections': {
    outcomes: OFFICE,
    kind: 'command',
    prepare: async () => {
      await turnOnBilling()
      const roles = { isServiceWriter: true, isTechnician: false }
      const { id: employeeId } = await app.as('dana').employees.register({ ...person('Hal'), roles })
      return client => client.billing.setCorrections({ employeeId, mayCorrect: true })
    },
  },
  'billing.issueCreditNote': {
    outcomes: OFFICE,
    kind: 'command',
    prepare: async () => {
      const ticketId = await app.createTicket('rosa')
      const { invoiceId } = await issueInvoice(app.as('dana'), ticketId)
      return client => client.billing.issueCreditNote({ ticketId, invoiceId, amount: 1, reason: 'Goodwill' })
    },
  },
  'companyExports.get': asking(OWN_OFFICE, client => client.companyExports.get()),
  'companyExports.start': {
    outcomes: OWN_OFFICE,
    kind: 'command',
    prepare: async () => {
      await addExport(null)
      return client => client.companyExports.start()
    },
  },
  'companyExports.openDownload': {
    outcomes: OFFICE,
    kind: 'command',
    prepare: async () => {
      const exportId = await addExport(randomUUID())
      return client => client.companyExports.openDownload({ exportId, password: PASSWORD })
    },
  },
  'imports.list': asking(OWN_OFFICE, client => client.imports.list()),
  'imports.start': {
    outcomes: OWN_OFFICE,
    kind: 'command',
    prepare: async () => {
      await endImports()
      return client => client.imports.start({ ...SPREADSHEET, rowCount: 1 })
    },
  },
  'imports.addCustomers': onImport((client, importId) =>
    client.imports.addCustomers({ importId, firstRow: 0, rows: [IMPORTED] }),
  ),
  'imports.addEmployees': onImport(
    (client, importId) => {
      nextImported += 1
      const rows = [{ ...importedPerson, email: `imported${nextImported}@mail.example` }]
      return client.imports.addEmployees({ importId, firstRow: 0, rows })
    },
    false,
    'employees',
  ),
  'imports.addVisits': onImport(
    (client, importId) =>
      client.imports.addVisits({ importId, firstRow: 0, rows: [{ jobs: [importedJob] }] }),
    false,
    'work',
  ),
  'imports.checkEmployees': asking(OWN_OFFICE, client =>
    client.imports.checkEmployees({ emails: ['june@mail.example'] }),
  ),
  'imports.checkVisits': asking(OWN_OFFICE, client =>
    client.imports.checkVisits({ keys: ['1042'], vins: [importedJob.vin] }),
  ),
  'imports.checkCustomers': asking(OWN_OFFICE, client =>
    client.imports.checkCustomers({
      rows: [{ firstName: 'A', lastName: 'B', email: '', phone: '', vin: '' }],
    }),
  ),
  'imports.undo': onImport((client, importId) => client.imports.undo({ importId }), true),
  'companies.mine': asking(STAFF, client => client.companies.mine()),
  'employees.list': asking(OWN_DESK, client => client.employees.list()),
  'employees.register': {
    outcomes: OWN_OFFICE,
    kind: 'command',
    prepare: async () => client => client.employees.register(person('Gil')),
  },
  'employees.change': onEmployee((client, id) => client.employees.change({ id, phone: '(574) 555-0101' })),
  'employees.deactivate': onEmployee((client, id) => client.employees.deactivate({ id })),
  'employees.reactivate': onEmployee(
    (client, id) => client.employees.reactivate({ id }),
    (owner, id) => owner.employees.deactivate({ id }),
  ),
  'employees.sendReset': onEmployee((client, id) => client.employees.sendReset({ id })),
  'employees.delete': onEmployee((client, id) => client.employees.delete({ id })),
  'employees.mine': asking(STAFF, client => client.employees.mine()),
  'audit.list': asking(OWN_OFFICE, client => client.audit.list({})),
  'audit.listSignIns': asking(OWN_OFFICE, client => client.audit.listSignIns({})),
  'schedule.week': asking(OWN_DESK, client => client.schedule.week({})),
  'tickets.board': asking(OWN_BOARD, client => client.tickets.board()),
  'tickets.list': asking(OWN_BOARD, client => client.tickets.list({})),
  'tickets.balances': asking(OWN_DESK, client => client.tickets.balances({ ticketIds: '412873' })),
  'tickets.create': {
    outcomes: OWN_DESK,
    kind: 'command',
    prepare: async () => client => client.tickets.create({ ...june, jobs: [] }),
  },
  'tickets.activity': {
    ...onTicket(BAY, (client, ticketId) => client.tickets.activity({ ticketId })),
    kind: 'query',
  },
  'tickets.get': { ...onTicket(BAY, (client, ticketId) => client.tickets.get({ ticketId })), kind: 'query' },
  'tickets.changeDetails': onTicket(DESK, (client, ticketId) =>
    client.tickets.changeDetails({ ticketId, customerDetails: { phone: '(574) 555-0299' } }),
  ),
  'tickets.accept': onBooking((client, ticketId) => client.tickets.accept({ ticketId })),
  'tickets.decline': onBooking((client, ticketId) => client.tickets.decline({ ticketId })),
  'bookings.get': {
    ...onBooking((client, ticketId) => client.bookings.get({ ticketId })),
    kind: 'query',
  },
  'bookings.listCancellations': asking(OWN_DESK, client => client.bookings.listCancellations()),
  'bookings.dismissCancellation': {
    outcomes: DESK,
    kind: 'command',
    prepare: async () => {
      const { ticketId } = await createAppointment(app)
      const canceled = app.database.updateTable('booking').set({ canceledAt: app.now })
      await canceled.where('ticketId', '=', ticketId).execute()
      return client => client.bookings.dismissCancellation({ ticketId })
    },
  },
  'bookings.preview': {
    outcomes: ANYONE,
    kind: 'query',
    prepare: async () => {
      const token = await app.unconfirmedBooking({ email: `${randomUUID()}@mail.example` })
      return client => client.bookings.preview({ token })
    },
  },
  'bookings.confirm': {
    outcomes: ANYONE,
    kind: 'command',
    prepare: async () => {
      const token = await app.unconfirmedBooking({ email: `${randomUUID()}@mail.example` })
      return client => client.bookings.confirm({ token })
    },
  },
  'tickets.askApproval': onTicket(BAY, (client, ticketId) => client.tickets.askApproval({ ticketId })),
  'tickets.approve': onTicket(
    DESK,
    (client, ticketId) => client.tickets.approve({ ticketId }),
    (desk, ticketId) => desk.tickets.askApproval({ ticketId }),
  ),
  'tickets.finalize': onTicket(DESK, (client, ticketId) => client.tickets.finalize({ ticketId })),
  'tickets.complete': onTicket(
    DESK,
    (client, ticketId) => client.tickets.complete({ ticketId }),
    (desk, ticketId) => desk.tickets.finalize({ ticketId }),
  ),
  'tickets.close': onTicket(DESK, (client, ticketId) =>
    client.tickets.close({ ticketId, reason: 'no-show' }),
  ),
  'tickets.reopen': onTicket(
    DESK,
    (client, ticketId) => client.tickets.reopen({ ticketId }),
    (desk, ticketId) => desk.tickets.finalize({ ticketId }),
  ),
  'tickets.addAddendum': onTicket(
    DESK,
    (client, ticketId) => client.tickets.addAddendum({ ticketId, text: 'Seal replaced' }),
    async (desk, ticketId) => {
      await desk.tickets.finalize({ ticketId })
      await desk.tickets.complete({ ticketId })
    },
  ),
  'tickets.assign': onTicket(DESK, (client, ticketId) =>
    client.tickets.assign({ ticketId, employeeId: app.ids.sam }),
  ),
  'tickets.release': onTicket(DESK, (client, ticketId) => client.tickets.release({ ticketId })),
  'tickets.addJob': onTicket(DESK, (client, ticketId) =>
    client.tickets.addJob({ ticketId, problem: 'Rust' }),
  ),
  'tickets.removeJob': onTicket(DESK, (client, ticketId) =>
    client.tickets.removeJob({ ticketId, jobNumber: 1 }),
  ),
  'tickets.clockIn': onTicket(BAY, (client, ticketId) => client.tickets.clockIn({ ticketId, jobNumber: 1 })),
  'tickets.clockOut': {
    outcomes: BAY,
    kind: 'command',
    prepare: async () => {
      const ticketId = await app.createTicket('rosa')
      // A clock is stopped by its technician; others are refused before.
      return async client => {
        await client.tickets.clockIn({ ticketId, jobNumber: 1 }).catch(() => {})
        await client.tickets.clockOut({ ticketId, jobNumber: 1 })
      }
    },
  },
  'tickets.changeJob': onTicket(BAY, (client, ticketId) =>
    client.tickets.changeJob({ ticketId, jobNumber: 1, cause: 'Sealant cracked' }),
  ),
  'tickets.approveTime': {
    outcomes: DESK,
    kind: 'command',
    prepare: async () => {
      const jobs = [{ problem: 'Slide-out', estimatedTime: 1, estimate: true }]
      const { ticketId } = await app.as('dana').tickets.create({ ...customers[0], jobs })
      await app.as('dana').tickets.changeJob({ ticketId, jobNumber: 1, suggestedTime: 2 })
      return client => client.tickets.approveTime({ ticketId, jobNumber: 1 })
    },
  },
  'tickets.addPart': onTicket(BAY, (client, ticketId) =>
    client.tickets.addPart({ ticketId, quantity: 1, description: 'Grease seal' }),
  ),
  'tickets.changePart': onPart((client, ticketId, partId) =>
    client.tickets.changePart({ ticketId, partId, perPartAmount: 9.8 }),
  ),
  'tickets.removePart': onPart((client, ticketId, partId) => client.tickets.removePart({ ticketId, partId })),
  'tickets.getCustomerData': {
    ...onTicket(DESK, (client, ticketId) => client.tickets.getCustomerData({ ticketId })),
    kind: 'query',
  },
  'tickets.eraseCustomer': {
    outcomes: DESK,
    kind: 'command',
    prepare: async () => {
      const desk = app.as('dana')
      const email = `${randomUUID()}@mail.example`
      const { ticketId } = await desk.tickets.create({
        customerDetails: { ...june.customerDetails, email },
        customerRV: june.customerRV,
      })
      await desk.tickets.finalize({ ticketId })
      return client => client.tickets.eraseCustomer({ ticketId })
    },
  },
  'tickets.disputes': {
    ...onTicket(DESK, (client, ticketId) => client.tickets.disputes({ ticketId })),
    kind: 'query',
  },
  'customerLinks.get': {
    ...onTicket(DESK, (client, ticketId) => client.customerLinks.get({ ticketId })),
    kind: 'query',
  },
  'customerLinks.create': onTicket(DESK, (client, ticketId) => client.customerLinks.create({ ticketId })),
  'customerLinks.revoke': onTicket(
    DESK,
    (client, ticketId) => client.customerLinks.revoke({ ticketId }),
    (desk, ticketId) => desk.customerLinks.create({ ticketId }),
  ),
  'customerLinks.unlock': onTicket(
    DESK,
    (client, ticketId) => client.customerLinks.unlock({ ticketId }),
    async (desk, ticketId) => {
      const { link } = await desk.customerLinks.create({ ticketId })
      const guess = { token: tokenIn(link.path), digits: '0000' }
      for (let tries = 0; tries < MAX_WRONG_ANSWERS; tries += 1)
        await errorOf(desk.customerView.verify(guess))
    },
  ),
  'customerLinks.email': onTicket(DESK, (client, ticketId) => client.customerLinks.email({ ticketId })),
  'customerView.preview': byLink('query', ANYONE, (client, token) => client.customerView.preview({ token })),
  'customerView.verify': byLink('command', ANYONE, (client, token) =>
    client.customerView.verify({ token, digits: june.customerDetails.phone.slice(-4) }),
  ),
  'customerView.get': byLink('query', UNANSWERED, (client, token) => client.customerView.get({ token })),
  'customerView.listMessages': byLink('query', UNANSWERED, (client, token) =>
    client.customerView.listMessages({ token }),
  ),
  'customerView.markRead': byLink('command', UNANSWERED, (client, token) =>
    client.customerView.markRead({ token }),
  ),
  'customerView.pay': byLink('command', UNANSWERED, (client, token) =>
    client.customerView.pay({ token, amount: 1 }),
  ),
  'customerView.post': byLink('command', UNANSWERED, (client, token) =>
    client.customerView.post({ token, text: 'When can I come?' }),
  ),
  'customerView.reschedule': byLink('command', UNANSWERED, (client, token) =>
    client.customerView.reschedule({ token, wanted: { day: '2025-11-24', time: '11:00' } }),
  ),
  'customerView.cancel': byLink('command', UNANSWERED, (client, token) =>
    client.customerView.cancel({ token }),
  ),
  'customerView.subscribePush': byLink('command', UNANSWERED, (client, token) =>
    client.customerView.subscribePush({
      token,
      ...subscriptionOf(createTestBrowser('https://push.example')),
    }),
  ),
  'customerView.unsubscribePush': byLink('command', UNANSWERED, (client, token) =>
    client.customerView.unsubscribePush({ token, endpoint: 'https://push.example/x' }),
  ),
  'messages.list': {
    ...onTicket(DESK, (client, ticketId) => client.messages.list({ ticketId })),
    kind: 'query',
  },
  'messages.post': onTicket(DESK, (client, ticketId) =>
    client.messages.post({ ticketId, text: 'Tomorrow.' }),
  ),
  'messages.markRead': {
    outcomes: DESK,
    kind: 'command',
    prepare: async () => {
      const ticketId = await app.createTicket('rosa')
      await written(ticketId)
      return client => client.messages.markRead({ ticketId })
    },
  },
  'messages.listUnread': asking(OWN_DESK, client => client.messages.listUnread()),
  'onHold.get': {
    ...onTicket(DESK, (client, ticketId) => client.onHold.get({ ticketId })),
    kind: 'query',
  },
  'onHold.set': onTicket(DESK, (client, ticketId) => client.onHold.set({ ticketId, reason: 'part' })),
  'onHold.clear': onTicket(
    DESK,
    (client, ticketId) => client.onHold.clear({ ticketId }),
    (desk, ticketId) => desk.onHold.set({ ticketId, reason: 'part' }),
  ),
  'customerView.listApprovals': byLink('query', UNANSWERED, (client, token) =>
    client.customerView.listApprovals({ token }),
  ),
  'customerView.answerLine': byLink('command', UNANSWERED, (client, token) =>
    client.customerView.answerLine({
      token,
      requestId: randomUUID(),
      jobNumber: 1,
      version: 'as it was',
      answer: 'approved',
      typedName: 'June Park',
    }),
  ),
  'approvals.get': {
    ...onTicket(DESK, (client, ticketId) => client.approvals.get({ ticketId })),
    kind: 'query',
  },
  'approvals.request': onTicket(DESK, (client, ticketId) =>
    client.approvals.request({ ticketId, jobNumbers: [1] }),
  ),
  'approvals.recordAnswer': {
    outcomes: DESK,
    kind: 'command',
    prepare: async () => {
      const ticketId = await app.createTicket('rosa')
      const [line] = (await app.as('dana').approvals.get({ ticketId })).lines
      const input = { ticketId, jobNumber: 1, version: line?.version ?? '', answer: 'declined' } as const
      return client => client.approvals.recordAnswer(input)
    },
  },
  'approvals.undoAnswer': {
    outcomes: DESK,
    kind: 'command',
    prepare: async () => {
      const ticketId = await app.createTicket('rosa')
      const read = async () => (await app.as('dana').approvals.get({ ticketId })).lines[0]?.version ?? ''
      const job = { ticketId, jobNumber: 1 }
      await app.as('dana').approvals.recordAnswer({ ...job, version: await read(), answer: 'declined' })
      const input = { ...job, version: await read() }
      return client => client.approvals.undoAnswer(input)
    },
  },
  'approvals.withdraw': onTicket(
    DESK,
    (client, ticketId) => client.approvals.withdraw({ ticketId, jobNumber: 1 }),
    async (desk, ticketId) => {
      await desk.approvals.request({ ticketId, jobNumbers: [1] })
    },
  ),
  'reviews.list': asking(ANYONE, client => client.reviews.list({ companyId: app.ids.dana })),
  'reviews.mine': asking(OWN_OFFICE, client => client.reviews.mine({})),
  'reviews.answer': {
    outcomes: OFFICE,
    kind: 'command',
    prepare: async () => {
      const ticketId = await createReview(app)
      return client => client.reviews.answer({ ticketId, words: 'Thank you.' })
    },
  },
  'reviews.getByLink': byLink('query', UNANSWERED, (client, token) => client.reviews.getByLink({ token })),
  'reviews.create': byLink('command', UNANSWERED, (client, token) =>
    client.reviews.create({ token, stars: 5, words: 'Dry again.' }),
  ),
  // What a phone reports is no entry in a log.
  'bay.report': asking(TECHNICIANS, client =>
    client.bay.report({ deviceId: randomUUID(), notSent: 3, oldestPressedAt: null }),
  ),
  'bay.devices': asking(OWN_DESK, client => client.bay.devices()),
  // Nor is that it is forgotten.
  'bay.dismissDevices': asking(OWN_DESK, client => client.bay.dismissDevices({ technicianId: app.ids.rosa })),
  'bay.handOver': onTicket(TECHNICIANS, handOver),
  'bay.handOvers': asking(OWN_DESK, client => client.bay.handOvers()),
  'bay.settleHandOver': {
    outcomes: DESK,
    kind: 'command',
    prepare: async () => {
      const { handOverId } = await handOver(app.as('rosa'), await app.createTicket('rosa'))
      return client => client.bay.settleHandOver({ handOverId })
    },
  },
  'bay.addHandedOverPhoto': {
    outcomes: DESK,
    kind: 'command',
    prepare: async () => {
      const ticketId = await app.createTicket('rosa')
      const { handOverId } = await handOver(app.as('rosa'), ticketId)
      const [job] = (await app.as('dana').tickets.get({ ticketId })).jobs
      const photo = { photoId: randomUUID(), photoMoment: 'before', photoWidth: 40, photoHeight: 30 }
      // As routes do it, whose tests are in src/server/features/photos.
      await sql`update hand_over set photo_id = ${photo.photoId}, photo_moment = ${photo.photoMoment},
        label = ${`Photo, job 1. ${job?.problem}`}, photo_width = ${photo.photoWidth}, photo_height = ${photo.photoHeight}
        where hand_over_id = ${handOverId}`.execute(app.database)
      return client => client.bay.addHandedOverPhoto({ handOverId })
    },
  },
  'account.wasDeleted': asking(ANYONE, client => client.account.wasDeleted({ account: app.ids.rosa })),
  'clocks.mine': asking(STAFF, client => client.clocks.mine()),
  'clocks.list': asking(OWN_DESK, client => client.clocks.list()),
  'clocks.correct': {
    outcomes: DESK,
    kind: 'command',
    prepare: async () => {
      const ticketId = await app.createTicket('rosa')
      const { sessionId } = await app.as('rosa').tickets.clockIn({ ticketId, jobNumber: 1 })
      return client => client.clocks.correct({ ticketId, sessionId, reason: 'Asked Rosa' })
    },
  },
  'customers.suggest': asking(OWN_DESK, client => client.customers.suggest({ firstName: 'june' })),
  'rigs.suggest': asking(OWN_DESK, client => client.rigs.suggest({ starts: '1UJ' })),
  'rigs.deferred': asking(OWN_DESK, client => client.rigs.deferred({ vin: june.customerRV.vin })),
  'rigs.openTickets': asking(OWN_DESK, client => client.rigs.openTickets({ vin: june.customerRV.vin })),
  'rigs.get': {
    outcomes: OWN_DESK,
    kind: 'query',
    prepare: async () => {
      await app.createTicket()
      return client => client.rigs.get({ vin: june.customerRV.vin })
    },
  },
  'rigs.decode': asking(ANYONE, client => client.rigs.decode({ vin: june.customerRV.vin })),
  'addressSearch.suggest': asking(ANYONE, client => client.addressSearch.suggest({ q: '123 Main St, Elkh' })),
  'addressSearch.getMap': asking(ANYONE, client => client.addressSearch.getMap()),
  'workHistory.get': asking(ANYONE, client => client.workHistory.get({ vin: june.customerRV.vin })),
  'rigClaims.list': asking(RV_OWNER, client => client.rigClaims.list()),
  'rigClaims.claim': {
    outcomes: RV_OWNER,
    kind: 'command',
    prepare: async () => {
      const { vin, code } = await createVisit(app, { vin: sharedVin(`OPEN-${randomUUID().slice(0, 8)}`) })
      return client => client.rigClaims.claim({ vin, code })
    },
  },
  'rigClaims.get': onRig('query', (client, { vin }) => client.rigClaims.get({ vin })),
  'rigClaims.release': onRig('command', (client, { vin }) => client.rigClaims.release({ vin })),
  'rigClaims.createTransfer': onRig('command', (client, { vin }) => client.rigClaims.createTransfer({ vin })),
  'rigClaims.cancelTransfer': onRig(
    'command',
    (client, { vin }) => client.rigClaims.cancelTransfer({ vin }),
    (holder, { vin }) => holder.rigClaims.createTransfer({ vin }),
  ),
  'rigClaims.createReport': onRig('command', (client, { vin }) => client.rigClaims.createReport({ vin })),
  'rigClaims.revokeReport': {
    outcomes: JUNES_RIG,
    kind: 'command',
    prepare: async () => {
      const { vin } = await claimRigOf(app)
      const { reportId } = (await app.as('june').rigClaims.createReport({ vin })).report
      return client => client.rigClaims.revokeReport({ vin, reportId })
    },
  },
  'rigClaims.saveNote': onRig('command', (client, { vin, companyUUID, ticketId }) =>
    client.rigClaims.saveNote({ vin, companyUUID, ticketId, kind: 'dispute', words: 'It leaks.' }),
  ),
  'rigClaims.deleteNote': onRig(
    'command',
    (client, { vin, companyUUID, ticketId }) =>
      client.rigClaims.deleteNote({ vin, companyUUID, ticketId, kind: 'note' }),
    (holder, { vin, companyUUID, ticketId }) =>
      holder.rigClaims.saveNote({ vin, companyUUID, ticketId, kind: 'note', words: 'Dry.' }),
  ),
  'rigClaims.getReport': {
    outcomes: ANYONE,
    kind: 'query',
    prepare: async () => {
      const { vin } = await claimRigOf(app)
      const token = (await app.as('june').rigClaims.createReport({ vin })).report.path.split('/').at(-1) ?? ''
      return client => client.rigClaims.getReport({ token })
    },
  },
  'downloads.androidApp': asking(ANYONE, client => client.downloads.androidApp()),
  'webVitals.report': asking(ANYONE, client => client.webVitals.report({ route: '/dashboard', LCP: 900 })),
  'platformAdmin.listCompanies': asking(FOUNDERS, client => client.platformAdmin.listCompanies({})),
  'platformAdmin.getCompany': asking(FOUNDERS, client =>
    client.platformAdmin.getCompany({ companyUUID: app.ids.dana }),
  ),
  'platformAdmin.listReviews': asking(FOUNDERS, client =>
    client.platformAdmin.listReviews({ companyUUID: app.ids.dana }),
  ),
  'platformAdmin.verify': onCompany((client, companyUUID) =>
    client.platformAdmin.verify({ companyUUID, ...MONTH }),
  ),
  'platformAdmin.unverify': onCompany(
    (client, companyUUID) => client.platformAdmin.unverify({ companyUUID, reason: 'Asked' }),
    (founder, companyUUID) => founder.platformAdmin.verify({ companyUUID, ...MONTH }),
  ),
  'platformAdmin.setPending': onCompany((client, companyUUID) =>
    client.platformAdmin.setPending({ companyUUID, pendingStatus: false }),
  ),
  'platformAdmin.suspend': onCompany((client, companyUUID) =>
    client.platformAdmin.suspend({ companyUUID, reason: 'Gone' }),
  ),
  'platformAdmin.restore': onCompany(
    (client, companyUUID) => client.platformAdmin.restore({ companyUUID, reason: 'Back' }),
    (founder, companyUUID) => founder.platformAdmin.suspend({ companyUUID, reason: 'Gone' }),
  ),
  'platformAdmin.removeReview': {
    outcomes: FOUNDERS,
    kind: 'command',
    prepare: async () => {
      const review = {
        companyUUID: app.ids.dana,
        ticketId: await createReview(app),
        reason: 'Names a person',
      }
      return client => client.platformAdmin.removeReview(review)
    },
  },
  'platformAdmin.restoreReview': {
    outcomes: FOUNDERS,
    kind: 'command',
    prepare: async () => {
      const review = { companyUUID: app.ids.dana, ticketId: await createReview(app), reason: 'Names nobody' }
      await app.as('maya').platformAdmin.removeReview(review)
      return client => client.platformAdmin.restoreReview(review)
    },
  },
  'platformAdmin.getHistory': asking(FOUNDERS, client =>
    client.platformAdmin.getHistory({ vin: june.customerRV.vin }),
  ),
  'platformAdmin.correctVin': {
    outcomes: FOUNDERS,
    kind: 'command',
    prepare: async () => {
      const { ticketId } = await createCompletedTicket(app)
      const of = { companyUUID: app.ids.dana, ticketId, reason: 'The plate' }
      return client =>
        client.platformAdmin.correctVin({ ...of, vin: june.customerRV.vin, newVin: `RIGHT-${ticketId}` })
    },
  },
  'platformAdmin.endClaim': {
    outcomes: FOUNDERS,
    kind: 'command',
    prepare: async () => {
      const { vin } = await claimRigOf(app)
      return client => client.platformAdmin.endClaim({ vin, reason: 'Made up' })
    },
  },
  'platformAdmin.listDisputes': asking(FOUNDERS, client => client.platformAdmin.listDisputes({})),
  'platformAdmin.listAuditEntries': asking(FOUNDERS, client => client.platformAdmin.listAuditEntries({})),
  'platformAdmin.listBackgroundJobs': asking(FOUNDERS, client => client.platformAdmin.listBackgroundJobs()),
}

const everything = (): Promise<string> => dumpDatabase(app.database)

const countChanges = async (): Promise<number> =>
  (
    await sql<{
      count: number
    }>`select (select count(*) from change_log) + (select count(*) from platform_audit) as count`.execute(
      app.database,
    )
  ).rows[0]?.count ?? 0

test('every procedure of the contract is in the table of callers', () => {
  expect(Object.keys(PROCEDURES).sort()).toEqual(Object.keys(TABLE).sort())
})

const isOk = (outcome: Outcome | undefined): boolean => outcome === ok

test.each(Object.entries(TABLE).filter(([, { outcomes }]) => !outcomes.every(isOk)))(
  '%s refuses everyone else, and changes nothing',
  async (_, { outcomes, prepare }) => {
    const call = await prepare()
    const before = await everything()
    for (const [index, caller] of CALLERS.entries())
      if (!isOk(outcomes[index]))
        expect.soft((await errorOf(call(callers[caller]))).code, caller).toBe(outcomes[index])
    expect(await everything()).toBe(before)
  },
)

const answered = Object.entries(TABLE).flatMap(([name, { outcomes, ...row }]) =>
  CALLERS.filter((_, index) => isOk(outcomes[index])).map(caller => ({ name, caller, ...row })),
)

test.each(answered)('$name answers the $caller', async ({ kind, prepare, caller }) => {
  const call = await prepare()
  const before = await countChanges()
  await call(callers[caller])
  const added = (await countChanges()) - before
  expect(kind === 'command' ? added > 0 : added === 0).toBe(true)
})

test('every verb that this logged on a ticket has a sentence', async () => {
  const rows = await app.database
    .selectFrom('changeLog')
    .select('verb')
    .distinct()
    .where('kind', '=', 'ticket')
    .execute()
  expect(rows.length).toBeGreaterThan(20)
  expect(rows.map(({ verb }) => verb).filter(verb => !hasSentence(verb))).toEqual([])
})

test('and so does every other verb', async () => {
  const rows = await app.database
    .selectFrom('changeLog')
    .select('verb')
    .distinct()
    .where('kind', '<>', 'ticket')
    .execute()
  expect(rows.length).toBeGreaterThan(7)
  expect(rows.map(({ verb }) => verb).filter(verb => !hasAuditSentence(verb))).toEqual([])
})
