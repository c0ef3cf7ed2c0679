import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  createFolderTransport,
  createSmtpTransport,
  EmailRejectedError,
  type OutgoingEmail,
  parseSmtpUrl,
} from './mail-transport.ts'

const FROM = 'Rigwright <no-reply@rigwright.example>'
const email: OutgoingEmail = {
  recipient: 'rosa@bluebonnet.example',
  subject: 'Rosa Díaz: new password',
  text: 'Choose it here: http://127.0.0.1/reset-password?token=abc\n',
  senderName: null,
  replyTo: null,
  origin: 'https://rigwright.example',
  messageId: '<7b0d3b0a@rigwright.example>',
  at: new Date('2025-11-20T19:00:00Z'),
}

type Received = { readonly to: readonly string[]; readonly from: string; readonly raw: string }

let server: SMTPServer
let port: number
let received: Received[]
const mail = (changed: { user?: string; password?: string } = {}) =>
  createSmtpTransport({ host: '127.0.0.1', port, secure: false, user: '', password: '', ...changed }, FROM)

beforeAll(async () => {
  server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onRcptTo: ({ address }, _session, answer) => {
      const refuse = (code: number) => Object.assign(new Error('refused'), { responseCode: code })
      if (address.startsWith('gone@')) answer(refuse(550))
      else if (address.startsWith('busy@')) answer(refuse(450))
      else answer()
    },
    onData: (stream, session, answer) => {
      const chunks: Buffer[] = []
      stream.on('data', chunk => chunks.push(chunk))
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope
        const raw = Buffer.concat(chunks).toString()
        received.push({
          to: rcptTo.map(({ address }) => address),
          from: mailFrom ? mailFrom.address : '',
          raw,
        })
        answer()
      })
    },
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  port = (server.server.address() as AddressInfo).port
})
beforeEach(() => {
  received = []
})
afterAll(() => new Promise<void>(resolve => server.close(() => resolve())))

const headersOf = (raw: string): string[] =>
  (raw.split('\r\n\r\n')[0] ?? '').replace(/\r\n[ \t]+/g, ' ').split('\r\n')

describe('an email by SMTP', () => {
  test('arrives complete, with its Message-ID and date', async () => {
    await mail().send(email)
    expect(received).toHaveLength(1)
    const [{ to, from, raw } = { to: [], from: '', raw: '' }] = received
    expect({ to, from }).toEqual({ to: ['rosa@bluebonnet.example'], from: 'no-reply@rigwright.example' })
    const headers = headersOf(raw)
    expect(headers).toContain(`Message-ID: ${email.messageId}`)
    expect(headers).toContain('Date: Thu, 20 Nov 2025 19:00:00 +0000')
    expect(headers).toContain('Auto-Submitted: auto-generated')
    expect(headers).toContain(`From: ${FROM}`)
    expect(headers.filter(header => /^reply-to/i.test(header))).toEqual([])
    expect(raw).toContain('text/plain')
    expect(raw).toContain('text/html')
  })

  test('on a company’s behalf has its name beside our address, and the answer goes to the company', async () => {
    const senderName = 'Blue "Bonnet", RV <thief@evil.example>'
    await mail().send({ ...email, senderName, replyTo: 'dana@bluebonnet.example' })
    const [{ from, raw } = { from: '', raw: '' }] = received
    const headers = headersOf(raw)
    expect(from).toBe('no-reply@rigwright.example')
    expect(headers).toContain(
      String.raw`From: "Blue \"Bonnet\", RV <thief@evil.example>" <no-reply@rigwright.example>`,
    )
    expect(headers).toContain('Reply-To: dana@bluebonnet.example')
  })

  test('whose answer cannot go to one mailbox has no address for it', async () => {
    await mail().send({ ...email, senderName: 'Dana', replyTo: 'a@b.example, c@d.example' })
    expect(headersOf(received[0]?.raw ?? '').filter(header => /^reply-to/i.test(header))).toEqual([])
  })

  test('to an unknown mailbox is refused permanently', async () => {
    await expect(mail().send({ ...email, recipient: 'gone@mail.example' })).rejects.toThrow(
      EmailRejectedError,
    )
  })

  test('to a busy mailbox, or a server that is down, may be retried', async () => {
    const errors = await Promise.all(
      [
        mail().send({ ...email, recipient: 'busy@mail.example' }),
        createSmtpTransport({ host: '127.0.0.1', port: 1, secure: false, user: '', password: '' }, FROM).send(
          email,
        ),
      ].map(sending => sending.then(() => null).catch((error: unknown) => error)),
    )
    for (const error of errors) {
      expect(error).toBeInstanceOf(Error)
      expect(error).not.toBeInstanceOf(EmailRejectedError)
    }
  })

  test("never sends the server's password unencrypted", async () => {
    await expect(mail({ user: 'me', password: 'secret' }).send(email)).rejects.toThrow(/TLS/)
    expect(received).toEqual([])
  })
})

describe('user input never becomes a header or a second recipient', () => {
  test.each([
    { subject: 'Hello\r\nBcc: thief@evil.example\r\n\r\nText' },
    { subject: 'Hello\nX-Evil: 1' },
    { messageId: '<a@b>\r\nBcc: thief@evil.example' },
  ])('in %j', async changed => {
    await mail().send({ ...email, ...changed })
    expect(received.map(({ to }) => to)).toEqual([['rosa@bluebonnet.example']])
    const names = headersOf(received[0]?.raw ?? '').map(header => header.split(':')[0])
    expect(names).not.toContain('Bcc')
    expect(names).not.toContain('X-Evil')
  })

  test.each([
    'rosa@bluebonnet.example\r\nRCPT TO:<thief@evil.example>',
    'rosa@bluebonnet.example>, <thief@evil.example',
    'rosa@bluebonnet.example, thief@evil.example',
    'thief <thief@evil.example>',
  ])('in an address such as %j', async recipient => {
    await expect(mail().send({ ...email, recipient })).rejects.toThrow(EmailRejectedError)
    expect(received).toEqual([])
  })
})

describe('without a mail server', () => {
  let folder: string
  beforeAll(async () => {
    folder = join(await mkdtemp(join(tmpdir(), 'rigwright-mail-')), 'mail')
  })
  afterAll(() => rm(join(folder, '..'), { recursive: true, force: true }))

  test('an email is a file readable only by this user, and the same email again is the same file', async () => {
    const into = createFolderTransport(folder, FROM)
    await into.send(email)
    await into.send(email)
    expect(await readdir(folder)).toEqual(['2025-11-20T19-00-00.000Z 7b0d3b0arigwright.example.eml'])
    const file = join(folder, (await readdir(folder))[0] ?? '')
    const headers = headersOf(await readFile(file, 'utf8'))
    expect(headers).toContain('To: rosa@bluebonnet.example')
    expect(headers).toContain(`From: ${FROM}`)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
  })

  test('a PDF is attached under its name', async () => {
    const into = createFolderTransport(folder, FROM)
    const bytes = new TextEncoder().encode('%PDF-1.7')
    const attachment = { fileName: 'Service Ticket 412873.pdf', bytes }
    await into.send({ ...email, messageId: '<attached@rigwright.example>', attachment })
    const name = (await readdir(folder)).find(each => each.includes('attached')) ?? ''
    const raw = await readFile(join(folder, name), 'utf8')
    expect(raw).toContain('Content-Type: application/pdf; name="Service Ticket 412873.pdf"')
    expect(raw).toContain('Content-Disposition: attachment; filename="Service Ticket 412873.pdf"')
    expect(raw).toContain(Buffer.from(bytes).toString('base64'))
    expect(raw).toContain('text/html')
  })
})

describe('SMTP_URL', () => {
  test.each([
    ['smtp://mail.example', { host: 'mail.example', port: 587, secure: false, user: '', password: '' }],
    ['smtps://mail.example', { host: 'mail.example', port: 465, secure: true, user: '', password: '' }],
    [
      'smtps://me%40mail.example:p%3Ass@mail.example:2465/',
      { host: 'mail.example', port: 2465, secure: true, user: 'me@mail.example', password: 'p:ss' },
    ],
    ['smtp://[::1]:25', { host: '::1', port: 25, secure: false, user: '', password: '' }],
  ])('%s is accepted', (text, parsed) => expect(parseSmtpUrl(text)).toEqual(parsed))

  test.each([
    '',
    'mail.example',
    'http://mail.example',
    'smtp://',
    'smtp://mail.example/x',
    'smtp://m?tls=0',
    'smtp://%zz:x@m',
  ])('%j is not', text => expect(parseSmtpUrl(text)).toBeNull())
})
