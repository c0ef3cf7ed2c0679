import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { SMTPServer } from 'smtp-server'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { EmailAttachment } from '#server/db/column-types.ts'
import { runInTransaction } from '#server/db/unit-of-work.ts'
import { createTestApp, type TestApp } from '../../../test/support/test-app.ts'
import { createFakeTransport, createSmtpTransport, type MailTransport } from './mail-transport.ts'
import { type MailWorker, nextAttemptAt, startMailWorker } from './mail-worker.ts'
import { type Email, enqueueEmail, outboxRow } from './outbox.ts'

const HOUR_MS = 60 * 60 * 1000
const mailContext = {
  url: () => 'https://rigwright.example',
  canDeliver: true,
  contactEmail: null,
  wake: () => {},
}
const email: Email = { recipient: 'rosa@bluebonnet.example', subject: 'Hello', text: 'Good morning.' }

let app: TestApp
let open: MailWorker[]
beforeAll(async () => {
  app = await createTestApp({ mailTransport: rejectingTransport() })
})
afterAll(() => app.close())
beforeEach(async () => {
  open = []
  await app.database.deleteFrom('emailOutbox').execute()
})
afterEach(async () => {
  for (const mailWorker of open) await mailWorker.close()
})

/** Blocks the test app's own mail worker: these tests start theirs. */
function rejectingTransport(): MailTransport {
  return { ...createFakeTransport(), send: () => Promise.reject(new Error('nobody is here')) }
}

let clock = new Date()
beforeEach(() => {
  clock = new Date('2030-01-01T12:00:00Z')
})

const errors: string[] = []
const neverRenders = () => Promise.reject(new Error('There is no PDF to render.'))

function startWorkerWith(
  mail: MailTransport,
  renderPdf: Parameters<typeof startMailWorker>[0]['renderPdf'] = neverRenders,
): MailWorker {
  const mailWorker = startMailWorker({
    database: app.database,
    mail,
    renderPdf,
    renderTimeoutMs: 500,
    url: () => app.url,
    now: () => clock,
    log: sentence => errors.push(sentence),
  })
  open.push(mailWorker)
  return mailWorker
}

// In the year 2030, which the test app's mail worker does not reach.
const queue = (changed: Partial<Email> = {}) =>
  app.database
    .insertInto('emailOutbox')
    .values(outboxRow({ ...email, ...changed }, null, mailContext, clock))
    .execute()
const queuedEmails = () => app.database.selectFrom('emailOutbox').selectAll().orderBy('at').execute()

/** Waits for up to ten seconds until `is` returns true. */
const until = (is: () => Promise<boolean> | boolean) => expect.poll(is).toBe(true)
const waitUntilDelivered = async () =>
  (await queuedEmails()).every(({ nextAttemptAt }) => nextAttemptAt === null)

/** A local mail server that records the Message-IDs of accepted emails. */
async function mailServer(port = 0, slow: (index: number) => Promise<unknown> = async () => {}) {
  const ids: string[] = []
  const tried: string[] = []
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo: ({ address }, _session, answer) =>
      answer(
        address.startsWith('gone@') ? Object.assign(new Error('no such user'), { responseCode: 550 }) : null,
      ),
    onData: (stream, _session, answer) => {
      let text = ''
      stream.on('data', chunk => {
        text += chunk
      })
      stream.on('end', () => {
        const id = /^Message-ID: (.*)\r$/m.exec(text)?.[1] ?? ''
        tried.push(id)
        void slow(tried.length).then(() => {
          ids.push(id)
          answer()
        })
      })
    },
  })
  await new Promise<void>((resolve, reject) => {
    server.on('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  const address = server.server.address() as AddressInfo
  const mail = (timeoutMs?: number) =>
    createSmtpTransport(
      { host: '127.0.0.1', port: address.port, secure: false, user: '', password: '' },
      'Rigwright <no-reply@x.example>',
      timeoutMs,
    )
  const close = () => new Promise<void>(resolve => server.close(() => resolve()))
  return { ids, tried, mail, close, port: address.port }
}

describe('a queued email', () => {
  test('is queued in the transaction that wrote it, and not if it failed', async () => {
    const execution = {
      actor: { kind: 'owner', id: app.ids.dana, name: 'Dana Reyes', companyId: app.ids.dana },
      actorKey: app.ids.dana,
      now: clock,
      timeZone: 'UTC',
    } as const
    const unitOfWorkServices = { database: app.database, publish: () => {} }
    let woken = 0
    const mine = {
      ...mailContext,
      wake: () => {
        woken += 1
      },
    }
    const failing = runInTransaction(unitOfWorkServices, execution, 'command', async work => {
      await enqueueEmail(work, mine, email)
      throw new Error('something else failed')
    })
    await expect(failing).rejects.toThrow('something else failed')
    expect([await queuedEmails(), woken]).toEqual([[], 0])

    await runInTransaction(unitOfWorkServices, execution, 'command', work => enqueueEmail(work, mine, email))
    expect(woken).toBe(1)
    expect(await queuedEmails()).toMatchObject([{ companyId: app.ids.dana, ...email, nextAttemptAt: clock }])
  })

  test('is delivered once, and its text is erased', async () => {
    const server = await mailServer()
    await queue()
    const [{ messageId } = { messageId: '' }] = await queuedEmails()
    startWorkerWith(server.mail()).wake()
    await until(waitUntilDelivered)
    startWorkerWith(server.mail()).wake()
    expect(server.ids).toEqual([messageId])
    expect(await queuedEmails()).toMatchObject([
      { sentAt: clock, text: '', html: null, attempts: 1, lastError: null },
    ])
    await server.close()
  })

  test('waits while the mail server is down, and arrives afterwards', async () => {
    const { port, close } = await mailServer()
    await close()
    await queue()
    const address = { host: '127.0.0.1', port, secure: false, user: '', password: '' }
    const mailWorker = startWorkerWith(createSmtpTransport(address, 'no-reply@x.example'))
    await until(async () => (await queuedEmails())[0]?.attempts === 1)
    expect((await queuedEmails())[0]?.nextAttemptAt).toEqual(new Date(clock.getTime() + 30_000))
    expect((await queuedEmails())[0]?.lastError).toMatch(/ECONNREFUSED/)
    const server = await mailServer(port)
    clock = new Date(clock.getTime() + 30_000)
    mailWorker.wake()
    await until(waitUntilDelivered)
    expect(server.ids).toHaveLength(1)
    await server.close()
  })

  test('survives an hour without a mail server, and each email arrives once', async () => {
    const { port, close } = await mailServer()
    await close()
    for (const subject of ['Booked', 'Accepted', 'Ready']) await queue({ subject })
    const address = { host: '127.0.0.1', port, secure: false, user: '', password: '' }
    const mailWorker = startWorkerWith(createSmtpTransport(address, 'no-reply@x.example'))
    const ends = clock.getTime() + HOUR_MS
    const nextAttempts = async () =>
      (await queuedEmails()).map(({ nextAttemptAt: next }) => next?.getTime() ?? 0)
    const waitUntilAllHaveFailed = async () => {
      mailWorker.wake()
      await until(async () => (await nextAttempts()).every(next => next > clock.getTime()))
    }
    const moveToLastAttempt = async () => {
      clock = new Date(Math.max(...(await nextAttempts())))
    }
    while (clock.getTime() < ends) {
      await waitUntilAllHaveFailed()
      await moveToLastAttempt()
    }
    await waitUntilAllHaveFailed()
    expect((await queuedEmails()).map(({ sentAt }) => sentAt)).toEqual([null, null, null])
    const server = await mailServer(port)
    await moveToLastAttempt()
    mailWorker.wake()
    await until(waitUntilDelivered)
    const ids = (await queuedEmails()).map(({ messageId }) => messageId)
    expect(server.ids.toSorted()).toEqual(ids.toSorted())
    await server.close()
  })

  test('to a slow server arrives once, and so does the next one', async () => {
    let finishSending = (): void => {}
    const waited = new Promise<void>(resolve => {
      finishSending = resolve
    })
    const server = await mailServer(0, index => (index === 1 ? waited : Promise.resolve()))
    await queue()
    await queue()
    startWorkerWith(server.mail())
    await until(() => server.tried.length === 1)
    // Queueing an email meanwhile does not wait.
    await queue({ subject: 'Written meanwhile' })
    expect((await queuedEmails()).map(({ sentAt }) => sentAt)).toEqual([null, null, null])
    finishSending()
    await until(waitUntilDelivered)
    expect(new Set(server.ids).size).toBe(3)
    expect(server.ids).toHaveLength(3)
    await server.close()
  })

  test('to an unresponsive server is retried under the same Message-ID', async () => {
    const never = new Promise<void>(() => {})
    const server = await mailServer(0, index => (index === 1 ? never : Promise.resolve()))
    await queue()
    const mailWorker = startWorkerWith(server.mail(1500))
    await until(async () => (await queuedEmails())[0]?.attempts === 1)
    expect((await queuedEmails())[0]).toMatchObject({
      sentAt: null,
      lastError: expect.stringMatching(/timeout/i),
    })
    clock = new Date(clock.getTime() + 30_000)
    mailWorker.wake()
    await until(waitUntilDelivered)
    expect(server.tried).toEqual([server.ids[0], server.ids[0]])
    await server.close()
  })

  test('that fails shows in the background jobs, until the next one arrives', async () => {
    let failure: Error | null = new Error('Come back later.')
    const send = async () => {
      if (failure !== null) throw failure
    }
    const run = () =>
      app.database
        .selectFrom('backgroundJob')
        .select(['failures', 'lastError'])
        .where('name', '=', 'send-emails')
        .executeTakeFirst()
    await app.database.deleteFrom('backgroundJob').where('name', '=', 'send-emails').execute()
    await queue()
    const mailWorker = startWorkerWith({ ...createFakeTransport(), send })
    await expect.poll(run).toEqual({ failures: 1, lastError: 'Come back later.' })
    failure = null
    clock = new Date(clock.getTime() + 30_000)
    mailWorker.wake()
    await expect.poll(run).toEqual({ failures: 0, lastError: null })
  })

  test('to a refused mailbox is given up at once, logged, and blocks no other', async () => {
    const server = await mailServer()
    errors.length = 0
    await queue({ recipient: 'gone@mail.example' })
    await queue()
    startWorkerWith(server.mail())
    await until(waitUntilDelivered)
    expect(server.ids).toHaveLength(1)
    const [refused] = (await queuedEmails()).filter(({ sentAt }) => sentAt === null)
    expect(refused).toMatchObject({
      recipient: 'gone@mail.example',
      attempts: 1,
      nextAttemptAt: null,
      text: '',
      html: null,
    })
    expect(errors).toEqual([`Email ${refused?.emailId} could not be delivered; giving up.`])
    await server.close()
  })

  test('is sent by one of two servers, whatever their number', async () => {
    const server = await mailServer()
    for (let index = 0; index < 25; index += 1) await queue({ subject: `Letter ${index}` })
    const mailWorkers = [startWorkerWith(server.mail()), startWorkerWith(server.mail())]
    for (const mailWorker of mailWorkers) mailWorker.wake()
    await until(waitUntilDelivered)
    expect(server.ids).toHaveLength(25)
    expect(new Set(server.ids).size).toBe(25)
    await server.close()
  })

  test('is sent again under the same Message-ID if its server died before marking it', async () => {
    const server = await mailServer()
    const real = server.mail()
    let deaths = 0
    const dying: MailTransport = {
      ...real,
      send: async sent => {
        await real.send(sent)
        deaths += 1
        // The connection that holds the lock closes, as with a killed process.
        if (deaths === 1)
          await sql`select pg_terminate_backend(pid) from pg_stat_activity
            where state = 'idle in transaction' and datname = current_database()`.execute(app.database)
      },
    }
    await queue()
    const mailWorker = startWorkerWith(dying)
    await until(() => deaths === 1)
    await until(async () => {
      mailWorker.wake()
      return waitUntilDelivered()
    })
    expect(server.ids).toHaveLength(2)
    expect(new Set(server.ids).size).toBe(1)
    await server.close()
  })

  test('in progress when the server stops still arrives and is marked', async () => {
    let arrive: (() => void) | undefined
    const slow: MailTransport = {
      send: () =>
        new Promise(resolve => {
          arrive = resolve
        }),
      canDeliver: true,
      close: () => {},
    }
    await queue()
    await queue()
    const mailWorker = startWorkerWith(slow)
    await until(() => arrive !== undefined)
    const closed = mailWorker.close()
    arrive?.()
    await closed
    expect((await queuedEmails()).map(({ sentAt }) => sentAt !== null).sort()).toEqual([false, true])
  })
})

describe('an email with a PDF', () => {
  const pdf = { document: { ticketId: 412873 }, logo: null, photos: [] } as unknown as EmailAttachment['pdf']
  const attachment = { fileName: 'Service Ticket 412873.pdf', pdf }
  const queueWith = (companyId: string | null, subject: string, isAttached = true) =>
    app.database
      .insertInto('emailOutbox')
      .values({
        ...outboxRow({ ...email, subject }, companyId, mailContext, clock),
        attachment: isAttached ? JSON.stringify(attachment) : null,
      })
      .execute()
  const bytes = new Uint8Array([37, 80, 68, 70])

  test('has it rendered from what was queued, and both are erased', async () => {
    const rendered: unknown[] = []
    const mail = createFakeTransport()
    await queueWith(app.ids.dana, 'Ready')
    startWorkerWith(mail, async request => {
      rendered.push(request)
      return bytes
    })
    await until(waitUntilDelivered)
    expect(rendered).toEqual([pdf])
    expect(mail.sent).toMatchObject([
      { subject: 'Ready', attachment: { fileName: 'Service Ticket 412873.pdf', bytes } },
    ])
    expect(await queuedEmails()).toMatchObject([{ text: '', attachment: null }])
  })

  test.each([
    ['cannot be rendered', neverRenders],
    ['takes too long to render', () => new Promise<never>(() => {})],
  ])('that %s is sent without it, and logged', async (_, renderPdf) => {
    errors.length = 0
    const mail = createFakeTransport()
    await queueWith(app.ids.dana, 'Ready')
    startWorkerWith(mail, renderPdf)
    await until(waitUntilDelivered)
    expect(mail.sent).toMatchObject([{ subject: 'Ready', text: email.text }])
    expect(mail.sent[0]?.attachment).toBeUndefined()
    expect(errors).toEqual([
      expect.stringMatching(/^The PDF of email .* could not be rendered; sending it without\.$/),
    ])
  })

  test('still has it after the mail server was away', async () => {
    const mail = createFakeTransport()
    let isAway = true
    const send: MailTransport['send'] = async sent => {
      if (isAway) throw new Error('Come back later.')
      await mail.send(sent)
    }
    await queueWith(app.ids.dana, 'Ready')
    const mailWorker = startWorkerWith({ ...mail, send }, async () => bytes)
    await until(async () => (await queuedEmails())[0]?.attempts === 1)
    isAway = false
    clock = new Date(clock.getTime() + 30_000)
    mailWorker.wake()
    await until(waitUntilDelivered)
    expect(mail.sent).toMatchObject([{ attachment: { bytes } }])
  })

  test('lets all other emails go first after another one of its company', async () => {
    const mail = createFakeTransport()
    const { dana, ray } = app.ids
    for (const [companyId, subject, isAttached] of [
      [dana, 'Dana 1', true],
      [dana, 'Dana 2', true],
      [dana, 'Dana 3', true],
      [ray, 'Ray 1', true],
      [dana, 'Dana, without', false],
      [null, 'Of no company', false],
    ] as const) {
      await queueWith(companyId, subject, isAttached)
      clock = new Date(clock.getTime() + 1000)
    }
    startWorkerWith(mail, async () => bytes)
    await until(waitUntilDelivered)
    expect(mail.sent.map(({ subject }) => subject)).toEqual([
      'Dana 1',
      'Ray 1',
      'Dana 2',
      'Dana, without',
      'Of no company',
      'Dana 3',
    ])
  })
})

describe('a failing email is retried', () => {
  const at = new Date('2030-01-01T12:00:00Z')
  const later = (ms: number) => new Date(at.getTime() + ms)

  test.each([
    [0, 30_000],
    [1, 60_000],
    [4, 480_000],
    [7, HOUR_MS],
    [60, HOUR_MS],
  ])('after %i tries in %i ms', (attempts, ms) =>
    expect(nextAttemptAt({ at, attempts }, at)).toEqual(later(ms)),
  )

  test('for three days', () => {
    expect(nextAttemptAt({ at, attempts: 70 }, later(72 * HOUR_MS - 1))).not.toBeNull()
    expect(nextAttemptAt({ at, attempts: 70 }, later(72 * HOUR_MS))).toBeNull()
  })
})
