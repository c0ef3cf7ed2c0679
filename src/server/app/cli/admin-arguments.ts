// What the operator's commands have in common: finding what was named, asking before a change, and lines of output.

import { email as emailSchema } from '#contract/shared-schemas.ts'
import type { OperatorContext } from '#server/features/platform-admin/operator-commands.ts'
import {
  type AccountEntry,
  type CompanyEntry,
  type EmailEntry,
  listAccounts,
  listCompanies,
} from '#server/features/platform-admin/operator-store.ts'
import type { FileStore } from '#server/files/file-store.ts'
import type { MailTransport } from '#server/mail/mail-transport.ts'

export const SEE_HELP = 'See npm run admin -- --help'

/** An Error whose message is for the operator. */
export class AdminError extends Error {
  override readonly name = 'AdminError'
}

export type AdminContext = OperatorContext & {
  readonly mailTransport: () => MailTransport
  /** The image store, and the folder of this machine for its journal. */
  readonly images: () => Promise<{ readonly files: FileStore; readonly folder: string }>
  readonly print: (line: string) => void
  /** What a person types as the answer; null where nobody can. */
  readonly ask: ((question: string) => Promise<string>) | null
}

export type Options = {
  readonly yes: boolean
  readonly reason: string | undefined
  readonly names: readonly string[]
}

const iso = (at: Date): string => at.toISOString().slice(0, 16).replace('T', ' ')

export const companyLine = ({
  companyId,
  companyName,
  email,
  employees,
  suspendedAt,
}: CompanyEntry): string =>
  [companyId, companyName, email, `employees: ${employees}`, ...(suspendedAt ? ['closed'] : [])].join('  ')

export const roleOf = ({ id, companyId, companyName }: AccountEntry): string =>
  companyId === null ? 'no company' : `${id === companyId ? 'owner' : 'employee'} of ${companyName}`

export const accountLine = (account: AccountEntry): string =>
  [
    account.id,
    account.email,
    account.name,
    roleOf(account),
    `sessions: ${account.sessions}`,
    ...(account.isTwoFactorOn ? ['two-factor'] : []),
    ...(account.deactivatedAt ? ['inactive'] : []),
  ].join('  ')

export const stateOf = ({ sentAt, nextAttemptAt, attempts, lastError }: EmailEntry): string => {
  if (sentAt !== null) return `sent ${iso(sentAt)} UTC`
  const error = lastError === null ? '' : `: ${lastError}`
  return nextAttemptAt === null
    ? `given up after ${attempts} attempts${error}`
    : `waiting, next attempt ${iso(nextAttemptAt)} UTC${error}`
}

export const emailLine = (email: EmailEntry): string =>
  [email.emailId, `${iso(email.at)} UTC`, email.recipient, email.subject, stateOf(email)].join('  ')

export async function findCompany({ database }: AdminContext, typed: string): Promise<CompanyEntry> {
  const lowered = typed.trim().toLowerCase()
  const found = (await listCompanies(database, lowered)).filter(({ companyId, companyName, email }) =>
    [companyId, companyName.toLowerCase(), email].includes(lowered),
  )
  const [company] = found
  if (company === undefined)
    throw new AdminError(`There is no company “${typed}”. List them: npm run admin -- companies`)
  if (found.length > 1)
    throw new AdminError(
      `There are ${found.length} such companies; use an id:\n${found.map(companyLine).join('\n')}`,
    )
  return company
}

export async function findAccount({ database, now }: AdminContext, typed: string): Promise<AccountEntry> {
  const lowered = typed.trim().toLowerCase()
  const account = (await listAccounts(database, lowered, now())).find(({ id, email }) =>
    [id, email].includes(lowered),
  )
  if (account === undefined)
    throw new AdminError(`There is no account “${typed}”. List them: npm run admin -- accounts`)
  return account
}

/** Throws unless the operator types the name of what is changed, or said yes. */
export async function confirm(
  { ask }: AdminContext,
  { yes }: Options,
  change: string,
  name: string,
): Promise<void> {
  if (yes) return
  if (ask === null) throw new AdminError(`${change} Add --yes where nobody can answer.`)
  const answer = await ask(`${change}\nType “${name}” to go on: `)
  if (answer.trim().toLowerCase() !== name.trim().toLowerCase())
    throw new AdminError('That is not the name. Nothing was changed.')
}

export function parseEmail(typed: string): string {
  const parsed = emailSchema.safeParse(typed)
  if (!parsed.success) throw new AdminError(`“${typed}” is not an email address.`)
  return parsed.data.toLowerCase()
}
