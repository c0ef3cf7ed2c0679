import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { june } from '#server/seed/demo-accounts.ts'
import { dumpDatabase, waitUntilDelivered } from '../../../../test/support/database-dump.ts'
import { START } from '../../../../test/support/global-setup.ts'
import { sharedVin } from '../../../../test/support/shared-vin.ts'
import { type Client, createTestApp, errorOf, type TestApp } from '../../../../test/support/test-app.ts'

let app: TestApp
let desk: Client
beforeAll(async () => {
  app = await createTestApp()
  desk = app.as('dana')
})
afterAll(() => app.close())
beforeEach(() => {
  app.now = new Date(START)
})
// What is sent at a later time would wait for it under the next test's clock.
afterEach(() => waitUntilDelivered(app.database))

const later = (minutes: number) => {
  app.now = new Date(app.now.getTime() + minutes * 60_000)
}

/** A ticket with a roof leak (1.25 h and $27.50 of sealant), and a furnace as an estimate of 2 h. */
async function workshop(): Promise<number> {
  const jobs = [
    { problem: 'Roof leak above the bunk', estimatedTime: 1.25 },
    { problem: 'Furnace goes out', estimate: true },
  ]
  const { ticketId } = await desk.tickets.create({ ...june, jobs })
  await desk.tickets.assign({ ticketId, employeeId: app.ids.rosa })
  await app.as('rosa').tickets.changeJob({ ticketId, jobNumber: 2, suggestedTime: 2 })
  const sealant = { quantity: 2, description: 'Sealant', perPartAmount: 13.75 }
  await desk.tickets.addPart({ ticketId, ...sealant, jobNumber: 1 })
  return ticketId
}

/** A browser that has answered the question of the ticket's link. */
async function customerOf(ticketId: number) {
  const { link } = await desk.customerLinks.create({ ticketId })
  const token = link.path.split('/').at(-1) ?? ''
  const digits = june.customerDetails.phone.slice(-4)
  const answered = await app.fetch(`/api/follow/${token}/answer`, { method: 'POST', json: { digits } })
  const cookie = answered.headers
    .getSetCookie()
    .map(each => each.split(';')[0])
    .join('; ')
  const client = app.withCookie(cookie)
  const requests = () => client.customerView.listApprovals({ token })
  const seen = async (jobNumber: number) => {
    const line = (await requests()).lines.find(each => each.jobNumber === jobNumber)
    if (line === undefined) throw new Error(`nothing is asked about ${jobNumber}`)
    return line
  }
  type SeenLine = { readonly requestId: string; readonly jobNumber: number; readonly version: string }
  const say = (
    answer: 'approved' | 'declined',
    { requestId, jobNumber, version }: SeenLine,
    { key, ...more }: { key?: string; again?: boolean; typedName?: string } = {},
  ) =>
    client.customerView.answerLine(
      { token, requestId, jobNumber, version, answer, typedName: 'June Park', ...more },
      { context: key === undefined ? {} : { idempotencyKey: key } },
    )
  return { token, client, requests, seen, say }
}

async function asked(jobNumbers = [1, 2]) {
  const ticketId = await workshop()
  await desk.approvals.request({ ticketId, jobNumbers })
  return { ticketId, ...(await customerOf(ticketId)) }
}

const jobOf = async (ticketId: number, jobNumber: number) =>
  (await desk.tickets.get({ ticketId })).jobs.find(job => job.jobNumber === jobNumber)

const lineOf = async (ticketId: number, jobNumber: number) => {
  const line = (await desk.approvals.get({ ticketId })).lines.find(each => each.jobNumber === jobNumber)
  if (line === undefined) throw new Error(`there is no line ${jobNumber}`)
  return line
}

const verbsOf = async (ticketId: number) =>
  (await desk.tickets.activity({ ticketId })).entries.map(({ verb }) => verb.replace('ticket.', ''))

/** The refusal, after checking that nothing has changed. */
async function expectUnchanged(act: () => Promise<unknown>) {
  await waitUntilDelivered(app.database)
  const before = await dumpDatabase(app.database)
  const refusal = await errorOf(act())
  expect(await dumpDatabase(app.database)).toBe(before)
  return refusal
}

describe('an approval request is refused', () => {
  test.each([
    ['no line', [], { status: 400, fields: { jobNumbers: 'Choose at least one job line.' } }],
    [
      'too many lines',
      Array.from({ length: 201 }, (_, place) => place + 1),
      { status: 400, fields: { jobNumbers: 'Choose at most 200 job lines.' } },
    ],
    [
      'a line that is not there',
      [1, 9],
      { status: 409, message: 'That job line is no longer on the ticket.' },
    ],
  ])('for %s', async (_, jobNumbers, expected) => {
    const ticketId = await workshop()
    const refusal = await expectUnchanged(() => desk.approvals.request({ ticketId, jobNumbers }))
    expect(refusal).toMatchObject(expected)
  })

  test('with a note that is too long', async () => {
    const ticketId = await workshop()
    const note = 'x'.repeat(1001)
    const refusal = await expectUnchanged(() => desk.approvals.request({ ticketId, jobNumbers: [1], note }))
    expect(refusal).toMatchObject({ fields: { note: 'Use at most 1,000 characters.' } })
  })

  test('while a part of a line has no price, for all lines at once', async () => {
    const ticketId = await workshop()
    await app.as('rosa').tickets.addPart({ ticketId, quantity: 1, description: 'Igniter', jobNumber: 2 })
    const refusal = await expectUnchanged(() => desk.approvals.request({ ticketId, jobNumbers: [1, 2] }))
    expect(refusal.message).toBe('Add prices for Igniter first.')
    await desk.approvals.request({ ticketId, jobNumbers: [1] })
  })

  test('with hours but without a labor rate', async () => {
    const rival = app.as('ray')
    await rival.companies.change({ laborRate: null })
    const jobs = [{ problem: 'Awning', estimatedTime: 1 }, { problem: 'Look at the brakes' }]
    const { ticketId } = await rival.tickets.create({ ...june, jobs })
    const refusal = await expectUnchanged(() => rival.approvals.request({ ticketId, jobNumbers: [1, 2] }))
    expect(refusal.message).toBe(
      'The company has no labor rate, so the hours on 1. Awning have no price. Set the rate under Company first. ' +
        'Add hours or parts to 2. Look at the brakes first.',
    )
  })

  test('for a line that is requested or answered, unless it is requested again', async () => {
    const { ticketId, say, seen } = await asked()
    await say('approved', await seen(1))
    later(5)
    const refusal = await expectUnchanged(() => desk.approvals.request({ ticketId, jobNumbers: [1, 2] }))
    expect(refusal.message).toBe(
      '1. Roof leak above the bunk was already approved by link at 2:00 PM. ' +
        'The customer has already been asked about 2. Furnace goes out.',
    )
    await desk.approvals.request({ ticketId, jobNumbers: [1, 2], again: true })
    expect(await jobOf(ticketId, 1)).toMatchObject({ answer: 'approved', isAsked: true })
    await say('declined', await seen(1))
    expect(await jobOf(ticketId, 1)).toMatchObject({ answer: 'declined', isAsked: false })
  })

  test('on a ticket that is not in progress', async () => {
    const ticketId = await workshop()
    await desk.tickets.finalize({ ticketId })
    const refusal = await expectUnchanged(() => desk.approvals.request({ ticketId, jobNumbers: [1] }))
    expect(refusal.message).toMatch(/^Already finalized by Dana Reyes at 2:00 PM\./)
    const booking = await app.createBooking()
    expect(
      (await expectUnchanged(() => desk.approvals.request({ ticketId: booking, jobNumbers: [1] }))).code,
    ).toBe('REFUSED')
  })

  test('on another company’s ticket, and to technicians', async () => {
    const ticketId = await workshop()
    for (const [as, code] of [
      ['ray', 'NOT_FOUND'],
      ['rosa', 'FORBIDDEN'],
      ['visitor', 'UNAUTHORIZED'],
    ] as const) {
      const client = app.as(as)
      const line = { ticketId, jobNumber: 1 }
      for (const act of [
        () => client.approvals.get({ ticketId }),
        () => client.approvals.request({ ticketId, jobNumbers: [1] }),
        () =>
          client.approvals.recordAnswer({
            name: 'June Park',
            ...line,
            version: '',
            answer: 'approved' as const,
          }),
        () => client.approvals.withdraw(line),
      ])
        expect([as, (await expectUnchanged(act)).code]).toEqual([as, code])
    }
  })
})

describe('an approval request', () => {
  test.each(['active', 'approval'] as const)(
    'on a ticket that is %s leaves its state unchanged',
    async state => {
      const ticketId = await workshop()
      if (state === 'approval') await desk.tickets.askApproval({ ticketId })
      const before = await desk.tickets.get({ ticketId })
      await desk.approvals.request({ ticketId, jobNumbers: [1] })
      const after = await desk.tickets.get({ ticketId })
      expect(after).toEqual({
        ...before,
        jobs: before.jobs.map(job => ({ ...job, isAsked: job.jobNumber === 1 })),
      })
    },
  )

  test('creates a link and an email without prices', async () => {
    const ticketId = await workshop()
    await app
      .as('walt')
      .approvals.request({ ticketId, jobNumbers: [2, 1, 1], note: 'Before the rain, please.' })
    const { link } = await desk.customerLinks.get({ ticketId })
    await expect.poll(() => app.sentEmails.at(-1)?.text).toContain(`${app.url}${link?.path}`)
    const email = app.sentEmails.at(-1)
    expect(email).toMatchObject({
      recipient: june.customerDetails.email,
      subject: 'Bluebonnet RV needs your approval for work on your RV',
    })
    expect(email?.text).toContain('2 jobs on your 2021 Jayco')
    expect(email?.text).not.toContain('$')
    expect(await verbsOf(ticketId)).toEqual(expect.arrayContaining(['request-approval', 'create-link']))
  })

  test('has the total of each line', async () => {
    const ticketId = await workshop()
    expect((await desk.approvals.get({ ticketId })).lines).toMatchObject([
      {
        jobNumber: 1,
        hours: 1.25,
        laborRate: 145,
        labor: 181.25,
        partsAmount: 27.5,
        shopSupplies: 2.75,
        total: 211.5,
        obstacles: [],
        request: null,
      },
      { jobNumber: 2, hours: 2, labor: 290, total: 290 },
    ])
  })

  test('can be canceled, and then not answered', async () => {
    const { ticketId, seen, say, requests, client, token } = await asked([1])
    const line = await seen(1)
    expect(await client.customerView.get({ token })).toMatchObject({
      progress: 'waiting-for-you',
      hasBegun: false,
    })
    await desk.approvals.withdraw({ ticketId, jobNumber: 1 })
    expect((await requests()).lines).toEqual([])
    expect((await expectUnchanged(() => say('approved', line))).message).toMatch(
      /^The company canceled this approval request/,
    )
    expect((await client.customerView.get({ token })).progress).toBe('received')
    expect((await verbsOf(ticketId))[0]).toBe('withdraw-request')
    expect((await expectUnchanged(() => desk.approvals.withdraw({ ticketId, jobNumber: 1 }))).code).toBe(
      'REFUSED',
    )
  })

  test('is deleted with its line, and a new line is not requested', async () => {
    const ticketId = await workshop()
    await desk.approvals.request({ ticketId, jobNumbers: [2] })
    const { seen, say, requests } = await customerOf(ticketId)
    const line = await seen(2)
    await desk.tickets.removeJob({ ticketId, jobNumber: 2 })
    expect((await expectUnchanged(() => say('approved', line))).code).toBe('REFUSED')
    await desk.tickets.addJob({ ticketId, problem: 'Something else', estimatedTime: 1 })
    expect((await requests()).lines).toEqual([])
    expect(await jobOf(ticketId, 3)).toMatchObject({ answer: 'none', isAsked: false })
  })
})

describe('the customer', () => {
  test('sees each open line as it is now with its details, and no internal data', async () => {
    const { requests } = await asked()
    const view = await requests()
    expect(view).toMatchObject({ companyName: 'Bluebonnet RV', closed: null })
    expect(view.lines).toMatchObject([
      {
        jobNumber: 1,
        problem: 'Roof leak above the bunk',
        state: 'open',
        hours: 1.25,
        labor: 181.25,
        parts: [{ description: 'Sealant', quantity: 2, perPartAmount: 13.75, totalAmount: 27.5 }],
        shopSupplies: 2.75,
        total: 211.5,
        isChanged: false,
        canAnswer: true,
        answeredAt: null,
      },
      { jobNumber: 2, hours: 2, total: 290 },
    ])
    expect(JSON.stringify(view)).not.toMatch(/rosa|Dana|address/i)
  })

  test.each([
    [
      'problem',
      (ticketId: number) => desk.tickets.changeJob({ ticketId, jobNumber: 1, problem: 'Wall leak' }),
    ],
    ['hours', (ticketId: number) => desk.tickets.changeJob({ ticketId, jobNumber: 1, estimatedTime: 3 })],
    [
      'parts',
      (ticketId: number) =>
        desk.tickets.addPart({ ticketId, quantity: 1, description: 'Tape', perPartAmount: 4, jobNumber: 1 }),
    ],
    [
      'price of a part',
      async (ticketId: number) => {
        const [part] = (await desk.tickets.get({ ticketId })).parts
        await desk.tickets.changePart({ ticketId, partId: part?.partId ?? '', perPartAmount: 14 })
      },
    ],
  ])('cannot approve after the %s changed, and sees the new version', async (_, change) => {
    const { ticketId, seen, say } = await asked([1])
    const before = await seen(1)
    await change(ticketId)
    const refusal = await expectUnchanged(() => say('approved', before))
    expect(refusal.message).toBe('This job changed before your answer was saved. Review it and answer again.')
    const now = await seen(1)
    expect(now).toMatchObject({ isChanged: true, canAnswer: true, state: 'open' })
    await say('approved', now)
    const { version, total } = now
    expect(await seen(1)).toMatchObject({ state: 'approved', version, total, isChanged: false })
  })

  test('cannot approve after the rate changed', async () => {
    const { seen, say } = await asked([1])
    const before = await seen(1)
    await desk.companies.change({ laborRate: 150 })
    expect((await expectUnchanged(() => say('approved', before))).code).toBe('REFUSED')
    await desk.companies.change({ laborRate: 145 })
    await say('approved', before)
  })

  test('cannot answer a line while one of its parts has no price', async () => {
    const { ticketId, seen, say } = await asked([1])
    await app.as('rosa').tickets.addPart({ ticketId, quantity: 1, description: 'Tape', jobNumber: 1 })
    const line = await seen(1)
    expect(line).toMatchObject({ canAnswer: false, total: null })
    for (const answer of ['approved', 'declined'] as const)
      expect((await expectUnchanged(() => say(answer, line))).code).toBe('REFUSED')
  })

  test('sees what was answered on another device, and when', async () => {
    const { ticketId, seen, say } = await asked([1])
    const other = await customerOf(ticketId)
    const line = await seen(1)
    await say('approved', line)
    later(3)
    expect((await expectUnchanged(() => other.say('declined', line))).message).toBe(
      '1. Roof leak above the bunk was already approved by link at 2:00 PM.',
    )
  })

  test('answers once, on however many devices', async () => {
    const { ticketId, seen, say } = await asked([1])
    const line = await seen(1)
    const answers = await Promise.allSettled(
      Array.from({ length: 6 }, (_, place) => say(place % 2 === 0 ? 'approved' : 'declined', line)),
    )
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const { state } = await seen(1)
    expect((await jobOf(ticketId, 1))?.answer).toBe(state)
    const verbs = (await verbsOf(ticketId)).filter(verb => /^(approve|decline)-line$/.test(verb))
    expect(verbs).toHaveLength(1)
  })

  test('answers once when the request is retried after a lost response', async () => {
    const { ticketId, seen, say } = await asked([1])
    const line = await seen(1)
    const key = '0b6f4b7e-6f0a-4d0e-9d4c-3f6a5c1d2e3f'
    expect(await say('approved', line, { key })).toEqual({ done: true })
    await waitUntilDelivered(app.database)
    const before = await dumpDatabase(app.database)
    expect(await say('approved', line, { key })).toEqual({ done: true })
    expect(await dumpDatabase(app.database)).toBe(before)
    expect((await verbsOf(ticketId)).filter(verb => verb === 'approve-line')).toHaveLength(1)
  })

  test('of another ticket, or before entering the phone digits, can do nothing', async () => {
    const one = await asked([1])
    const line = await one.seen(1)
    const { requestId, version } = line
    const answerInput = { requestId, version, jobNumber: 1, answer: 'approved', typedName: 'June' } as const
    for (const client of [app.as('visitor'), app.as('ray'), app.as('rosa')])
      expect(
        (await expectUnchanged(() => client.customerView.answerLine({ token: one.token, ...answerInput })))
          .message,
      ).toMatch(/^Answer the question first/)
    const other = await customerOf(await workshop())
    expect((await expectUnchanged(() => other.say('approved', line))).message).toMatch(
      /^The company canceled this approval request/,
    )
    expect((await errorOf(other.client.customerView.listApprovals({ token: one.token }))).code).toBe(
      'REFUSED',
    )
  })

  test('learns when the ticket was finalized, and may answer once it is reopened', async () => {
    const { ticketId, seen, say, requests } = await asked([1])
    const line = await seen(1)
    await desk.approvals.withdraw({ ticketId, jobNumber: 1 })
    await desk.tickets.finalize({ ticketId })
    // As on tickets finalized before this was refused.
    await app.database
      .updateTable('approvalLine')
      .set({ state: 'open', endedAt: null, endedBy: null, endedByName: null })
      .where('ticketId', '=', ticketId)
      .execute()
    expect((await expectUnchanged(() => say('approved', line))).message).toBe(
      'Already finalized by Dana Reyes at 2:00 PM.',
    )
    expect(await requests()).toMatchObject({
      closed: 'Finalized by Dana Reyes at 2:00 PM.',
      lines: [{ canAnswer: false }],
    })
    await desk.tickets.reopen({ ticketId })
    await say('approved', await seen(1))
  })
})

describe('an answer', () => {
  test('is stored with what was on the screen, when, from where and by whom', async () => {
    const { ticketId, seen, say } = await asked([1])
    const { version } = await seen(1)
    await desk.tickets.changeJob({ ticketId, jobNumber: 1, estimatedTime: 2 })
    later(7)
    await say('approved', await seen(1))
    const [row] = await app.database
      .selectFrom('approvalLine')
      .selectAll()
      .where('ticketId', '=', ticketId)
      .execute()
    const cents = { labor: 290_00, partsAmount: 27_50, shopSupplies: 2_75, total: 320_25 }
    expect(row).toMatchObject({
      companyId: app.ids.dana,
      jobNumber: 1,
      state: 'approved',
      how: 'link',
      askedVersion: version,
      endedAt: app.now,
      endedByName: 'June Park',
      address: '127.0.0.1',
      asked: { hours: 1.25, total: 211_50 },
      shown: { problem: 'Roof leak above the bunk', hours: 2, laborRate: 145_00, ...cents },
    })
    expect(row?.shownVersion).not.toBe(version)
  })

  test('stays as given, even when the line changes', async () => {
    const { ticketId, seen, say } = await asked([1])
    await say('approved', await seen(1))
    await desk.companies.change({ approvalTolerance: 100 })
    await desk.tickets.changeJob({ ticketId, jobNumber: 1, problem: 'Roof and wall', estimatedTime: 2.5 })
    await desk.companies.change({ approvalTolerance: 10 })
    expect(await seen(1)).toMatchObject({ problem: 'Roof leak above the bunk', hours: 1.25, total: 211.5 })
    expect((await lineOf(ticketId, 1)).request).toMatchObject({ state: 'approved', isChanged: true })
    const changedSince = {
      was: { problem: 'Roof leak above the bunk', total: 211.5 },
      is: { problem: 'Roof and wall', total: 392.75 },
    }
    expect(await seen(1)).toMatchObject({ isChanged: true, changedSince })
    expect(await lineOf(ticketId, 1)).toMatchObject({ answer: 'approved', changedSince })
    // Also while it is requested again.
    await desk.approvals.request({ ticketId, jobNumbers: [1], again: true })
    expect(await lineOf(ticketId, 1)).toMatchObject({ request: { state: 'open' }, changedSince })
    expect(await seen(1)).toMatchObject({ state: 'open', isChanged: false, changedSince })
    await say('approved', await seen(1))
    expect(await lineOf(ticketId, 1)).toMatchObject({ changedSince: null })
    expect((await expectUnchanged(() => desk.tickets.removeJob({ ticketId, jobNumber: 1 }))).code).toBe(
      'REFUSED',
    )
  })

  test('prevents deleting the line', async () => {
    const { ticketId, seen, say } = await asked([2])
    await say('declined', await seen(2))
    expect((await expectUnchanged(() => desk.tickets.removeJob({ ticketId, jobNumber: 2 }))).message).toBe(
      'Can’t delete: the customer already responded.',
    )
  })

  test('approving a suggested time applies it, on the line and in the activity', async () => {
    const { ticketId, seen, say } = await asked([2])
    const twin = await workshop()
    await say('approved', await seen(2))
    await desk.tickets.approveTime({ ticketId: twin, jobNumber: 2 })
    const [mine, theirs] = [await jobOf(ticketId, 2), await jobOf(twin, 2)]
    expect(mine).toEqual({ ...theirs, answer: 'approved', approval: mine?.approval })
    expect(mine).toMatchObject({ estimate: false, estimatedTime: 2, suggestedTime: null })
    const entriesOf = async (id: number) => (await desk.tickets.activity({ ticketId: id })).entries
    const latestEntries = (await entriesOf(ticketId)).slice(0, 2)
    const hours = { before: 0, after: 2 }
    expect(latestEntries).toMatchObject([
      { verb: 'ticket.approve-line', by: { name: 'June Park' } },
      { verb: 'ticket.approve-time', by: { name: 'June Park' }, detail: { jobNumber: 2, hours } },
    ])
    expect(latestEntries[1]?.detail).toEqual((await entriesOf(twin))[0]?.detail)
  })

  test('declining removes the line and its parts from the totals, and keeps it listed', async () => {
    const { ticketId, seen, say } = await asked()
    await say('declined', await seen(1))
    const ticket = await desk.tickets.get({ ticketId })
    expect(ticket.jobs.map(({ answer, totalBalance }) => ({ answer, totalBalance }))).toEqual([
      { answer: 'declined', totalBalance: 0 },
      { answer: 'none', totalBalance: 0 },
    ])
    expect(ticket.totals).toMatchObject({ totalPartsAmount: 0, shopSupplies: 0, totalBalance: 0 })
    expect((await desk.tickets.activity({ ticketId })).entries[0]).toMatchObject({
      verb: 'ticket.decline-line',
      by: { name: 'June Park' },
      detail: { jobNumber: 1, job: '1. Roof leak above the bunk' },
    })
  })

  test('unblocks the ticket once all are given', async () => {
    const { client, token, seen, say } = await asked()
    await say('approved', await seen(1))
    expect((await client.customerView.get({ token })).progress).toBe('waiting-for-you')
    await say('declined', await seen(2))
    expect((await client.customerView.get({ token })).progress).toBe('received')
  })

  test('is in the company’s export', async () => {
    const { ticketId, seen, say } = await asked([1])
    await say('approved', await seen(1))
    const file = await (await app.fetch('/api/company/export', { as: 'dana' })).json()
    expect(file.ticketManager.activeServiceTickets[ticketId].Approvals).toMatchObject([
      { state: 'approved', how: 'link', endedBy: 'June Park', shown: { total: 211.5, labor: 181.25 } },
    ])
  })
})

describe('recording an answer by phone', () => {
  const record = async (
    ticketId: number,
    jobNumber: number,
    answer: 'approved' | 'declined',
    again = false,
  ) => {
    const { version } = await lineOf(ticketId, jobNumber)
    return app
      .as('walt')
      .approvals.recordAnswer({ name: 'June Park', ticketId, jobNumber, answer, version, again })
  }

  test('is refused for a line that changed meanwhile', async () => {
    const ticketId = await workshop()
    const { version } = await lineOf(ticketId, 1)
    await desk.tickets.changeJob({ ticketId, jobNumber: 1, estimatedTime: 2 })
    const line = { ticketId, jobNumber: 1, version, name: 'June Park' }
    expect(
      (await expectUnchanged(() => desk.approvals.recordAnswer({ ...line, answer: 'approved' }))).message,
    ).toMatch(/^This job changed/)
  })

  test('requires all prices to approve, none to decline', async () => {
    const ticketId = await workshop()
    await app.as('rosa').tickets.addPart({ ticketId, quantity: 1, description: 'Tape', jobNumber: 1 })
    expect((await errorOf(record(ticketId, 1, 'approved'))).message).toBe('Add prices for Tape first.')
    await record(ticketId, 1, 'declined')
    expect(await jobOf(ticketId, 1)).toMatchObject({ answer: 'declined' })
  })

  test('or canceling the request is required before finalizing', async () => {
    const { ticketId, seen, say } = await asked([1, 2])
    const refusal = await expectUnchanged(() => desk.tickets.finalize({ ticketId }))
    expect(refusal.message).toBe(
      'June has not responded about 1. Roof leak above the bunk and 2. Furnace goes out. ' +
        'Record their answer or cancel the request.',
    )
    await say('declined', await seen(1))
    expect((await expectUnchanged(() => desk.tickets.finalize({ ticketId }))).message).toMatch(
      /^June has not responded about 2\. Furnace goes out\./,
    )
    await desk.approvals.withdraw({ ticketId, jobNumber: 2 })
    expect(await desk.tickets.finalize({ ticketId })).toMatchObject({ ticketId, state: 'completed' })
  })

  test('shows the customer when they were asked, not when the ticket was created', async () => {
    const ticketId = await workshop()
    later(60)
    await desk.approvals.request({ ticketId, jobNumbers: [1] })
    later(30)
    await desk.approvals.request({ ticketId, jobNumbers: [2] })
    const { client, token, seen, say } = await customerOf(ticketId)
    const asking = app.now
    later(30)
    expect(await client.customerView.get({ token })).toMatchObject({
      progress: 'waiting-for-you',
      since: asking,
    })
    await say('approved', await seen(2))
    const before = new Date(asking.getTime() - 30 * 60_000)
    expect(await client.customerView.get({ token })).toMatchObject({
      progress: 'waiting-for-you',
      since: before,
    })
  })

  test('is refused on a finalized ticket', async () => {
    const ticketId = await workshop()
    const { version } = await lineOf(ticketId, 1)
    await desk.tickets.finalize({ ticketId })
    const line = { ticketId, jobNumber: 1, version, name: 'June Park' }
    expect(
      (await expectUnchanged(() => desk.approvals.recordAnswer({ ...line, answer: 'approved' }))).message,
    ).toMatch(/^Already finalized/)
  })

  test("without a request is stored with the desk's user", async () => {
    const ticketId = await workshop()
    await record(ticketId, 2, 'approved')
    expect(await jobOf(ticketId, 2)).toMatchObject({ answer: 'approved', estimate: false, estimatedTime: 2 })
    expect((await lineOf(ticketId, 2)).request).toMatchObject({
      state: 'approved',
      how: 'phone',
      answeredBy: 'Walt Kim',
      answeredAt: app.now,
    })
    const entry = (await desk.tickets.activity({ ticketId })).entries[0]
    expect(entry).toMatchObject({ verb: 'ticket.approve-line', detail: { jobNumber: 2, isByPhone: true } })
    expect((await customerOf(ticketId).then(({ requests }) => requests())).lines).toMatchObject([
      { jobNumber: 2, state: 'approved', how: 'phone' },
    ])
  })

  test('closes the open request on the link', async () => {
    const { ticketId, seen, say } = await asked([1])
    const line = await seen(1)
    await record(ticketId, 1, 'declined')
    expect((await expectUnchanged(() => say('approved', line))).message).toBe(
      '1. Roof leak above the bunk was already declined by phone at 2:00 PM.',
    )
    expect(
      (await desk.approvals.get({ ticketId })).lines.filter(({ request }) => request !== null),
    ).toHaveLength(1)
  })

  test('a second time requires knowing the first answer', async () => {
    const { ticketId, seen, say } = await asked([1])
    await say('declined', await seen(1))
    expect((await errorOf(record(ticketId, 1, 'approved'))).message).toMatch(
      /was already declined by link at/,
    )
    later(10)
    await record(ticketId, 1, 'approved', true)
    expect(await jobOf(ticketId, 1)).toMatchObject({ answer: 'approved' })
    expect((await desk.tickets.get({ ticketId })).totals?.totalBalance).toBe(211.5)
  })

  test('of concurrent request and answer, one wins', async () => {
    const { ticketId, seen, say } = await asked([1])
    const line = await seen(1)
    const answers = await Promise.allSettled([say('approved', line), record(ticketId, 1, 'declined')])
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await jobOf(ticketId, 1))?.answer).toBe((await seen(1)).state)
  })
})

describe('a price above what was approved', () => {
  /** Two hours and a half at $132.00: $330.00. */
  async function approved() {
    await desk.companies.change({ laborRate: 132, approvalTolerance: 10 })
    const jobs = [{ problem: 'Roof leak', estimatedTime: 2.5 }]
    const { ticketId } = await desk.tickets.create({ ...june, jobs })
    await desk.approvals.request({ ticketId, jobNumbers: [1] })
    const customer = await customerOf(ticketId)
    await customer.say('approved', await customer.seen(1))
    await waitUntilDelivered(app.database)
    const sent = app.sentEmails.length
    later(5)
    // The owner hears of the answer meanwhile.
    const { email } = june.customerDetails
    const emails = () => app.sentEmails.slice(sent).filter(({ recipient }) => recipient === email)
    return { ticketId, ...customer, emails }
  }
  const hours = (ticketId: number, estimatedTime: number) =>
    desk.tickets.changeJob({ ticketId, jobNumber: 1, estimatedTime })
  const asksOf = (ticketId: number) =>
    verbsOf(ticketId).then(verbs => verbs.filter(verb => verb === 'request-approval'))
  afterAll(() => desk.companies.change({ laborRate: 145, approvalTolerance: 10 }))

  test.each<[string, (ticketId: number) => Promise<unknown>, number]>([
    ['hours', ticketId => hours(ticketId, 4.5), 594],
    [
      'a part, and its supplies',
      ticketId =>
        desk.tickets.addPart({
          ticketId,
          quantity: 1,
          description: 'Board',
          perPartAmount: 100,
          jobNumber: 1,
        }),
      440,
    ],
    [
      'a part that gets a price',
      async ticketId => {
        const part = { ticketId, quantity: 1, description: 'Board', jobNumber: 1 }
        const { partId } = await desk.tickets.addPart(part)
        expect(await asksOf(ticketId)).toHaveLength(1)
        await desk.tickets.changePart({ ticketId, partId, perPartAmount: 100 })
      },
      440,
    ],
    [
      'a part of another line',
      async ticketId => {
        const part = { ticketId, quantity: 1, description: 'Board', perPartAmount: 100 }
        const { partId } = await desk.tickets.addPart(part)
        expect(await asksOf(ticketId)).toHaveLength(1)
        await desk.tickets.changePart({ ticketId, partId, jobNumber: 1 })
      },
      440,
    ],
  ])('by %s asks again by email, and needs an answer before finalizing', async (_, raise, total) => {
    const { ticketId, seen, say } = await approved()
    await raise(ticketId)
    expect(await jobOf(ticketId, 1)).toMatchObject({ answer: 'approved', isAsked: true, raisedTo: total })
    await expect.poll(() => app.sentEmails.at(-1)?.text).toContain('the price went up since you approved it')
    expect(await asksOf(ticketId)).toHaveLength(2)
    expect((await expectUnchanged(() => desk.tickets.finalize({ ticketId }))).message).toMatch(
      /^June has not responded about 1\. Roof leak\./,
    )
    const line = await seen(1)
    const changedSince = { was: { problem: 'Roof leak', total: 330 }, is: { problem: 'Roof leak', total } }
    expect(line).toMatchObject({ state: 'open', total, changedSince })
    await say('approved', line)
    expect(await jobOf(ticketId, 1)).toMatchObject({ isAsked: false, raisedTo: null, approval: { total } })
    await desk.tickets.finalize({ ticketId })
  })

  test('by a suggested time asks again once the desk approves it', async () => {
    const { ticketId, say, seen } = await asked([1])
    const { jobNumber } = await desk.tickets.addJob({
      ticketId,
      problem: 'Furnace',
      estimatedTime: 2,
      estimate: true,
    })
    await desk.approvals.request({ ticketId, jobNumbers: [jobNumber] })
    await say('approved', await seen(jobNumber))
    await app.as('rosa').tickets.changeJob({ ticketId, jobNumber, suggestedTime: 5 })
    expect(await jobOf(ticketId, jobNumber)).toMatchObject({ isAsked: false, raisedTo: null })
    await desk.tickets.approveTime({ ticketId, jobNumber })
    expect(await jobOf(ticketId, jobNumber)).toMatchObject({ isAsked: true, estimatedTime: 5 })
  })

  test('asks once however often it changes, and not at all within the tolerance', async () => {
    const { ticketId, emails } = await approved()
    await hours(ticketId, 2.75)
    expect(await jobOf(ticketId, 1)).toMatchObject({ isAsked: false, raisedTo: null })
    await hours(ticketId, 4)
    await hours(ticketId, 6)
    expect(await asksOf(ticketId)).toHaveLength(2)
    await waitUntilDelivered(app.database)
    expect(emails()).toHaveLength(1)
  })

  test('is measured from what was approved, not from the last change', async () => {
    const { ticketId } = await approved()
    await desk.companies.change({ approvalTolerance: 30 })
    await hours(ticketId, 3)
    expect(await jobOf(ticketId, 1)).toMatchObject({ isAsked: false })
    await hours(ticketId, 3.5)
    expect(await jobOf(ticketId, 1)).toMatchObject({ isAsked: true })
  })

  test('needs no answer once it is back at what was approved', async () => {
    const { ticketId, seen } = await approved()
    await hours(ticketId, 20)
    await hours(ticketId, 2.5)
    expect(await jobOf(ticketId, 1)).toMatchObject({ answer: 'approved', isAsked: false, raisedTo: null })
    expect(await seen(1)).toMatchObject({ state: 'approved', total: 330 })
    expect((await verbsOf(ticketId))[0]).toBe('withdraw-request')
    await desk.tickets.finalize({ ticketId })
  })

  test('asks by email without making a link that the desk has turned off', async () => {
    const { ticketId, emails } = await approved()
    await desk.customerLinks.revoke({ ticketId })
    await hours(ticketId, 4.5)
    expect(await jobOf(ticketId, 1)).toMatchObject({ isAsked: true })
    expect((await desk.customerLinks.get({ ticketId })).link).toBeNull()
    await waitUntilDelivered(app.database)
    for (const { text } of emails()) expect(text).not.toContain('/follow/')
  })

  test('of one line does not take back what was asked again about another', async () => {
    const { ticketId } = await approved()
    await desk.approvals.request({ ticketId, jobNumbers: [1], again: true })
    expect(await jobOf(ticketId, 1)).toMatchObject({ isAsked: true })
    const { jobNumber } = await desk.tickets.addJob({ ticketId, problem: 'Step', estimatedTime: 1 })
    await desk.tickets.changeJob({ ticketId, jobNumber, estimatedTime: 2 })
    expect(await jobOf(ticketId, 1)).toMatchObject({ isAsked: true })
  })

  test('by a new labor rate is refused when finalizing, until it is answered by phone', async () => {
    const { ticketId } = await approved()
    await desk.companies.change({ laborRate: 150 })
    expect(await lineOf(ticketId, 1)).toMatchObject({ isRaised: true, request: { state: 'approved' } })
    expect((await expectUnchanged(() => desk.tickets.finalize({ ticketId }))).message).toBe(
      'June approved 1. Roof leak at $330.00, and it is now $375.00. Ask again or record their answer first.',
    )
    const { version } = await lineOf(ticketId, 1)
    await desk.approvals.recordAnswer({
      name: 'June Park',
      ticketId,
      jobNumber: 1,
      version,
      answer: 'approved',
      again: true,
    })
    expect(await lineOf(ticketId, 1)).toMatchObject({ isRaised: false })
    await desk.tickets.finalize({ ticketId })
  })

  test('stays refused when the new request is canceled', async () => {
    const { ticketId } = await approved()
    await hours(ticketId, 4.5)
    await desk.approvals.withdraw({ ticketId, jobNumber: 1 })
    expect((await expectUnchanged(() => desk.tickets.finalize({ ticketId }))).message).toMatch(
      /^June approved 1\. Roof leak at \$330\.00, and it is now \$594\.00\./,
    )
  })

  test('is allowed without an answer within what the company set, and to a customer who was never asked', async () => {
    const { ticketId } = await approved()
    await desk.companies.change({ approvalTolerance: 100 })
    await hours(ticketId, 5)
    expect(await lineOf(ticketId, 1)).toMatchObject({ changedSince: { is: { total: 660 } }, isRaised: false })
    await desk.tickets.finalize({ ticketId })
    const { ticketId: other } = await desk.tickets.create({
      ...june,
      jobs: [{ problem: 'Step', estimatedTime: 1 }],
    })
    await hours(other, 9)
    expect((await desk.approvals.get({ ticketId: other })).unasked).toEqual([])
    await desk.tickets.finalize({ ticketId: other })
  })

  test('of work that was never asked is listed before finalizing', async () => {
    const { ticketId } = await approved()
    await desk.tickets.addJob({ ticketId, problem: 'Step', estimatedTime: 1 })
    await desk.tickets.addPart({ ticketId, quantity: 2, description: 'Filter', perPartAmount: 10 })
    expect((await desk.approvals.get({ ticketId })).unasked).toEqual([
      { label: '2. Step', amount: 132 },
      { label: 'Filter', amount: 20 },
      { label: 'Shop supplies', amount: 2 },
    ])
    expect((await app.as('rosa').tickets.get({ ticketId: await workshop() })).jobs[0]).toMatchObject({
      approval: null,
      raisedTo: null,
    })
    await desk.tickets.finalize({ ticketId })
  })
})

describe('a customer changes their answer', () => {
  test('until work on the line began, and both answers stay on record', async () => {
    const { ticketId, seen, say } = await asked([1])
    await say('approved', await seen(1))
    expect(await seen(1)).toMatchObject({ state: 'approved', canAnswer: false, canChange: true })
    later(3)
    await say('declined', await seen(1), { again: true, typedName: 'J. Park' })
    expect(await jobOf(ticketId, 1)).toMatchObject({ answer: 'declined', approval: null })
    expect(await seen(1)).toMatchObject({ state: 'declined', answeredBy: 'J. Park', canChange: true })
    await say('approved', await seen(1), { again: true })
    const rows = await app.database
      .selectFrom('approvalLine')
      .select(['state', 'typedName'])
      .where('ticketId', '=', ticketId)
      .orderBy('endedAt')
      .execute()
    expect(rows.map(({ state }) => state).sort()).toEqual(['approved', 'approved', 'declined'])
    await app.as('rosa').tickets.clockIn({ ticketId, jobNumber: 1 })
    const line = await seen(1)
    expect(line).toMatchObject({ canChange: false })
    expect((await expectUnchanged(() => say('declined', line, { again: true }))).message).toBe(
      'Work on 1. Roof leak above the bunk has started. Call the company to change your answer.',
    )
    await app.as('rosa').tickets.clockOut({ ticketId, jobNumber: 1 })
  })

  test('not once a correction was written without a clock, also on and after the approval screen', async () => {
    const { ticketId, seen, say } = await asked([1])
    await say('approved', await seen(1))
    await app.as('rosa').tickets.changeJob({ ticketId, jobNumber: 1, correction: 'Resealed the vent' })
    expect(await seen(1)).toMatchObject({ canChange: false })
    await desk.tickets.askApproval({ ticketId })
    expect(await seen(1)).toMatchObject({ canChange: false })
    await desk.tickets.approve({ ticketId })
    expect(await seen(1)).toMatchObject({ canChange: false })
  })

  test('also after Approve Ticket, with a correction from the approval screen, until work began', async () => {
    const { ticketId, seen, say } = await asked([1])
    await say('approved', await seen(1))
    await desk.tickets.askApproval({ ticketId })
    later(1)
    await desk.tickets.changeJob({ ticketId, jobNumber: 1, correction: 'Reseal the vent' })
    expect(await seen(1)).toMatchObject({ canChange: true })
    await desk.tickets.approve({ ticketId })
    expect(await seen(1)).toMatchObject({ canChange: true })
    await say('declined', await seen(1), { again: true })
    await say('approved', await seen(1), { again: true })
    await app.as('rosa').tickets.changeJob({ ticketId, jobNumber: 1, correction: 'Resealed the vent' })
    const line = await seen(1)
    expect(line).toMatchObject({ canChange: false })
    expect((await expectUnchanged(() => say('declined', line, { again: true }))).message).toMatch(
      /^Work on 1\. Roof leak above the bunk has started\./,
    )
  })

  test('not at another price than the one that was answered', async () => {
    const { ticketId, seen, say } = await asked([1])
    await say('declined', await seen(1))
    const line = await seen(1)
    await desk.tickets.changeJob({ ticketId, jobNumber: 1, estimatedTime: 9 })
    expect(await seen(1)).toMatchObject({ canChange: false })
    expect((await expectUnchanged(() => say('approved', line, { again: true }))).message).toMatch(
      /^This job changed before/,
    )
  })
})

test('where a suggested time waits, the line and the totals each have the time they count', async () => {
  const { ticketId, client, token, seen, say } = await asked([2])
  expect(await seen(2)).toMatchObject({ hours: 2, total: 290, hoursInTotals: 0 })
  expect(await lineOf(ticketId, 2)).toMatchObject({ hours: 2, hoursInTotals: 0 })
  expect(await lineOf(ticketId, 1)).toMatchObject({ hoursInTotals: null })
  const suggested = async () => (await client.customerView.get({ token })).jobs[1]?.suggestedTime
  expect(await suggested()).toBe(2)
  await say('approved', await seen(2))
  expect(await seen(2)).toMatchObject({ hoursInTotals: null })
  expect(await suggested()).toBeNull()
})

describe('a receipt', () => {
  test.each([
    ['approved', 'You approved this job: $211.50'],
    ['declined', 'You declined this job: $211.50'],
  ] as const)('says what was %s, when, by whom and how', async (answer, sentence) => {
    const { seen, say } = await asked([1])
    await say(answer, await seen(1), { typedName: 'June P. Park' })
    await expect.poll(() => app.sentEmails.at(-1)?.text).toContain(sentence)
    const email = app.sentEmails.at(-1)
    expect(email).toMatchObject({
      recipient: june.customerDetails.email,
      subject: `You ${answer} work on your RV at Bluebonnet RV`,
    })
    expect(email?.text).toMatch(/Roof leak above the bunk\nby June P\. Park, by link, .*2:00 PM/)
  })

  test('of an answer by phone names who gave it and who recorded it; without a name it is refused', async () => {
    const ticketId = await workshop()
    const line = { ticketId, jobNumber: 1, version: (await lineOf(ticketId, 1)).version }
    const record = (name: string) =>
      app.as('walt').approvals.recordAnswer({ ...line, answer: 'approved', name })
    expect(await errorOf(record(' '))).toMatchObject({ code: 'INVALID', fields: { name: 'Required.' } })
    await record('June Park')
    const sentence = 'by phone by June Park, recorded by Walt Kim'
    await expect.poll(() => app.sentEmails.at(-1)?.text).toContain(sentence)
  })

  test('of an answer by phone says who gave it and at which number, also after it was undone', async () => {
    const ticketId = await workshop()
    const { version } = await lineOf(ticketId, 1)
    const job = { ticketId, jobNumber: 1 }
    const who = { name: 'Ted Park', phone: '5745550188' }
    await app.as('walt').approvals.recordAnswer({ ...job, ...who, version, answer: 'approved' })
    const words = 'by phone by Ted Park, (574) 555-0188, recorded by Walt Kim'
    await expect.poll(() => app.sentEmails.at(-1)?.text).toContain(words)
    const { request, version: answered } = await lineOf(ticketId, 1)
    const noted = { how: 'phone', answeredBy: 'Walt Kim', spokeWith: 'Ted Park', phone: '(574) 555-0188' }
    expect(request).toMatchObject({ state: 'approved', ...noted })
    const exportedApprovals = async () => {
      const file = JSON.parse(await (await app.fetch('/api/company/export', { as: 'dana' })).text())
      return file.ticketManager.activeServiceTickets[ticketId].Approvals
    }
    expect(await exportedApprovals()).toMatchObject([{ typedName: 'Ted Park', phone: '(574) 555-0188' }])

    await desk.tickets.changeJob({ ...job, estimatedTime: 1 })
    const stale = await expectUnchanged(() => desk.approvals.undoAnswer({ ...job, version: answered }))
    expect(stale.message).toMatch(/^This job changed/)
    later(1)
    await desk.approvals.undoAnswer({ ...job, version: (await lineOf(ticketId, 1)).version })
    const undone = await lineOf(ticketId, 1)
    expect(undone).toMatchObject({ answer: 'none', request: null })
    expect(await jobOf(ticketId, 1)).toMatchObject({ answer: 'none', approval: null })
    const { entries } = await desk.tickets.activity({ ticketId })
    const spokeWith = 'Ted Park, (574) 555-0188'
    expect(entries.filter(({ detail }) => detail?.spokeWith === spokeWith)).toMatchObject([
      { verb: 'ticket.undo-approval', by: { name: 'Dana Reyes' } },
      { verb: 'ticket.approve-line', by: { name: 'Walt Kim' }, detail: { isByPhone: true } },
    ])
    const again = await expectUnchanged(() => desk.approvals.undoAnswer({ ...job, version: undone.version }))
    expect(again.message).toBe('This job has no answer by phone to undo.')
  })

  test('of an answer by phone that is undone leaves the customer asked, as before', async () => {
    const { ticketId, seen, say } = await asked([1])
    const line = await seen(1)
    const { version } = await lineOf(ticketId, 1)
    await desk.approvals.recordAnswer({
      name: 'June Park',
      ticketId,
      jobNumber: 1,
      version,
      answer: 'approved',
    })
    expect(await jobOf(ticketId, 1)).toMatchObject({ answer: 'approved', isAsked: false })
    const answered = await lineOf(ticketId, 1)
    await desk.approvals.undoAnswer({ ticketId, jobNumber: 1, version: answered.version })
    expect(await jobOf(ticketId, 1)).toMatchObject({ answer: 'none', isAsked: true })
    expect(await seen(1)).toEqual(line)
    await say('declined', await seen(1))
    expect((await lineOf(ticketId, 1)).request).toMatchObject({ state: 'declined', how: 'link' })
  })

  test('by link cannot be undone by the desk', async () => {
    const { ticketId, seen, say } = await asked([1])
    await say('approved', await seen(1))
    const { version } = await lineOf(ticketId, 1)
    const refused = await expectUnchanged(() =>
      desk.approvals.undoAnswer({ ticketId, jobNumber: 1, version }),
    )
    expect(refused.message).toMatch(/was already approved by link/)
  })

  test('needs a name', async () => {
    const { seen, say } = await asked([1])
    const line = await seen(1)
    expect(await expectUnchanged(() => say('approved', line, { typedName: ' ' }))).toMatchObject({
      fields: { typedName: 'Required.' },
    })
  })
})

describe('declined work of a rig', () => {
  const { vin } = june.customerRV

  test('is listed newest first, only for this company', async () => {
    const fresh = { ...june, customerRV: { ...june.customerRV, vin: sharedVin('DEFERRED-1') } }
    const jobs = ['Awning', 'Brakes', 'Step'].map(problem => ({ problem, estimatedTime: 1 }))
    const ids: number[] = []
    for (const _ of [1, 2]) ids.push((await desk.tickets.create({ ...fresh, jobs })).ticketId)
    const [first = 0, second = 0] = ids
    const no = async (ticketId: number, jobNumber: number) => {
      later(1)
      const { version } = await lineOf(ticketId, jobNumber)
      await desk.approvals.recordAnswer({
        name: 'June Park',
        ticketId,
        jobNumber,
        version,
        answer: 'declined',
        again: true,
      })
    }
    await no(first, 1)
    await no(second, 2)
    await no(first, 3)
    await no(first, 1)
    const { version } = await lineOf(second, 3)
    await desk.approvals.recordAnswer({
      name: 'June Park',
      ticketId: second,
      jobNumber: 3,
      version,
      answer: 'approved',
    })
    const deferred = await desk.rigs.deferred({ vin: sharedVin('DEFERRED-1').toLowerCase() })
    expect(deferred.map(({ ticketId, problem }) => [ticketId, problem])).toEqual([
      [first, 'Awning'],
      [first, 'Step'],
      [second, 'Brakes'],
    ])
    expect(deferred[0]).toMatchObject({ jobNumber: 1, declinedAt: app.now, total: 145 })
    expect(await app.as('ray').rigs.deferred({ vin: sharedVin('DEFERRED-1') })).toEqual([])
    expect((await errorOf(app.as('rosa').rigs.deferred({ vin }))).code).toBe('FORBIDDEN')
  })

  test('comes back with its hours, parts and price as they were declined', async () => {
    const fresh = { ...june, customerRV: { ...june.customerRV, vin: sharedVin('DEFERRED-2') } }
    const lid = { quantity: 2, description: 'Vent lid', perPartAmount: 41.5 }
    const bare = { quantity: 1, description: 'Sealant' }
    const job = { problem: 'Vent cracked', estimatedTime: 1.5, estimate: true, parts: [lid] }
    const { ticketId } = await desk.tickets.create({ ...fresh, jobs: [job] })
    const { version, total } = await lineOf(ticketId, 1)
    await desk.approvals.recordAnswer({
      name: 'June Park',
      ticketId,
      jobNumber: 1,
      version,
      answer: 'declined',
    })
    await desk.tickets.changeJob({ ticketId, jobNumber: 1, estimatedTime: 9 })
    await desk.tickets.addPart({ ticketId, jobNumber: 1, ...bare })
    const [declined] = await desk.rigs.deferred({ vin: sharedVin('DEFERRED-2') })
    expect(declined).toMatchObject({ ...job, total, laborRateId: null })
    // 1.5 h at $145.00, 2 at $41.50, and 10 % of the parts.
    expect(total).toBe(308.8)
    const again = await desk.tickets.create({ ...fresh, jobs: [job] })
    expect((await desk.tickets.get(again)).totals?.totalBalance).toBe(total)
    const other = await desk.tickets.create({ ...fresh, jobs: [] })
    await desk.tickets.addJob({ ...other, ...job })
    expect((await desk.tickets.get(other)).totals?.totalBalance).toBe(total)
  })
})
