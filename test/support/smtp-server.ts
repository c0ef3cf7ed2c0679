// A mail server that accepts every email, and records them.

import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { vi } from 'vitest'
import { createSmtpTransport, type MailTransport } from '#server/mail/mail-transport.ts'

export type ReceivedEmail = {
  readonly to: readonly string[]
  /** Unfolded, one each. */
  readonly headers: readonly string[]
  readonly subject: string
  readonly text: string
  readonly html: string
}

export type SmtpServer = {
  /** Sends emails to it. */
  readonly transport: MailTransport
  /** Waits until this many have arrived in all, and returns them in order. */
  readonly emails: (count: number) => Promise<readonly ReceivedEmail[]>
  readonly close: () => Promise<void>
}

const ENCODED = /=\?utf-8\?([qb])\?([^?]*)\?=\s*/gi

/** A decoded header. */
const decodeHeader = (header: string): string =>
  header.replace(ENCODED, (_, form: string, text: string) =>
    form.toLowerCase() === 'b'
      ? Buffer.from(text, 'base64').toString()
      : decodeQuotedPrintable(text.replaceAll('_', ' ')),
  )

const decodeQuotedPrintable = (text: string): string =>
  Buffer.from(
    text
      .replace(/=\r?\n/g, '')
      .replace(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
    'latin1',
  ).toString()

/** An email or one of its parts: its headers, unfolded, and its body as text. */
function parsePart(raw: string) {
  const [head = '', ...rest] = raw.split('\r\n\r\n')
  const headers = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n')
  const named = (name: string) =>
    headers.find(header => header.toLowerCase().startsWith(`${name}: `))?.slice(name.length + 2) ?? ''
  const body = rest.join('\r\n\r\n')
  const form = named('content-transfer-encoding')
  const text = form === 'base64' ? Buffer.from(body, 'base64').toString() : null
  return {
    headers,
    named,
    body,
    text: text ?? (form === 'quoted-printable' ? decodeQuotedPrintable(body) : body),
  }
}

function parseEmail(to: readonly string[], raw: string): ReceivedEmail {
  const { headers, named, body } = parsePart(raw)
  const boundary = /boundary="([^"]+)"/.exec(named('content-type'))?.[1] ?? ''
  const parts = body
    .split(`--${boundary}`)
    .map(part => parsePart(part.replace(/^\r\n/, '').replace(/\r\n$/, '')))
  const ofType = (type: string) =>
    parts.find(part => part.named('content-type').startsWith(type))?.text.replaceAll('\r\n', '\n') ?? ''
  return {
    to,
    headers,
    subject: decodeHeader(named('subject')),
    text: ofType('text/plain'),
    html: ofType('text/html'),
  }
}

export async function startSmtpServer(): Promise<SmtpServer> {
  const all: ReceivedEmail[] = []
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onData: (stream, { envelope }, answer) => {
      const chunks: Buffer[] = []
      stream.on('data', chunk => chunks.push(chunk))
      stream.on('end', () => {
        const to = envelope.rcptTo.map(({ address }) => address)
        all.push(parseEmail(to, Buffer.concat(chunks).toString('latin1')))
        answer()
      })
    },
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  const transport = createSmtpTransport(
    { host: '127.0.0.1', port, secure: false, user: '', password: '' },
    'Rigwright <no-reply@rigwright.example>',
  )
  return {
    transport,
    emails: count =>
      vi.waitUntil(() => (all.length >= count ? all : null), { timeout: 20_000, interval: 20 }) as Promise<
        ReceivedEmail[]
      >,
    close: () => new Promise<void>(resolve => server.close(() => resolve())),
  }
}
