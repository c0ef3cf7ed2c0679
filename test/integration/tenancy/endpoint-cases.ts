// Every path and method of the OpenAPI document: who may see its responses, and a request with which Bluebonnet's
// users succeed. A new path needs its entry here.

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { vi } from 'vitest'
import { PAYMENT_METHODS } from '#domain/billing/ledger.ts'
import { june, maya, PASSWORD, rosa } from '#server/seed/demo-accounts.ts'
import { bookAs, bookingInputOf, toFormData } from '../../support/booking-fixtures.ts'
import { waitUntilDelivered } from '../../support/database-dump.ts'
import { importedJob, importedPerson } from '../../support/imported-rows.ts'
import { sharedVin } from '../../support/shared-vin.ts'
import { emailReleaseToken, signupTokenFor, unconfirmedCompany } from '../../support/signup.ts'
import type { MemberName } from '../../support/test-app.ts'
import {
  CANARY,
  imageFile,
  newcomer,
  PUBLISHED_VIN,
  part,
  type SecretFixtures,
  somebody,
  VIN,
} from './secret-fixtures.ts'

/**
 * `public`: the same for everyone. `pool`: facts about rigs that all desks share. `own`: responses about the actor's
 * own company. `posted`: what anyone sends to a company's desk, or to a mailbox. `by-id`: one thing of one company.
 * `by-hand`: authentication and streams, which have their own tests. `founders`: about all companies, for founders
 * only.
 */
export type EndpointKind = 'public' | 'pool' | 'own' | 'posted' | 'by-id' | 'by-hand' | 'founders'

export type EndpointRequest = {
  /** The path parameters. */
  readonly at?: Readonly<Record<string, string | number>>
  readonly query?: Readonly<Record<string, string>>
  readonly json?: object
  readonly form?: FormData
  readonly bytes?: Uint8Array<ArrayBuffer>
  readonly headers?: Readonly<Record<string, string>>
}

type EndpointCase = {
  readonly kind: EndpointKind
  /** The user of Bluebonnet who succeeds. */
  readonly insider: MemberName
  /** Sets up a state in which they would; returns a new request for each call. */
  readonly prepare: (shop: SecretFixtures) => Promise<() => Promise<EndpointRequest>>
}

const simpleCase = (
  kind: EndpointKind,
  ask: () => EndpointRequest | Promise<EndpointRequest> = () => ({}),
): EndpointCase => ({
  kind,
  insider: 'dana',
  prepare: async () => async () => ask(),
})

/** For June's account, without a company. */
const ofJune = (json?: object): EndpointCase => ({
  ...simpleCase('own', () => (json === undefined ? {} : { json })),
  insider: 'june',
})

type PrepareRequest = (shop: SecretFixtures) => Promise<EndpointRequest>

const byId = (prepare: PrepareRequest, insider: MemberName = 'dana'): EndpointCase => ({
  kind: 'by-id',
  insider,
  prepare: async shop => {
    const ask = await prepare(shop)
    return async () => ask
  },
})

const SPREADSHEET = { fileName: 'customers.csv', fileHash: '0'.repeat(64) }
const IMPORTED = {
  ...{ firstName: 'June', lastName: 'Park', email: '', phone: '', address: '' },
  ...{ vin: '', year: '', make: '', model: '', axleAmount: '' },
}

/** One import of a company runs at a time. */
const endImports = ({ database }: SecretFixtures['app']) =>
  database.updateTable('importRun').set({ state: 'failed' }).where('state', '=', 'running').execute()

/** On an import of Bluebonnet's that waits for its rows, after `before`. */
const onImport = (
  json?: object,
  before?: (app: SecretFixtures['app']) => Promise<unknown>,
  kind: 'customers' | 'employees' | 'work' = 'customers',
): EndpointCase =>
  byId(async ({ app }) => {
    await endImports(app)
    const { importId } = await app.as('dana').imports.start({ ...SPREADSHEET, kind, rowCount: 2 })
    await before?.(app)
    return { at: { importId }, ...(json === undefined ? {} : { json }) }
  })

/** On a finished export of Bluebonnet's: to open its download, or else to download it. */
const onExport = (json?: object): EndpointCase =>
  byId(async ({ app }) => {
    const { companyExports } = app.as('dana')
    const { exportId } = await companyExports.start()
    const { url } = await vi.waitFor(() => companyExports.openDownload({ exportId, password: PASSWORD }), {
      timeout: 20_000,
      interval: 500,
    })
    const token = new URL(url, app.url).searchParams.get('token') ?? ''
    return { at: { exportId }, ...(json === undefined ? { query: { token } } : { json }) }
  })

type OnTicket = (shop: SecretFixtures, ticketId: number) => Promise<unknown>

/** On a full ticket of Bluebonnet's, after `before`. */
const onTicket = (json?: object, before?: OnTicket): EndpointCase =>
  byId(async shop => {
    const ticketId = await shop.ticket()
    await before?.(shop, ticketId)
    return { at: { ticketId }, ...(json === undefined ? {} : { json }) }
  })

const onJob = (json?: object, before?: OnTicket): EndpointCase =>
  byId(async shop => {
    const ticketId = await shop.ticket()
    await before?.(shop, ticketId)
    return { at: { ticketId, jobNumber: 1 }, ...(json === undefined ? {} : { json }) }
  })

const TAX_RATE = { name: CANARY, percentage: 7, appliesTo: ['parts' as const] }
const PAYMENT = { amount: 5, method: 'check' as const, reference: CANARY }

const onTaxRate = (isChange: boolean): EndpointCase =>
  byId(async ({ app }) => {
    await app.as('dana').billing.turnOn()
    const { taxRateId } = await app.as('dana').billing.addTaxRate(TAX_RATE)
    return { at: { taxRateId }, ...(isChange ? { json: TAX_RATE } : {}) }
  })

async function issueInvoice({ app }: SecretFixtures, ticketId: number) {
  const { billing, tickets } = app.as('dana')
  await billing.turnOn()
  await tickets.finalize({ ticketId })
  const total = (await tickets.get({ ticketId })).totals?.totalBalance ?? 0
  return billing.issueInvoice({ ticketId, expectedTotal: total })
}

export const BOOKS = { target: 'journal', from: '2025-01-01', to: '2027-12-31' } as const

/** Something to export. */
export async function payDeposit({ app }: SecretFixtures) {
  const { billing, tickets } = app.as('dana')
  await billing.turnOn()
  const { ticketId } = await tickets.create({ ...june, jobs: [] })
  await billing.recordDeposit({ ...PAYMENT, ticketId, received: 0 })
}

const CLOSED_DAY = '2025-01-06'
const NO_MONEY_COUNTED = PAYMENT_METHODS.map(method => ({ method, expected: 0, counted: 0 }))

async function closeDay({ app }: SecretFixtures) {
  const { billing } = app.as('dana')
  await billing.turnOn()
  return billing.closeDay({ day: CLOSED_DAY, lines: NO_MONEY_COUNTED, note: CANARY })
}

const dueOn = async ({ app }: SecretFixtures, ticketId: number): Promise<number> =>
  (await app.as('dana').billing.getTicket({ ticketId })).balance.due

const handedOver = (ticketId: number) => ({
  ...{ ticketId, jobNumber: 1, label: `Cause ${CANARY}`, text: `Cracked ${CANARY}` },
  ...{ reason: 'This ticket was reassigned.', pressedAt: new Date('2025-11-20T15:00:00Z') },
})

/** A photo that Rosa handed to Bluebonnet's desk. */
const onHandedOverPhoto = byId(async shop => {
  const bytes = await imageFile()
  const pressedAt = '2025-11-20T15:00:00Z'
  const ticketId = await shop.ticket()
  const [job] = (await shop.app.as('rosa').tickets.get({ ticketId })).jobs
  const label = `Photo, job 1. ${job?.problem}`
  const asked = new URLSearchParams({
    ...{ size: String(bytes.length), label, reason: CANARY, pressedAt },
  })
  const path = `/api/tickets/${ticketId}/jobs/1/photos/${randomUUID()}/hand-over?${asked}`
  const answer = await shop.app.fetch(path, {
    as: 'rosa',
    method: 'PATCH',
    headers: { 'Content-Type': 'application/octet-stream', 'Upload-Offset': '0' },
    body: bytes,
  })
  const { handOverId } = (await answer.json()) as { handOverId: string }
  shop.addSecret(handOverId)
  return { at: { handOverId } }
})

const onBooking = byId(async ({ app, addSecret }) => {
  const ticketId = await app.createBooking()
  addSecret('Lucille', 'Okafor')
  return { at: { ticketId } }
})

/** On a separate company, if it needs one, so that others are not affected. */
const forFounder = (prepare: PrepareRequest): EndpointCase => ({
  kind: 'founders',
  insider: 'maya',
  prepare: async shop => {
    const ask = await prepare(shop)
    return async () => ask
  },
})

type AtCompany = (shop: SecretFixtures, companyUUID: string) => Promise<unknown>

const onCompany = (json: object, before: AtCompany = async () => {}): EndpointCase =>
  forFounder(async shop => {
    const company = {
      companyName: 'New RV',
      companyPhone: '(512) 555-0100',
      email: fresh(),
      password: PASSWORD,
    }
    const { companyUUID } = await shop.app.as('visitor').companies.register(company)
    await before(shop, companyUUID)
    return { at: { companyUUID }, json }
  })

const MONTH = { from: '2025-09-01', until: '2025-09-30', note: CANARY }

const doneTicket = async (shop: SecretFixtures): Promise<number> => {
  const ticketId = await shop.ticket()
  await shop.app.as('dana').tickets.finalize({ ticketId })
  await shop.app.as('dana').tickets.complete({ ticketId })
  return ticketId
}

const onReview = (before: OnTicket = async () => {}): EndpointCase =>
  forFounder(async shop => {
    const { app } = shop
    const ticketId = await doneTicket(shop)
    const unanswered = { answer: null, answeredAt: null, answeredByName: null }
    const notRemoved = { removedAt: null, removedByName: null, removedBecause: null }
    const content = { stars: 5, words: CANARY, rig: 'RV', writtenAt: app.now }
    await app.database
      .insertInto('review')
      .values({ companyId: app.ids.dana, ticketId, ...content, ...unanswered, ...notRemoved })
      .execute()
    await before(shop, ticketId)
    return { at: { companyUUID: app.ids.dana, ticketId }, json: { reason: CANARY } }
  })

const fresh = () => `${randomUUID()}@mail.example`

const onBooked = byId(async ({ app, addSecret }) => {
  const request = bookingInputOf(app.now, {
    problem: `Leaks ${CANARY}`,
    customerDetails: { ...somebody('Wanda'), email: fresh() },
    where: { place: 'site', address: `9 ${CANARY} Lane`, campground: CANARY, siteNumber: CANARY },
  })
  const { ticketId } = await bookAs(app, request, await imageFile())
  addSecret('Wanda', request.customerDetails.email)
  return { at: { ticketId: ticketId ?? 0 } }
})

const onPart = (json?: object): EndpointCase =>
  byId(async shop => {
    const ticketId = await shop.ticket()
    const { partId } = await shop.app.as('dana').tickets.addPart({ ticketId, ...part })
    shop.addSecret(partId)
    return { at: { ticketId, partId }, ...(json === undefined ? {} : { json }) }
  })

const onEmployee = (
  json?: object,
  before?: (shop: SecretFixtures, id: string) => Promise<unknown>,
): EndpointCase =>
  byId(async shop => {
    const { id } = await shop.app
      .as('dana')
      .employees.register({ ...newcomer('Hal'), email: `${randomUUID()}@${CANARY}.example` })
    await before?.(shop, id)
    shop.addSecret(id)
    return { at: { id }, ...(json === undefined ? {} : { json }) }
  })

const finalized: OnTicket = ({ app }, ticketId) => app.as('dana').tickets.finalize({ ticketId })

const imageForm = async (): Promise<EndpointRequest> => {
  const form = new FormData()
  form.append('image', new Blob([await imageFile()]), 'image.png')
  return { form }
}

const putImage = byId(async shop => ({ at: { ticketId: await shop.ticket() }, ...(await imageForm()) }))

/** A change to an existing image. */
const onImage = (image: string): EndpointCase =>
  byId(async shop => {
    const ticketId = await shop.ticket()
    await shop.image(`/tickets/${ticketId}/${image}`)
    return { at: { ticketId } }
  })

const onPhoto = byId(async shop => {
  const ticketId = await shop.ticket()
  return { at: { ticketId, jobNumber: 1, photoId: await shop.photo(ticketId) } }
})

/** Completes a ticket of Bluebonnet's, and June claims its rig. */
export async function claimOf(
  { app, addSecret }: SecretFixtures,
  vin: string,
  ticketId: number,
): Promise<void> {
  const desk = app.as('dana')
  await desk.tickets.finalize({ ticketId })
  await desk.tickets.complete({ ticketId })
  const code = (await desk.customerLinks.get({ ticketId })).claim?.code ?? ''
  addSecret(code)
  await app.as('june').rigClaims.claim({ vin, code })
}

/** On a rig of June's, for Bluebonnet's work on it. */
const onRig = (
  ask: (shop: SecretFixtures, vin: string, ticketId: number) => Promise<EndpointRequest>,
): EndpointCase =>
  byId(async shop => {
    const vin = sharedVin(`HELD-${randomUUID().slice(0, 8)}`)
    const ticketId = await shop.ticket(vin)
    await claimOf(shop, vin, ticketId)
    return ask(shop, vin, ticketId)
  }, 'june')

const atRig = (json?: object): EndpointCase =>
  onRig(async (_, vin) => ({ at: { vin }, ...(json === undefined ? {} : { json }) }))

export const ENDPOINT_CASES: Readonly<Record<string, EndpointCase>> = {
  'GET /me': simpleCase('own'),
  'GET /profile': simpleCase('own'),
  'GET /account': simpleCase('own'),
  'GET /account/was-deleted': simpleCase('public', () => ({ query: { account: randomUUID() } })),
  'GET /account/sessions': simpleCase('own'),
  'POST /account/sessions/end-others': simpleCase('own'),
  'DELETE /account/sessions/{sessionId}': byId(async ({ app }) => {
    await app.signIn('dana@bluebonnet.example')
    const all = await app.as('dana').account.sessions()
    return { at: { sessionId: all.find(({ isCurrent }) => !isCurrent)?.id ?? '' } }
  }),

  'POST /confirm-email': {
    ...simpleCase('own'),
    prepare: async ({ app }) => {
      const { dana, ray } = app.ids
      await sql`update auth_user set email_verified = false where id in (${dana}, ${ray})`.execute(
        app.database,
      )
      return async () => ({})
    },
  },
  'PUT /account/name': {
    ...simpleCase('own'),
    prepare: async () => async () => ({ json: {} }),
  },
  'GET /confirm-email/{token}': {
    ...simpleCase('public'),
    prepare: async ({ app }) => {
      const { token } = await unconfirmedCompany(app)
      return async () => ({ at: { token } })
    },
  },
  // It confirms for anyone: src/server/features/account has its tests.
  'POST /confirm-email/{token}': simpleCase('by-hand'),
  'GET /release-email/{token}': {
    ...simpleCase('public'),
    prepare: async ({ app }) => {
      const token = await emailReleaseToken(app)
      return async () => ({ at: { token } })
    },
  },
  // It frees the email for anyone: src/server/features/employees has its tests.
  'POST /release-email/{token}': simpleCase('by-hand'),

  // Everyone gets the same response and an email, and no company is affected.
  'POST /my/signup': simpleCase('posted', () => ({ json: { email: fresh() } })),
  'GET /my/signup/{token}': {
    ...simpleCase('public'),
    prepare: async ({ app }) => {
      const token = await signupTokenFor(app)
      return async () => ({ at: { token } })
    },
  },
  // It uses the link up for anyone: src/server/features/rv-owners has its tests.
  'POST /my/signup/{token}': simpleCase('by-hand'),
  'GET /my/tickets': ofJune(),
  'POST /my/tickets/{companyUUID}/{ticketId}/open': byId(async ({ app }) => {
    const ticketId = await app.createTicket()
    return { at: { companyUUID: app.ids.dana, ticketId } }
  }, 'june'),
  'GET /my/details': ofJune(),
  // What the founder among the outsiders has there already.
  'PATCH /my/details': ofJune({ phone: maya.phone }),
  // It deletes the calling account: src/server/features/rv-owners has its tests.
  'POST /my/delete-account': simpleCase('by-hand'),

  'POST /companies': simpleCase('public', () => ({
    json: { companyName: 'New RV', companyPhone: '(512) 555-0100', email: fresh(), password: PASSWORD },
  })),
  'GET /companies': simpleCase('public'),
  'GET /companies/{companyId}': {
    ...simpleCase('public'),
    prepare:
      async ({ app }) =>
      async () => ({ at: { companyId: app.ids.ray } }),
  },
  'POST /companies/{companyId}/bookings': {
    ...simpleCase('posted'),
    prepare:
      async ({ app }) =>
      async () => {
        const request = bookingInputOf(app.now)
        const customerDetails = { ...request.customerDetails, email: fresh() }
        return { at: { companyId: app.ids.dana }, form: toFormData({ ...request, customerDetails }) }
      },
  },
  'GET /bookings/{token}': {
    ...simpleCase('public'),
    prepare: async ({ app }) => {
      const token = await app.unconfirmedBooking()
      return async () => ({ at: { token } })
    },
  },
  'POST /bookings/{token}/confirm': {
    ...simpleCase('posted'),
    prepare:
      async ({ app }) =>
      async () => ({
        at: { token: await app.unconfirmedBooking({ email: `${randomUUID()}@mail.example` }) },
      }),
  },
  'GET /tickets/{ticketId}/booking': onBooked,
  'GET /cancellations': simpleCase('own'),
  'POST /tickets/{ticketId}/cancellation/dismiss': onBooked,
  'GET /company': simpleCase('own'),
  'PATCH /company': simpleCase('own', () => ({ json: { mobileRange: 77 } })),
  'POST /company/close': simpleCase('own', () => ({ json: { password: PASSWORD } })),
  'POST /company/keep-open': simpleCase('own'),
  'GET /company/preferences': simpleCase('own'),
  'GET /company/notices': simpleCase('own'),
  'PATCH /company/preferences': simpleCase('own', () => ({ json: { changeHours: 48 } })),
  'GET /company/billing': simpleCase('own'),
  'POST /company/billing/turn-off': {
    ...simpleCase('own'),
    prepare: async ({ app }) => {
      await app.as('dana').billing.turnOn()
      await sql`truncate ledger_entry, invoice, invoice_reminder`.execute(app.database)
      return async () => ({})
    },
  },
  'POST /company/billing/turn-on': simpleCase('own'),
  'PATCH /company/billing': {
    ...simpleCase('own'),
    prepare: async ({ app }) => {
      await app.as('dana').billing.turnOn()
      return async () => ({ json: { footText: 'Thank you.' } })
    },
  },
  'POST /company/tax-rates': {
    ...simpleCase('own'),
    prepare: async ({ app }) => {
      await app.as('dana').billing.turnOn()
      // The other companies add it as well.
      return async () => ({ json: { ...TAX_RATE, name: 'Sales tax' } })
    },
  },
  // What asks the payment service has its tests in src/server/features/billing/cards-online.test.ts.
  'POST /company/billing/cards': simpleCase('by-hand'),
  'POST /tickets/{ticketId}/payments/{entryId}/refund': simpleCase('by-hand'),
  'POST /follow/{token}/pay': simpleCase('by-hand'),
  'PUT /company/tax-rates/{taxRateId}': onTaxRate(true),
  'DELETE /company/tax-rates/{taxRateId}': onTaxRate(false),
  'GET /company/receivables': {
    ...simpleCase('own'),
    prepare: async shop => {
      await issueInvoice(shop, await shop.ticket())
      return async () => ({})
    },
  },
  'PUT /company/receivables/{invoiceId}/reminders': byId(async shop => {
    const { invoiceId } = await issueInvoice(shop, await shop.ticket())
    return { at: { invoiceId }, json: { areStopped: true } }
  }),
  'GET /company/bookkeeping': simpleCase('own'),
  // Asked twice, it refuses, as nothing is left: its walls are in src/server/features/billing/bookkeeping.test.ts.
  'POST /company/bookkeeping': simpleCase('by-hand'),
  'GET /company/bookkeeping/{exportId}': byId(async shop => {
    await payDeposit(shop)
    const { exportId } = await shop.app.as('dana').billing.exportBooks(BOOKS)
    return { at: { exportId } }
  }),
  'GET /company/day-money': {
    ...simpleCase('own'),
    prepare: async shop => {
      await closeDay(shop)
      return async () => ({ query: { day: CLOSED_DAY } })
    },
  },
  'POST /company/day-closes': {
    ...simpleCase('own'),
    prepare: async ({ app }) => {
      await app.as('dana').billing.turnOn()
      return async () => ({ json: { day: CLOSED_DAY, lines: NO_MONEY_COUNTED } })
    },
  },
  'GET /company/sales': {
    ...simpleCase('own'),
    prepare: async shop => {
      await issueInvoice(shop, await shop.ticket())
      return async () => ({ query: { from: '2025-01', to: '2026-12' } })
    },
  },
  'GET /tickets/{ticketId}/money': onTicket(undefined, async (shop, ticketId) => {
    await issueInvoice(shop, ticketId)
    await shop.app
      .as('dana')
      .billing.recordPayment({ ...PAYMENT, ticketId, due: await dueOn(shop, ticketId) })
  }),
  'POST /tickets/{ticketId}/invoices': byId(async shop => {
    const ticketId = await shop.ticket()
    const { billing, tickets } = shop.app.as('dana')
    await billing.turnOn()
    await tickets.finalize({ ticketId })
    const total = (await tickets.get({ ticketId })).totals?.totalBalance
    return { at: { ticketId }, json: { expectedTotal: total } }
  }),
  'DELETE /tickets/{ticketId}/exemption': onTicket(undefined, ({ app }) => app.as('dana').billing.turnOn()),
  'POST /tickets/{ticketId}/invoices/{invoiceId}/credit-notes': byId(async shop => {
    const ticketId = await shop.ticket()
    const { invoiceId } = await issueInvoice(shop, ticketId)
    return { at: { ticketId, invoiceId }, json: { amount: 1, reason: CANARY } }
  }),
  'GET /tickets/{ticketId}/invoices/{invoiceId}/document.pdf': byId(async shop => {
    const ticketId = await shop.ticket()
    const { invoiceId } = await issueInvoice(shop, ticketId)
    return { at: { ticketId, invoiceId } }
  }),
  'GET /tickets/{ticketId}/payments/{entryId}/document.pdf': byId(async ({ app, ticket }) => {
    const ticketId = await ticket()
    await app.as('dana').billing.turnOn()
    const { entryId } = await app.as('dana').billing.recordDeposit({ ...PAYMENT, ticketId, received: 0 })
    return { at: { ticketId, entryId } }
  }),
  'POST /tickets/{ticketId}/payments': byId(async shop => {
    const ticketId = await shop.ticket()
    await issueInvoice(shop, ticketId)
    return { at: { ticketId }, json: { ...PAYMENT, due: await dueOn(shop, ticketId) } }
  }),
  'POST /tickets/{ticketId}/deposits': onTicket({ ...PAYMENT, received: 0 }, ({ app }) =>
    app.as('dana').billing.turnOn(),
  ),
  'POST /tickets/{ticketId}/refunds': onTicket(
    { ...PAYMENT, received: PAYMENT.amount, reason: CANARY },
    async ({ app }, ticketId) => {
      await app.as('dana').billing.turnOn()
      await app.as('dana').billing.recordDeposit({ ...PAYMENT, ticketId, received: 0 })
    },
  ),
  'DELETE /tickets/{ticketId}/asked-deposit': onTicket({ asked: 5 }, async ({ app }, ticketId) => {
    await app.as('dana').billing.turnOn()
    await app.as('dana').approvals.request({ ticketId, jobNumbers: [1], deposit: 5 })
  }),
  'POST /tickets/{ticketId}/payments/{entryId}/void': byId(async ({ app, ticket }) => {
    const ticketId = await ticket()
    await app.as('dana').billing.turnOn()
    const { entryId } = await app.as('dana').billing.recordDeposit({ ...PAYMENT, ticketId, received: 0 })
    return { at: { ticketId, entryId }, json: { reason: CANARY } }
  }),
  'PUT /company/billing/writers/{employeeId}': byId(async ({ app }) => {
    await app.as('dana').billing.turnOn()
    await app.database.updateTable('employee').set({ correctsBilling: true }).execute()
    return { at: { employeeId: app.ids.walt }, json: { mayCorrect: false } }
  }),
  'GET /company/export': simpleCase('own'),
  'GET /company/exports': simpleCase('own'),
  'POST /company/exports': simpleCase('own'),
  'POST /company/exports/{exportId}/download': onExport({ password: PASSWORD }),
  'GET /company/exports/{exportId}/file': onExport(),
  'GET /company/activity': simpleCase('own'),
  'GET /company/sign-ins': simpleCase('own'),
  'PUT /company/image': simpleCase('own', imageForm),
  'DELETE /company/image': simpleCase('own'),

  'GET /imports': simpleCase('own'),
  'POST /imports': {
    ...simpleCase('own'),
    prepare:
      async ({ app }) =>
      async () => {
        await endImports(app)
        return { json: { ...SPREADSHEET, rowCount: 1 } }
      },
  },
  'POST /imports/{importId}/customers': onImport({ firstRow: 0, rows: [IMPORTED] }),
  'POST /imports/{importId}/employees': onImport(
    { firstRow: 0, rows: [{ ...importedPerson, email: fresh() }] },
    undefined,
    'employees',
  ),
  'POST /imports/{importId}/visits': onImport(
    { firstRow: 0, rows: [{ jobs: [importedJob] }] },
    undefined,
    'work',
  ),
  'POST /imports/{importId}/undo': onImport(undefined, endImports),
  'POST /imports/check-customers': simpleCase('own', () => ({
    json: { rows: [{ firstName: 'June', lastName: 'Park', email: '', phone: '', vin: '' }] },
  })),
  'POST /imports/check-employees': simpleCase('own', () => ({ json: { emails: ['june@mail.example'] } })),
  'POST /imports/check-visits': simpleCase('own', () => ({
    json: { keys: ['1042'], vins: [importedJob.vin] },
  })),
  'GET /customers': simpleCase('own', () => ({ query: { firstName: 'june' } })),

  'GET /employees': simpleCase('own'),
  'POST /employees': simpleCase('own', () => ({
    json: { ...rosa, email: fresh(), password: PASSWORD },
  })),
  'PATCH /employees/{id}': onEmployee({ phone: '(574) 555-0101' }),
  'POST /employees/{id}/deactivate': onEmployee(),
  'POST /employees/{id}/reactivate': onEmployee(undefined, ({ app }, id) =>
    app.as('dana').employees.deactivate({ id }),
  ),
  'POST /employees/{id}/send-password-reset': onEmployee(),
  'DELETE /employees/{id}': onEmployee(),

  'GET /board': simpleCase('own'),
  'GET /balances': {
    ...simpleCase('own'),
    prepare: async shop => {
      const ticketIds = String(await shop.ticket())
      return async () => ({ query: { ticketIds } })
    },
  },
  'GET /schedule': simpleCase('own', () => ({ query: { from: '2026-03-16' } })),
  'GET /tickets': simpleCase('own', () => ({ query: { q: CANARY } })),
  'POST /tickets': simpleCase('own', () => ({
    json: { ...june, customerRV: { ...june.customerRV, vin: VIN }, jobs: [] },
  })),
  'GET /tickets/{ticketId}': onTicket(),
  'GET /tickets/{ticketId}/activity': onTicket(),
  'GET /tickets/{ticketId}/document.pdf': onTicket(),
  'PATCH /tickets/{ticketId}': onTicket({ customerDetails: { firstName: `Juno ${CANARY}` } }),
  'POST /tickets/{ticketId}/accept': onBooking,
  'POST /tickets/{ticketId}/decline': onBooking,
  'POST /tickets/{ticketId}/ask-approval': onTicket(),
  'POST /tickets/{ticketId}/approve': onTicket(undefined, ({ app }, ticketId) =>
    app.as('dana').tickets.askApproval({ ticketId }),
  ),
  'POST /tickets/{ticketId}/finalize': onTicket(),
  'POST /tickets/{ticketId}/complete': onTicket(undefined, finalized),
  'POST /tickets/{ticketId}/addenda': onTicket({ text: CANARY }, async (shop, ticketId) => {
    await finalized(shop, ticketId)
    await shop.app.as('dana').tickets.complete({ ticketId })
  }),
  'POST /tickets/{ticketId}/close': onTicket({ reason: 'no-show' }),
  'POST /tickets/{ticketId}/reopen': onTicket(undefined, finalized),
  'PUT /tickets/{ticketId}/technician': byId(async shop => ({
    at: { ticketId: await shop.ticket() },
    json: { employeeId: shop.app.ids.sam },
  })),
  'DELETE /tickets/{ticketId}/technician': onTicket(),
  'POST /tickets/{ticketId}/jobs': onTicket({ problem: `Rust ${CANARY}` }),
  'DELETE /tickets/{ticketId}/jobs/{jobNumber}': onJob(),
  'PATCH /tickets/{ticketId}/jobs/{jobNumber}': onJob({ cause: `Cracked ${CANARY}` }),
  'POST /tickets/{ticketId}/jobs/{jobNumber}/approve-time': onJob(undefined, ({ app }, ticketId) =>
    app.as('dana').tickets.changeJob({ ticketId, jobNumber: 1, suggestedTime: 2 }),
  ),
  'POST /tickets/{ticketId}/jobs/{jobNumber}/clock-in': onJob(),
  'POST /tickets/{ticketId}/jobs/{jobNumber}/clock-out': byId(async shop => {
    const place = { ticketId: await shop.ticket(), jobNumber: 1 }
    const { sessionId } = await shop.app.as('rosa').tickets.clockIn(place)
    shop.addSecret(sessionId)
    return { at: place }
  }, 'rosa'),
  'POST /tickets/{ticketId}/parts': onTicket(part),
  'PATCH /tickets/{ticketId}/parts/{partId}': onPart({ perPartAmount: 9.8 }),
  'DELETE /tickets/{ticketId}/parts/{partId}': onPart(),
  'PATCH /tickets/{ticketId}/sessions/{sessionId}': byId(async shop => {
    const ticketId = await shop.ticket()
    const { sessionId } = await shop.app.as('rosa').tickets.clockIn({ ticketId, jobNumber: 1 })
    shop.addSecret(sessionId)
    return { at: { ticketId, sessionId }, json: { reason: `Asked ${CANARY}` } }
  }),

  'POST /tickets/{ticketId}/jobs/{jobNumber}/photos': byId(async shop => {
    const form = new FormData()
    form.append('photos', new Blob([await imageFile()]), 'roof.png')
    return { at: { ticketId: await shop.ticket(), jobNumber: 1 }, form }
  }),
  'PATCH /tickets/{ticketId}/jobs/{jobNumber}/photos/{photoId}': byId(async shop => {
    const bytes = new Uint8Array(await imageFile())
    return {
      at: { ticketId: await shop.ticket(), jobNumber: 1, photoId: randomUUID() },
      query: { size: String(bytes.length) },
      headers: { 'Content-Type': 'application/octet-stream', 'Upload-Offset': '0' },
      bytes,
    }
  }),
  'GET /tickets/{ticketId}/jobs/{jobNumber}/photos/{photoId}': byId(async shop => ({
    at: { ticketId: await shop.ticket(), jobNumber: 1, photoId: randomUUID() },
  })),
  'GET /images/hand-overs/{handOverId}/photo': onHandedOverPhoto,
  'DELETE /tickets/{ticketId}/jobs/{jobNumber}/photos/{photoId}': onPhoto,
  'GET /images/tickets/{ticketId}/photos/{photoId}': onPhoto,
  'PUT /tickets/{ticketId}/customer-image': putImage,
  'DELETE /tickets/{ticketId}/customer-image': onImage('customer-image'),
  'GET /images/tickets/{ticketId}/customer-image': onImage('customer-image'),
  'PUT /tickets/{ticketId}/rig-image': putImage,
  'DELETE /tickets/{ticketId}/rig-image': onImage('rig-image'),
  'GET /images/tickets/{ticketId}/rig-image': onImage('rig-image'),
  'GET /images/company_images/{companyUUID}': {
    kind: 'public',
    insider: 'dana',
    prepare: async shop => {
      await shop.image('/company/image')
      return async () => ({ at: { companyUUID: shop.app.ids.dana } })
    },
  },

  'GET /clock': simpleCase('own'),
  'GET /clocks': simpleCase('own'),

  'POST /bay/report': {
    ...simpleCase('own', () => ({ json: { deviceId: randomUUID(), notSent: 3, oldestPressedAt: null } })),
    insider: 'rosa',
  },
  'GET /bay/devices': simpleCase('own'),
  'POST /bay/devices/dismiss': simpleCase('own', () => ({ json: { technicianId: randomUUID() } })),
  'GET /bay/hand-overs': simpleCase('own'),
  // After the list: what another company hands over to its own desk is on its own list.
  'PATCH /tickets/{ticketId}/jobs/{jobNumber}/photos/{photoId}/hand-over': {
    kind: 'own',
    insider: 'rosa',
    prepare: async shop => {
      const ticketId = await shop.ticket()
      const bytes = await imageFile()
      return async () => ({
        at: { ticketId, jobNumber: 1, photoId: randomUUID() },
        query: {
          size: String(bytes.length),
          label: CANARY,
          reason: CANARY,
          pressedAt: '2025-11-20T15:00:00Z',
        },
        headers: { 'Content-Type': 'application/octet-stream', 'Upload-Offset': '0' },
        bytes,
      })
    },
  },
  'GET /tickets/{ticketId}/jobs/{jobNumber}/photos/{photoId}/hand-over': {
    kind: 'own',
    insider: 'rosa',
    prepare: async shop => {
      const ticketId = await shop.ticket()
      return async () => ({ at: { ticketId, jobNumber: 1, photoId: randomUUID() } })
    },
  },
  'POST /bay/hand-overs': {
    kind: 'own',
    insider: 'rosa',
    prepare: async shop => {
      const ticketId = await shop.ticket()
      return async () => ({ json: handedOver(ticketId) })
    },
  },
  'POST /bay/hand-overs/{handOverId}/settle': byId(async shop => {
    const { handOverId } = await shop.app.as('rosa').bay.handOver(handedOver(await shop.ticket()))
    shop.addSecret(handOverId)
    return { at: { handOverId } }
  }),
  'POST /bay/hand-overs/{handOverId}/add-photo': onHandedOverPhoto,

  'GET /rigs': simpleCase('pool', () => ({ query: { starts: VIN.slice(0, 4) } })),
  'GET /rigs/{vin}': simpleCase('pool', () => ({ at: { vin: PUBLISHED_VIN } })),
  'GET /vin/{vin}': simpleCase('public', () => ({ at: { vin: VIN } })),
  'GET /places': simpleCase('own', () => ({ query: { q: '118 hush' } })),
  'GET /map': simpleCase('public'),
  'GET /health': simpleCase('public'),
  'GET /openapi.json': simpleCase('public'),
  'GET /docs': simpleCase('public'),
  'GET /work-history/{vin}': simpleCase('public', () => ({ at: { vin: PUBLISHED_VIN } })),
  'GET /my/rigs': { ...simpleCase('own'), insider: 'june' },
  // Anyone with the code may: src/server/features/rig-claims has its tests, and those of a report's link.
  'POST /my/rigs': simpleCase('by-hand'),
  'GET /rig-reports/{token}': simpleCase('by-hand'),
  'GET /rig-reports/{token}/photos/{companyUUID}/{photoId}/{size}': simpleCase('by-hand'),
  'GET /my/rigs/{vin}': atRig(),
  'DELETE /my/rigs/{vin}': atRig(),
  'POST /my/rigs/{vin}/transfer': atRig(),
  'DELETE /my/rigs/{vin}/transfer': atRig(),
  'POST /my/rigs/{vin}/reports': atRig(),
  'DELETE /my/rigs/{vin}/reports/{reportId}': onRig(async ({ app, addSecret }, vin) => {
    const { report } = await app.as('june').rigClaims.createReport({ vin })
    addSecret(report.path)
    return { at: { vin, reportId: report.reportId } }
  }),
  'PUT /my/rigs/{vin}/notes': onRig(async ({ app }, vin, ticketId) => ({
    at: { vin },
    json: { companyUUID: app.ids.dana, ticketId, kind: 'dispute', words: `Leaks ${CANARY}` },
  })),
  'DELETE /my/rigs/{vin}/notes/{companyUUID}/{ticketId}/{kind}': onRig(async ({ app }, vin, ticketId) => {
    const name = { vin, companyUUID: app.ids.dana, ticketId, kind: 'note' } as const
    await app.as('june').rigClaims.saveNote({ ...name, words: `Leaks ${CANARY}` })
    return { at: name }
  }),
  'GET /my/rigs/{vin}/photos/{companyUUID}/{photoId}/{size}': byId(async shop => {
    const vin = sharedVin('HELD-PHOTO')
    const ticketId = await shop.ticket(vin)
    const photoId = await shop.photo(ticketId)
    await claimOf(shop, vin, ticketId)
    return { at: { vin, companyUUID: shop.app.ids.dana, photoId, size: 'small' } }
  }, 'june'),
  'GET /downloads/android-app': simpleCase('public'),
  'POST /web-vitals': simpleCase('public', () => ({ json: { route: '/dashboard', LCP: 900 } })),

  'POST /auth/sign-in/email': simpleCase('by-hand'),
  'POST /auth/sign-out': simpleCase('by-hand'),
  'POST /auth/request-password-reset': simpleCase('by-hand'),
  'POST /auth/reset-password': simpleCase('by-hand'),
  'POST /auth/change-password': simpleCase('by-hand'),
  'POST /auth/two-factor/enable': simpleCase('by-hand'),
  'POST /auth/two-factor/disable': simpleCase('by-hand'),
  'POST /auth/two-factor/verify-totp': simpleCase('by-hand'),
  'POST /auth/two-factor/verify-backup-code': simpleCase('by-hand'),
  'POST /auth/two-factor/generate-backup-codes': simpleCase('by-hand'),
  'GET /auth/passkey/generate-register-options': simpleCase('by-hand'),
  'GET /auth/passkey/generate-authenticate-options': simpleCase('by-hand'),
  'POST /auth/passkey/verify-registration': simpleCase('by-hand'),
  'POST /auth/passkey/verify-authentication': simpleCase('by-hand'),
  'POST /auth/passkey/delete-passkey': simpleCase('by-hand'),
  'GET /tickets/{ticketId}/link': onTicket(undefined, async ({ app, addSecret }, ticketId) => {
    addSecret((await app.as('dana').customerLinks.create({ ticketId })).link.path)
  }),
  'POST /tickets/{ticketId}/link': onTicket(),
  'DELETE /tickets/{ticketId}/link': onTicket(undefined, ({ app }, ticketId) =>
    app.as('dana').customerLinks.create({ ticketId }),
  ),
  'POST /tickets/{ticketId}/link/unlock': onTicket(undefined, ({ app }, ticketId) =>
    app.as('dana').customerLinks.create({ ticketId }),
  ),
  'POST /tickets/{ticketId}/link/email': onTicket(),
  // A link's holder is not logged in: src/server/features/customer-links has their tests.
  'GET /follow/{token}': simpleCase('by-hand'),
  'POST /follow/{token}/answer': simpleCase('by-hand'),
  'GET /follow/{token}/ticket': simpleCase('by-hand'),
  'GET /follow/{token}/messages': simpleCase('by-hand'),
  'POST /follow/{token}/messages': simpleCase('by-hand'),
  'POST /follow/{token}/messages/read': simpleCase('by-hand'),
  'POST /follow/{token}/push-subscriptions': simpleCase('by-hand'),
  'POST /follow/{token}/push-subscriptions/remove': simpleCase('by-hand'),
  'GET /follow/{token}/review': simpleCase('by-hand'),
  'POST /follow/{token}/review': simpleCase('by-hand'),
  'GET /companies/{companyId}/reviews': simpleCase('by-hand'),
  'GET /company/reviews': simpleCase('own'),
  'PUT /tickets/{ticketId}/review/answer': simpleCase('by-hand'),
  'GET /images/follow/{token}/photos/{photoId}': simpleCase('by-hand'),
  'GET /follow/{token}/document.pdf': simpleCase('by-hand'),
  'GET /follow/{token}/invoices/{invoiceId}/document.pdf': simpleCase('by-hand'),
  'GET /follow/{token}/payments/{entryId}/document.pdf': simpleCase('by-hand'),
  'GET /follow/{token}/appointment.ics': simpleCase('by-hand'),
  'POST /follow/{token}/appointment': simpleCase('by-hand'),
  'POST /follow/{token}/appointment/cancel': simpleCase('by-hand'),
  'GET /tickets/{ticketId}/messages': onTicket(undefined, ({ app }, ticketId) =>
    app.as('dana').messages.post({ ticketId, text: `Soon ${CANARY}` }),
  ),
  'POST /tickets/{ticketId}/messages': onTicket({ text: `Soon ${CANARY}` }),
  'POST /tickets/{ticketId}/messages/read': onTicket(),
  'GET /messages/unread': simpleCase('own'),
  'GET /tickets/{ticketId}/hold': onTicket(undefined, ({ app }, ticketId) =>
    app.as('dana').onHold.set({ ticketId, reason: 'part', note: `Ordered ${CANARY}` }),
  ),
  'PUT /tickets/{ticketId}/hold': onTicket({ reason: 'part', note: `Ordered ${CANARY}` }),
  'DELETE /tickets/{ticketId}/hold': onTicket(undefined, ({ app }, ticketId) =>
    app.as('dana').onHold.set({ ticketId, reason: 'part' }),
  ),
  'GET /follow/{token}/approvals': simpleCase('by-hand'),
  'POST /follow/{token}/approvals/{requestId}/{jobNumber}': simpleCase('by-hand'),
  'GET /tickets/{ticketId}/approvals': onTicket(),
  'POST /tickets/{ticketId}/approvals': onTicket({ jobNumbers: [1], note: CANARY }),
  'POST /tickets/{ticketId}/jobs/{jobNumber}/phone-answer': byId(async ({ app, ticket }) => {
    const ticketId = await ticket()
    const [line] = (await app.as('dana').approvals.get({ ticketId })).lines
    return { at: { ticketId, jobNumber: 1 }, json: { version: line?.version, answer: 'declined' } }
  }),
  'POST /tickets/{ticketId}/jobs/{jobNumber}/phone-answer/undo': byId(async ({ app, ticket }) => {
    const ticketId = await ticket()
    const read = async () => (await app.as('dana').approvals.get({ ticketId })).lines[0]?.version ?? ''
    const answer = { ticketId, jobNumber: 1, version: await read(), answer: 'declined' } as const
    await app.as('dana').approvals.recordAnswer(answer)
    await waitUntilDelivered(app.database)
    return { at: { ticketId, jobNumber: 1 }, json: { version: await read() } }
  }),
  'DELETE /tickets/{ticketId}/jobs/{jobNumber}/approval-request': onJob(
    undefined,
    async ({ app }, ticketId) => {
      await app.as('dana').approvals.request({ ticketId, jobNumbers: [1] })
      await waitUntilDelivered(app.database)
    },
  ),
  'GET /tickets/{ticketId}/customer-data': byId(async shop => ({ at: { ticketId: await shop.ticket() } })),
  'DELETE /tickets/{ticketId}/customer-data': onTicket(undefined, async (shop, ticketId) => {
    // A customer without other tickets: those are open.
    const email = `${randomUUID()}@mail.example`
    await shop.app.as('dana').tickets.changeDetails({ ticketId, customerDetails: { email } })
    await finalized(shop, ticketId)
  }),
  'GET /tickets/{ticketId}/disputes': byId(async shop => {
    const { app } = shop
    const vin = sharedVin(`SAID-${randomUUID().slice(0, 8)}`)
    const ticketId = await shop.ticket(vin)
    await claimOf(shop, vin, ticketId)
    const name = { vin, companyUUID: app.ids.dana, ticketId, kind: 'dispute' } as const
    await app.as('june').rigClaims.saveNote({ ...name, words: `Leaks ${CANARY}` })
    await waitUntilDelivered(app.database)
    return { at: { ticketId } }
  }),
  'GET /rigs/{vin}/deferred': simpleCase('own', () => ({ at: { vin: VIN } })),
  'GET /rigs/{vin}/open-tickets': simpleCase('own', () => ({ at: { vin: VIN } })),

  'GET /founders/companies': forFounder(async () => ({ query: { q: '@bluebonnet' } })),
  'GET /founders/companies/{companyUUID}': forFounder(async ({ app }) => ({
    at: { companyUUID: app.ids.dana },
  })),
  'GET /founders/companies/{companyUUID}/reviews': forFounder(async ({ app }) => ({
    at: { companyUUID: app.ids.dana },
  })),
  'POST /founders/companies/{companyUUID}/verify': onCompany(MONTH),
  'POST /founders/companies/{companyUUID}/unverify': onCompany({ reason: CANARY }, ({ app }, companyUUID) =>
    app.as('maya').platformAdmin.verify({ companyUUID, ...MONTH }),
  ),
  'POST /founders/companies/{companyUUID}/pending': onCompany({ pendingStatus: false }),
  'POST /founders/companies/{companyUUID}/suspend': onCompany({ reason: CANARY }),
  'POST /founders/companies/{companyUUID}/restore': onCompany(
    { reason: CANARY },
    async ({ app }, companyUUID) => {
      await app.as('maya').platformAdmin.suspend({ companyUUID, reason: CANARY })
      await waitUntilDelivered(app.database)
    },
  ),
  'POST /founders/companies/{companyUUID}/reviews/{ticketId}/remove': onReview(),
  'POST /founders/companies/{companyUUID}/reviews/{ticketId}/restore': onReview(({ app }, ticketId) =>
    app.as('maya').platformAdmin.removeReview({ companyUUID: app.ids.dana, ticketId, reason: CANARY }),
  ),
  'GET /founders/history/{vin}': forFounder(async () => ({ at: { vin: VIN } })),
  'POST /founders/history/{vin}/correct': forFounder(async shop => {
    const json = {
      companyUUID: shop.app.ids.dana,
      ticketId: await doneTicket(shop),
      newVin: sharedVin('HU5H-0003'),
    }
    return { at: { vin: VIN }, json: { ...json, reason: CANARY } }
  }),
  'POST /founders/history/{vin}/end-claim': forFounder(async shop => {
    const vin = sharedVin(`HELD-${randomUUID().slice(0, 8)}`)
    await claimOf(shop, vin, await shop.ticket(vin))
    return { at: { vin }, json: { reason: CANARY } }
  }),
  'GET /founders/disputes': forFounder(async () => ({})),
  'GET /founders/activity': forFounder(async () => ({})),
  'GET /founders/background-jobs': forFounder(async () => ({})),

  'GET /live': simpleCase('by-hand'),
  'GET /live/account': simpleCase('by-hand'),
  'GET /live/directory': simpleCase('by-hand'),
  'GET /live/follow/{token}': simpleCase('by-hand'),
}
