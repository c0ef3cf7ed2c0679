// Sends emails: by SMTP, or without a server as `.eml` files. The caller keeps an email until this resolves.

import { mkdir, open, rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { SendMailOptions } from 'nodemailer'
import { memoizeAsync } from '#server/lib/memoize-async.ts'
import { toHtml, toPlainText } from './html-part.ts'

export type OutgoingEmail = {
  readonly recipient: string
  readonly subject: string
  readonly text: string
  /** Of our own pages: what else looks like a link is none. */
  readonly origin: string
  /** Beside our address, and for the answer; null for the product itself. */
  readonly senderName: string | null
  readonly replyTo: string | null
  /** With angle brackets; the same for every attempt of one email. */
  readonly messageId: string
  readonly at: Date
  readonly attachment?: PdfFile
}

/** An attached PDF. */
type PdfFile = { readonly fileName: string; readonly bytes: Uint8Array }

export type MailTransport = {
  /**
   * Resolves once the email is accepted. Rejects with EmailRejectedError if a retry is useless, and with other errors
   * if not.
   */
  readonly send: (email: OutgoingEmail) => Promise<void>
  /** Whether emails reach mailboxes. */
  readonly canDeliver: boolean
  /** Closes open connections. */
  readonly close: () => void
}

/** Permanently refused: there is no such mailbox. */
export class EmailRejectedError extends Error {
  override readonly name = 'EmailRejectedError'
}

/** The operator's mail server. */
export type SmtpServer = {
  readonly host: string
  readonly port: number
  /** TLS from the first byte (`smtps:`); otherwise STARTTLS if offered. */
  readonly secure: boolean
  readonly user: string
  /** Empty: no authentication. */
  readonly password: string
}

/** `smtp://user:password@host:587` or `smtps://…`; null for neither. */
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

/** The address of a mailbox with or without a name. */
const addressOf = (mailbox: string): string => /<([^<>]+)>$/.exec(mailbox)?.[1] ?? mailbox

// The library splits what looks like a list, even in an envelope, so it only gets a single plain address.
const ONE_MAILBOX = /^[^\s<>()[\]\\,;:"@]+@[^\s<>()[\]\\,;:"@]+$/

const attachmentOf = ({ fileName, bytes }: PdfFile) => ({
  filename: fileName,
  content: Buffer.from(bytes),
  contentType: 'application/pdf',
})

const messageOf = (from: string, email: OutgoingEmail): SendMailOptions => ({
  from: email.senderName === null ? from : { name: email.senderName, address: addressOf(from) },
  ...(email.replyTo !== null && ONE_MAILBOX.test(email.replyTo) && { replyTo: email.replyTo }),
  to: email.recipient,
  envelope: { from, to: [email.recipient] },
  subject: email.subject,
  text: toPlainText(email.text, email.origin),
  html: toHtml(email.subject, email.text, email.origin),
  ...(email.attachment !== undefined && { attachments: [attachmentOf(email.attachment)] }),
  messageId: email.messageId,
  date: email.at,
  headers: { 'Auto-Submitted': 'auto-generated' },
  disableFileAccess: true,
  disableUrlAccess: true,
})

function assertSingleMailbox({ recipient }: OutgoingEmail): void {
  if (!ONE_MAILBOX.test(recipient)) throw new EmailRejectedError('Expected one email address.')
}

/** Loaded with the first email, not at start. */
export const loadMailLibrary = () => import('nodemailer')

const TIMEOUT_MS = 20_000

/** Whether the mailbox itself was refused; problems of the server may pass. */
function isPermanentFailure(error: unknown): error is Error {
  const { code, responseCode = 0 } = error as { code?: string; responseCode?: number }
  return code === 'EENVELOPE' && responseCode >= 500
}

/** Sends emails by SMTP, one connection each, with a timeout of `timeoutMs`. */
export function createSmtpTransport(server: SmtpServer, from: string, timeoutMs = TIMEOUT_MS): MailTransport {
  const { host, port, secure, user, password } = server
  const createTransport = async () =>
    (await loadMailLibrary()).createTransport({
      host,
      port,
      secure,
      // A password is never sent unencrypted.
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

/** Writes emails to `folder`, one file each, named by time and id. */
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
      // Written under a temporary name and flushed: readers never see half an email, and a power failure loses none.
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

/** By the operator's settings: SMTP, or without a server the folder `mail` in DATA_DIR. */
export const createMailTransport = ({
  smtp,
  mailFrom,
  dataDir,
}: {
  readonly smtp: SmtpServer | null
  readonly mailFrom: string
  readonly dataDir: string
}): MailTransport =>
  smtp === null ? createFolderTransport(join(dataDir, 'mail'), mailFrom) : createSmtpTransport(smtp, mailFrom)

/** For tests: keeps sent emails, in order. */
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
