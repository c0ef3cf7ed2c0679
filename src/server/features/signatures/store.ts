// What customers signed. Signatures are only ever added.

import type { CustomerSignature } from '#domain/signatures/signature.ts'
import type { CompanyTables } from '#server/db/schema.ts'
import { statement } from '#server/db/statement.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'

const signaturesOfTicket = statement((scope, { ticketId }: { ticketId: number }) =>
  scope
    .from('signature')
    .select(['signatureId', 'occasion', 'signedAt', 'signerName', 'path', 'jobLines', 'amount'])
    .select(['invoiceNumber', 'takenByName as takenBy', 'outdated'])
    .where('ticketId', '=', ticketId)
    .orderBy('signedAt')
    .orderBy('signatureId'),
)

type TakenSignature = CustomerSignature & {
  /** Who of the company took it; null by link. */
  readonly takenBy: string | null
  /** Whether the job lines had changed since they were shown, when it arrived from a phone. */
  readonly outdated: boolean
}

/** What the ticket's customer signed, oldest first. */
export const listSignatures = async (work: UnitOfWork, ticketId: number): Promise<TakenSignature[]> =>
  (await signaturesOfTicket(work, { ticketId }).execute()).map(row => ({
    ...row,
    isByLink: row.takenBy === null,
  }))

type SignatureRow = Omit<CompanyTables['signature'], 'companyId' | 'outdated'> & { outdated: boolean }

export const insertSignature = (work: UnitOfWork, row: SignatureRow): void => work.insert('signature', row)
