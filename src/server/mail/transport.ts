// Letters on their way out: by SMTP, or without a server as `.eml` files that any mail program opens.
// What is handed over here has waited in the database; whoever calls keeps it until this resolves.

import { mkdir, open, rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { SendMailOptions } from 'nodemailer'
import { memoizeAsync } from '#server/lib/memoize-async.ts'

export type OutgoingEmail = {
  readonly recipient: string
  readonly subject: string
  readonly text: string
  readonly html: string | null
  /** With its angle brackets; the same for every try of one letter. */
  readonly messageId: string
  readonly at: Date
}

export type MailTransport = {
  /**
   * Resolves once the letter is taken over for good. Rejects with LetterRefused when trying again
   * cannot help, and with anything else when it may.
   */
  readonly send: (email: OutgoingEmail) => Promise<void>
  /** Whether what is sent reaches a mailbox. */
  readonly canDeliver: boolean
  /** Ends what is kept open. */
  readonly close: () => void
}

/** Nobody will ever take this letter: there is no such mailbox. */
export class EmailRejectedError extends Error {
  override readonly name = 'EmailRejectedError'
}

/** A mail server as the operator named it. */
export type SmtpServer = {
  readonly host: string
  readonly port: number
  /** TLS from the first byte (`smtps:`); otherwise as soon as the server offers it. */
  readonly secure: boolean
  readonly user: string
  /** Empty: no sign-in. */
  readonly password: string
}

/** `smtp://user:password@host:587` or `smtps://…`; null when it is neither. */
export function parseSmtpUrl(text: string): SmtpServer | null {
  if (!URL.canParse(text)) return null
  const { protocol, hostname, port, username, password, pathname, search } = new URL(text)
  const secure = protocol === 'smtps:'
  const isPlain = hostname !== '' && ['', '/'].includes(pathname) && search === ''
  if (!isPlain || !(secure || protocol === 'smtp:')) return null
  try {
    return {
      host: hostname.replace(/^\[|\]$/g, ''),
      port: port === '' ? (secure ? 465 : 587) : Number(port),
      secure,
      user: decodeURIComponent(username),
      password: decodeURIComponent(password),
    }
  } catch {
    return null
  }
}

const messageOf = (from: string, email: OutgoingEmail): SendMailOptions => ({
  from,
  to: email.recipient,
  envelope: { from, to: [email.recipient] },
  subject: email.subject,
  text: email.text,
  ...(email.html === null ? {} : { html: email.html }),
  messageId: email.messageId,
  date: email.at,
  headers: { 'Auto-Submitted': 'auto-generated' },
  disableFileAccess: true,
  disableUrlAccess: true,
})

// The library takes what looks like a list for a list, also in an envelope: only one plain mailbox is
// ever handed to it.
const ONE_MAILBOX = /^[^\s<>()[\]\\,;:"@]+@[^\s<>()[\]\\,;:"@]+$/

function assertSingleMailbox({ recipient }: OutgoingEmail): void {
  if (!ONE_MAILBOX.test(recipient)) throw new EmailRejectedError('Expected one email address.')
}

/** No start waits for the library, the first letter does. */
export const loadMailLibrary = () => import('nodemailer')

const TIMEOUT_MS = 20_000

/** Whether the server refused the mailbox itself; what it says of its own state may pass. */
function isPermanentFailure(error: unknown): error is Error {
  const { code, responseCode = 0 } = error as { code?: string; responseCode?: number }
  return code === 'EENVELOPE' && responseCode >= 500
}

/** Hands letters to a mail server, one connection a letter; it may keep silent for `patienceMs`. */
export function createSmtpTransport(server: SmtpServer, from: string, timeoutMs = TIMEOUT_MS): MailTransport {
  const { host, port, secure, user, password } = server
  const createTransport = async () =>
    (await loadMailLibrary()).createTransport({
      host,
      port,
      secure,
      // A password never crosses the network in the clear.
      ...(password === '' ? {} : { auth: { user, pass: password }, requireTLS: !secure }),
      connectionTimeout: timeoutMs,
      greetingTimeout: timeoutMs,
      socketTimeout: timeoutMs,
    })
  let transport: Awaited<ReturnType<typeof createTransport>> | undefined
  const getTransport = memoizeAsync(async () => (transport = await createTransport()))
  return {
    canDeliver: true,
    send: async email => {
      assertSingleMailbox(email)
      const smtpTransport = await getTransport()
      try {
        await smtpTransport.sendMail(messageOf(from, email))
      } catch (error) {
        if (isPermanentFailure(error)) throw new EmailRejectedError(error.message, { cause: error })
        throw error
      }
    },
    close: () => transport?.close(),
  }
}

/** Writes letters into `folder`, one file each, named by when they were written and their id. */
export function createFolderTransport(folder: string, from: string): MailTransport {
  return {
    canDeliver: false,
    send: async email => {
      assertSingleMailbox(email)
      const { createTransport } = await loadMailLibrary()
      const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
      const { message } = await transport.sendMail(messageOf(from, email))
      const name = `${email.at.toISOString().replaceAll(':', '-')} ${email.messageId.replace(/[^\w.-]/g, '')}`
      await mkdir(folder, { recursive: true, mode: 0o700 })
      // Whoever watches the folder never meets half a letter, and a power cut takes none.
      const file = await open(join(folder, `${name}.part`), 'w', 0o600)
      try {
        await file.writeFile(message as Buffer)
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(join(folder, `${name}.part`), join(folder, `${name}.eml`))
    },
    close: () => {},
  }
}

/** For tests of those who write: keeps what was sent, in order. */
export function createFakeTransport(canDeliver = false): MailTransport & { readonly sent: OutgoingEmail[] } {
  const sent: OutgoingEmail[] = []
  return {
    sent,
    canDeliver,
    send: async email => {
      sent.push(email)
    },
    close: () => {},
  }
}
