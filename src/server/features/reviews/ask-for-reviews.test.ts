import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { cents } from '#domain/lib/money.ts'
import { createKeyedHash } from '#server/config/auth-secret.ts'
import type { june } from '#server/seed/demo-accounts.ts'
import { createLinkFor, customerOfLink } from '../../../../test/support/customer-fixtures.ts'
import { START } from '../../../../test/support/global-setup.ts'
import { createVisit } from '../../../../test/support/rig-owner-fixtures.ts'
import { sharedVin } from '../../../../test/support/shared-vin.ts'
import { createTestApp, type TestApp } from '../../../../test/support/test-app.ts'
import { askForReviews } from './ask-for-reviews.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** 9 AM at Bluebonnet, the day after START. */
const MORNING = new Date('2025-11-21T14:00:00Z')

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  app.now = new Date(START)
  await sql`delete from review_request`.execute(app.database)
  await sql`delete from email_outbox`.execute(app.database)
  await app.as('dana').preferences.change({ asksForReviews: true })
})

function ask({ seconds = null as number | null, canDeliver = true } = {}): Promise<void> {
  const mailContext = {
    url: () => 'https://rigwright.example',
    canDeliver,
    contactEmail: null,
    wake: () => {},
  }
  return askForReviews(
    { database: app.database, publish: () => {} },
    {
      mailContext,
      keyedHash: createKeyedHash('a secret'),
      rateLimiter: { consumeInTransaction: async () => seconds },
    },
    app.now,
  )
}

const later = (days: number) => {
  app.now = new Date(app.now.getTime() + days * DAY_MS)
}

type Visit = Awaited<ReturnType<typeof createVisit>>

/** A visit that was completed at START, of a customer of its own. */
const visit = (customer: Partial<(typeof june)['customerDetails']> = {}) =>
  createVisit(app, {
    vin: sharedVin(`ASKED-${randomUUID().slice(0, 8)}`),
    customer: { email: `${randomUUID()}@mail.example`, ...customer },
  })

/** The emails to the ticket's customer that ask for a review. */
async function emailsTo({ ticketId }: Pick<Visit, 'ticketId'>) {
  const { customerDetails } = await app.as('dana').tickets.get({ ticketId })
  const rows = await app.database
    .selectFrom('emailOutbox')
    .select(['recipient', 'subject', 'text', 'senderName', 'messageId'])
    .where('recipient', '=', customerDetails.email)
    .where('subject', '=', 'How was Bluebonnet RV?')
    .execute()
  return rows.map(({ messageId, ...email }) => ({
    ...email,
    // The texts of emails are erased once they are sent.
    text: email.text || (app.sentEmails.find(sent => sent.messageId === messageId)?.text ?? ''),
  }))
}

const changeTicket = ({ ticketId }: Visit, columns: { email: string } | { phone: string }) =>
  app.database.updateTable('ticket').set(columns).where('ticketId', '=', ticketId).execute()

const requests = () => app.database.selectFrom('reviewRequest').selectAll().execute()

/** Expects that the customer is never asked. */
async function expectNever(asked: Visit) {
  for (let day = 0; day < 5; day += 1) {
    await ask()
    later(1)
  }
  expect(await emailsTo(asked)).toEqual([])
  expect(await requests()).toEqual([])
}

/** Expects that the customer is not asked at once after `settle`, but the next day. */
async function expectLater(asked: Visit, settle: () => Promise<unknown> = async () => {}, options = {}) {
  if (app.now < MORNING) app.now = MORNING
  await ask(options)
  await settle()
  await ask()
  expect(await emailsTo(asked)).toEqual([])
  later(1)
  await ask()
  expect(await emailsTo(asked)).toHaveLength(1)
}

describe('the customer of a completed visit is asked for a review', () => {
  test('once, the next morning, by one of two servers', async () => {
    const asked = await visit()
    await ask()
    app.now = new Date(MORNING.getTime() - 1)
    await ask()
    expect(await emailsTo(asked)).toEqual([])
    app.now = MORNING
    await Promise.all([ask(), ask()])
    await ask()
    later(1)
    await ask()
    const [email, ...more] = await emailsTo(asked)
    expect(more).toEqual([])
    expect(email).toMatchObject({ senderName: 'Bluebonnet RV' })
    expect(email?.text).toMatch(
      /^Hello June,\n\nBluebonnet RV completed the work on your 2021 Jayco Jay Flight 264BH on Nov 20\. How was it\?[^<]*:\nhttps:\/\/rigwright\.example\/follow\/[\w-]+#review\n\nYou'll need the last four digits of your phone number\./,
    )
    expect(await requests()).toEqual([])
    const { entries } = await app.as('dana').tickets.activity({ ticketId: asked.ticketId })
    expect(entries.filter(({ verb }) => verb === 'ticket.ask-for-review')).toMatchObject([
      { by: { name: 'Rigwright' }, detail: {} },
    ])
  })

  test('and the log says if the email cannot be sent', async () => {
    const { ticketId } = await visit()
    app.now = MORNING
    await ask({ canDeliver: false })
    const { entries } = await app.as('dana').tickets.activity({ ticketId })
    expect(entries[0]).toMatchObject({
      verb: 'ticket.ask-for-review',
      detail: { reason: 'email isn’t set up' },
    })
  })

  test('on the next morning if no server ran by day', async () => {
    const asked = await visit()
    app.now = new Date('2025-11-22T04:30:00Z')
    await ask()
    expect(await emailsTo(asked)).toEqual([])
    app.now = new Date('2025-11-22T15:00:00Z')
    await ask()
    expect(await emailsTo(asked)).toHaveLength(1)
  })
})

describe('the customer is asked a day later at the earliest', () => {
  test.each(['The door sticks.', 'Thanks!'])('while their message is unanswered: %s', async text => {
    const asked = await visit()
    const token = await createLinkFor(app, asked.ticketId)
    const { client } = await customerOfLink(app, token)
    await client.customerView.post({ token, text })
    await app.as('dana').messages.markRead({ ticketId: asked.ticketId })
    await expectLater(asked, () =>
      app.as('dana').messages.post({ ticketId: asked.ticketId, text: 'Come by tomorrow.' }),
    )
  })

  test('not for the message of someone else with their email', async () => {
    const email = `${randomUUID()}@mail.example`
    const asked = await visit({ email })
    const other = await visit({ email, firstName: 'Milo' })
    const token = await createLinkFor(app, other.ticketId)
    const { client } = await customerOfLink(app, token)
    await client.customerView.post({ token, text: 'When is it ready?' })
    await sql`delete from review_request where ticket_id = ${other.ticketId}`.execute(app.database)
    app.now = MORNING
    await ask()
    expect(await emailsTo(asked)).toHaveLength(1)
  })

  test('while nobody has read their message on another ticket', async () => {
    const email = `${randomUUID()}@mail.example`
    const asked = await visit({ email })
    const other = await visit({ email: email.toUpperCase() })
    const token = await createLinkFor(app, other.ticketId)
    const { client } = await customerOfLink(app, token)
    await client.customerView.post({ token, text: 'When is it ready?' })
    await sql`delete from review_request where ticket_id = ${other.ticketId}`.execute(app.database)
    await expectLater(asked, () => app.as('dana').messages.markRead({ ticketId: other.ticketId }))
  })

  test('while the rig’s owner disputes the visit', async () => {
    const asked = await visit()
    const { vin, code, companyUUID, ticketId } = asked
    const { rigClaims } = app.as('june')
    await rigClaims.claim({ vin, code })
    const note = { vin, companyUUID, ticketId, kind: 'dispute' } as const
    await rigClaims.saveNote({ ...note, words: 'Still leaks' })
    await expectLater(asked, () => rigClaims.deleteNote(note))
  })

  test('while a card payment of theirs is disputed', async () => {
    const asked = await visit()
    const enter = (position: number, cause: 'dispute' | 'dispute-won') =>
      app.database
        .insertInto('ledgerEntry')
        .values({
          ...{ companyId: app.ids.dana, entryId: randomUUID(), ticketId: asked.ticketId, position, cause },
          ...{ kind: cause === 'dispute' ? 'refund' : 'deposit', method: 'card', amount: cents(181_25) },
          ...{ invoiceId: null, reference: '', note: '', at: app.now, by: '', byName: 'Rigwright' },
          ...{ processorId: null, voidsEntryId: null },
        })
        .execute()
    await enter(1, 'dispute')
    await expectLater(asked, () => enter(2, 'dispute-won'))
  })

  test('over a limit on emails', async () => {
    await expectLater(await visit(), async () => {}, { seconds: 3600 })
  })
})

describe('the customer is never asked', () => {
  test('by a company that has not chosen it', async () => {
    await app.as('dana').preferences.change({ asksForReviews: false })
    const asked = await visit()
    await app.as('dana').preferences.change({ asksForReviews: true })
    await expectNever(asked)
  })

  test('by a company that does not want it any more', async () => {
    const asked = await visit()
    await app.as('dana').preferences.change({ asksForReviews: false })
    await expectNever(asked)
  })

  test('without an email, as one who was forgotten', async () => {
    const asked = await visit()
    await changeTicket(asked, { email: '' })
    await expectNever(asked)
  })

  test('who does not agree to emails, as one who is the same person said', async () => {
    const asked = await visit()
    const twin = await visit()
    await sql`delete from review_request where ticket_id = ${twin.ticketId}`.execute(app.database)
    const customerOf = async ({ ticketId }: Visit) =>
      (await app.as('walt').tickets.get({ ticketId })).customerId ?? ''
    const [customerId, into] = [await customerOf(twin), await customerOf(asked)]
    await app.as('walt').customers.change({ customerId, agreesToEmail: false })
    await app.as('walt').customers.merge({ customerId, into })
    await expectNever(asked)
  })

  test('after they wrote one, also if it was removed', async () => {
    const asked = await visit()
    const token = await createLinkFor(app, asked.ticketId)
    const { client } = await customerOfLink(app, token)
    await client.reviews.create({ token, stars: 4, words: 'Dry again.' })
    await app.database.updateTable('review').set({ removedAt: app.now }).execute()
    await expectNever(asked)
  })

  test('if the desk turned their link off, or their phone number is too short for one', async () => {
    const asked = await visit()
    await createLinkFor(app, asked.ticketId)
    await app.as('dana').customerLinks.revoke({ ticketId: asked.ticketId })
    await expectNever(asked)
    app.now = new Date(START)
    const other = await visit()
    await changeTicket(other, { phone: '12' })
    await expectNever(other)
  })

  test('if it was not possible within three days', async () => {
    const asked = await visit()
    const token = await createLinkFor(app, asked.ticketId)
    const { client } = await customerOfLink(app, token)
    await client.customerView.post({ token, text: 'The door sticks.' })
    app.now = MORNING
    for (let day = 1; day <= 3; day += 1) {
      await ask()
      expect(await requests()).toHaveLength(1)
      later(1)
    }
    await app.as('dana').messages.post({ ticketId: asked.ticketId, text: 'Come by tomorrow.' })
    await expectNever(asked)
  })

  test('by a company that is suspended', async () => {
    const asked = await visit()
    const suspend = (suspendedAt: Date | null) =>
      app.database.updateTable('company').set({ suspendedAt }).where('companyId', '=', app.ids.dana).execute()
    await suspend(app.now)
    app.now = MORNING
    await ask()
    await suspend(null)
    expect(await emailsTo(asked)).toEqual([])
    expect(await requests()).toHaveLength(1)
  })
})
