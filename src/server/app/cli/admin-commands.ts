// The operator's commands: what was typed becomes a command, and its result lines of text.

import { randomUUID } from 'node:crypto'
import { parseArgs } from 'node:util'
import { ORPCError } from '@orpc/server'
import { Refusal } from '#domain/refusals/refusal.ts'
import { blockerSentence } from '#domain/refusals/refusal-sentence.ts'
import { serverTimeZone } from '#server/config/settings.ts'
import type { Database } from '#server/db/database.ts'
import { listReferencedImages } from '#server/features/bookings/referenced-images.ts'
import { countContents } from '#server/features/platform-admin/company-data-store.ts'
import { deleteCompany } from '#server/features/platform-admin/delete-company.ts'
import { assertMayBeForgotten, forgetPerson } from '#server/features/platform-admin/forget-person.ts'
import {
  changeOwnerEmail,
  closeCompany,
  endSessions,
  readEmail,
  recordTestEmail,
  reopenCompany,
  resendEmail,
  resetPassword,
  resetTwoFactor,
} from '#server/features/platform-admin/operator-commands.ts'
import {
  type AccountEntry,
  listAccounts,
  listCompanies,
  listUnsentEmails,
} from '#server/features/platform-admin/operator-store.ts'
import { findEmployer, findPerson, listPeople } from '#server/features/platform-admin/personal-data-store.ts'
import { createFileJournal } from '#server/files/file-journal.ts'
import {
  type AdminContext,
  AdminError,
  accountLine,
  companyLine,
  confirm,
  emailLine,
  findAccount,
  findCompany,
  type Options,
  parseEmail,
  roleOf,
  SEE_HELP,
  stateOf,
} from './admin-arguments.ts'

export const USAGE = `Usage: npm run admin -- COMMAND [--yes] [--reason TEXT]

  companies [WORDS]                 lists companies; WORDS: part of a name, email or id
  accounts [WORDS]                  lists accounts; WORDS: part of a name, email, company or id
  reset-password ACCOUNT            prints a link to choose a new password; it works once, within an hour
  reset-two-factor ACCOUNT          turns off two-factor authentication and logs the account out
  end-sessions ACCOUNT              logs the account out on every device
  change-owner-email COMPANY EMAIL  changes the email a company's owner logs in with
  close-company COMPANY             suspends a company and logs everyone in it out; needs --reason
  reopen-company COMPANY            restores a suspended company; needs --reason
  delete-company COMPANY            deletes a closed company; the work it completed stays in the rigs’ histories
  forget-person EMAIL               removes a customer's details everywhere; rigs and the work on them stay
  mails                             lists emails that wait or were given up
  show-mail ID                      prints one of them
  resend-mail ID                    sends a waiting one within seconds
  test-mail EMAIL                   sends a test email with this server's settings

ACCOUNT is an email or id; COMPANY a name, its owner's email, or its id.

  --yes       changes without asking; otherwise you type the name of the company or person
  --reason    goes to the company by email and into the log
  --name      of people with one email, whom forget-person means; once for each
  --help      this text`

/** Whom `names` mean of those with an email. People may share one: then they have to be named. */
async function findContact(database: Database, email: string, names: readonly string[]) {
  const people = await listPeople(database, email)
  const keys = new Set(people.map(({ key }) => key))
  const chosen = people.filter(({ name }) => names.includes(name))
  const listed = [...keys].map(key => `“${people.find(each => each.key === key)?.name}”`).join(', ')
  if (names.some(name => chosen.every(each => each.name !== name)))
    throw new AdminError(`Nobody with “${email}” has this name. There is: ${listed}.`)
  if (names.length === 0 && keys.size > 1)
    throw new AdminError(`People share “${email}”. Say whose details go, with --name for each: ${listed}.`)
  const chosenKeys = new Set(chosen.map(({ key }) => key))
  const isChosen = ({ key }: { key: string }) => chosenKeys.has(key)
  const others = new Set(people.filter(each => !isChosen(each)).map(({ firstName }) => firstName))
  const firstNames = people.filter(isChosen).map(({ firstName }) => firstName)
  return {
    ...{ email, phone: '' },
    names: names.length === 0 || chosenKeys.size === keys.size ? null : [...chosenKeys],
    firstNames: [...new Set(firstNames)].filter(name => name !== '' && !others.has(name)),
  }
}

type AdminCommand = {
  /** The fewest and the most arguments. */
  readonly takes: readonly [number, number]
  readonly run: (context: AdminContext, values: readonly string[], options: Options) => Promise<void>
}

/** A command on an account that is confirmed with its name. */
const onAccount = (
  question: string,
  change: (context: AdminContext, account: AccountEntry) => Promise<string>,
): AdminCommand => ({
  takes: [1, 1],
  run: async (context, [typed = ''], options) => {
    const account = await findAccount(context, typed)
    const { name, email } = account
    await confirm(context, options, `${question} ${name} (${email}, ${roleOf(account)}).`, name)
    context.print(await change(context, account))
  },
})

/** A command on a company that is confirmed with its name, and needs a reason. */
const withReason = (
  question: string,
  change: (context: AdminContext, reasoned: { companyUUID: string; reason: string }) => Promise<void>,
  done: string,
): AdminCommand => ({
  takes: [1, 1],
  run: async (context, [typed = ''], options) => {
    const reason = options.reason?.trim() ?? ''
    if (reason === '') throw new AdminError('Say why: --reason "…". The company gets it by email.')
    const { companyId, companyName, email } = await findCompany(context, typed)
    await confirm(context, options, `${question} ${companyName} (${email}).`, companyName)
    await change(context, { companyUUID: companyId, reason })
    context.print(`${companyName} ${done}.`)
  },
})

const openFileJournal = async ({ database, images, print }: AdminContext) =>
  createFileJournal({
    ...(await images()),
    unitOfWorkServices: { database, publish: () => {} },
    listReferencedImages,
    log: sentence => print(sentence),
  })

const noSuchEmail = (typed: string) =>
  new AdminError(`There is no email “${typed}”. List them: npm run admin -- mails`)

const worksFor = (
  email: string,
  { companyName, isOwner }: { companyName: string; isOwner: boolean },
): string =>
  isOwner
    ? `${email} is the email of ${companyName} itself. Change it first: npm run admin -- change-owner-email`
    : `${email} is an employee of ${companyName}. Its owner deletes them under Register Employee.`

const COMMANDS: Readonly<Record<string, AdminCommand>> = {
  companies: {
    takes: [0, 1],
    run: async ({ database, print }, [words]) => {
      const companies = await listCompanies(database, words)
      for (const company of companies) print(companyLine(company))
      print(`Companies: ${companies.length}`)
    },
  },
  accounts: {
    takes: [0, 1],
    run: async ({ database, now, print }, [words = '']) => {
      const accounts = await listAccounts(database, words, now())
      for (const account of accounts) print(accountLine(account))
      print(`Accounts: ${accounts.length}`)
    },
  },
  'reset-password': onAccount('This makes a link to choose a new password for', async (context, account) => {
    const link = await resetPassword(context, account)
    return `Give this link to ${account.name} alone. It works once, within an hour:\n${link}`
  }),
  'reset-two-factor': onAccount('This turns off two-factor authentication for', async (context, account) => {
    if (!account.isTwoFactorOn)
      throw new AdminError(`${account.name} does not use two-factor authentication.`)
    await resetTwoFactor(context, account)
    return `${account.name} logs in with the password alone, and gets an email about it.`
  }),
  'end-sessions': onAccount('This logs out', async (context, account) => {
    await endSessions(context, account)
    return `${account.name} is logged out on every device.`
  }),
  'change-owner-email': {
    takes: [2, 2],
    run: async (context, [typed = '', newEmail = ''], options) => {
      const email = parseEmail(newEmail)
      const { companyId, companyName, email: before } = await findCompany(context, typed)
      if (email === before) throw new AdminError(`${companyName} has this email already.`)
      const change = `This changes the email of ${companyName} from ${before} to ${email}.`
      await confirm(context, options, change, companyName)
      await changeOwnerEmail(context, { companyUUID: companyId, email })
      context.print(`The owner of ${companyName} now logs in as ${email}. Both addresses get an email.`)
    },
  },
  'close-company': withReason('This suspends', closeCompany, 'is closed'),
  'reopen-company': withReason('This restores', reopenCompany, 'is open again'),
  'delete-company': {
    takes: [1, 1],
    run: async (context, [typed = ''], options) => {
      const { companyId, companyName, email, suspendedAt } = await findCompany(context, typed)
      if (suspendedAt === null)
        throw new AdminError(`${companyName} is open. Close it first: npm run admin -- close-company`)
      const { employees, openTickets, visits } = await countContents(context.database, companyId)
      const what = `Employees: ${employees}. Open tickets, whose customers get an email: ${openTickets}. Visits that stay in the rigs’ histories: ${visits}.`
      await confirm(
        context,
        options,
        `This deletes ${companyName} (${email}), for good. ${what}`,
        companyName,
      )
      await deleteCompany({ ...context, ...(await openFileJournal(context)) }, companyId)
      context.print(`Deleted. ${what} Backups made before now still hold it.`)
    },
  },
  'forget-person': {
    takes: [1, 1],
    run: async (context, [typed = ''], options) => {
      const { database, print } = context
      const email = parseEmail(typed)
      const employer = await findEmployer(database, email)
      if (employer !== null) throw new AdminError(worksFor(email, employer))
      const contact = await findContact(database, email, options.names)
      const person = await findPerson(database, contact)
      const { companies, tickets, account, others } = person
      if (companies.length === 0 && account === null && others === 0)
        throw new AdminError(`Nothing is stored about “${email}”.`)
      assertMayBeForgotten(context, email, person)
      const what = `${email}: tickets: ${tickets}, companies: ${companies.length}, accounts: ${account === null ? 0 : 1}`
      await confirm(context, options, `This removes, for good, who this customer is. ${what}.`, email)
      await forgetPerson({ ...context, ...(await openFileJournal(context)) }, contact)
      print(`Removed. ${what}. Backups made before now still hold it.`)
    },
  },
  mails: {
    takes: [0, 0],
    run: async ({ database, print }) => {
      const emails = await listUnsentEmails(database)
      for (const email of emails) print(emailLine(email))
      print(`Emails that wait or were given up: ${emails.length}`)
    },
  },
  'show-mail': {
    takes: [1, 1],
    run: async (context, [typed = '']) => {
      const email = await readEmail(context, typed)
      if (email === null) throw noSuchEmail(typed)
      context.print(emailLine(email))
      context.print(email.text === '' ? 'Its text was erased after the last attempt.' : `\n${email.text}`)
    },
  },
  'resend-mail': {
    takes: [1, 1],
    run: async (context, [typed = ''], options) => {
      await confirm(context, options, 'This sends a waiting email again.', typed)
      const email = await resendEmail(context, typed)
      if (email === null) throw noSuchEmail(typed)
      if (email.nextAttemptAt === null)
        throw new AdminError(`It cannot be sent again: ${stateOf(email)}. Its text is erased.`)
      context.print(`It is due now. A running server sends it to ${email.recipient} within seconds.`)
    },
  },
  'test-mail': {
    takes: [1, 1],
    run: async (context, [typed = '']) => {
      const recipient = parseEmail(typed)
      const transport = context.mailTransport()
      const at = context.now()
      const { hostname: domain, origin } = new URL(context.mailContext.url())
      try {
        await transport.send({
          recipient,
          subject: 'Test email from Rigwright',
          text: 'This Rigwright server can send emails.\n',
          senderName: null,
          replyTo: null,
          origin,
          messageId: `<${randomUUID()}@${domain}>`,
          at,
        })
      } catch (error) {
        throw new AdminError(
          `The email was not sent: ${error instanceof Error ? error.message : String(error)}`,
        )
      } finally {
        transport.close()
      }
      await recordTestEmail(context)
      context.print(
        transport.canDeliver
          ? `The mail server accepted an email to ${recipient}.`
          : 'SMTP_URL is not set: the email is a file in DATA_DIR/mail.',
      )
    },
  },
}

/**
 * The command that was typed, before any database is opened; null for the help. Throws AdminError if it cannot be
 * understood.
 */
export function parseCommand(args: readonly string[]): ((context: AdminContext) => Promise<void>) | null {
  const { values, positionals } = parse(args)
  if (values.help) return null
  const [name, ...rest] = positionals
  if (name === undefined) throw new AdminError(USAGE)
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (command === undefined) throw new AdminError(`There is no command “${name}”. ${SEE_HELP}`)
  const [fewest, most] = command.takes
  if (rest.length < fewest) throw new AdminError(`Something is missing after ${name}. ${SEE_HELP}`)
  if (rest.length > most)
    throw new AdminError(
      `“${rest[most]}” is too much after ${name}; put quotes around names with spaces. ${SEE_HELP}`,
    )
  const { yes = false, reason, name: names = [] } = values
  return context =>
    command.run(context, rest, { yes, reason, names }).catch(error => {
      throw toAdminError(error)
    })
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        ...{ help: { type: 'boolean' }, yes: { type: 'boolean' }, reason: { type: 'string' } },
        name: { type: 'string', multiple: true },
      },
      allowPositionals: true,
    })
  } catch (error) {
    throw new AdminError(`${error instanceof Error ? error.message : String(error)}\n${SEE_HELP}`)
  }
}

/** Refusals of the product as sentences. */
function toAdminError(error: unknown): unknown {
  if (error instanceof Refusal)
    return new AdminError(
      error.obstacles.map(each => blockerSentence(each, serverTimeZone(), new Date())).join(' '),
    )
  return error instanceof ORPCError ? new AdminError(error.message) : error
}
