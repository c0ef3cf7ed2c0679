import * as z from 'zod'
import { money, ticketId } from '#contract/shared-schemas.ts'
import { FORMER_CUSTOMER } from '#domain/customers/customer.ts'
import { toDollars } from '#domain/lib/money.ts'
import {
  MAX_PATH_LENGTH,
  MAX_SIGNER_NAME_LENGTH,
  OCCASIONS,
  SIGNATURE_PATH,
} from '#domain/signatures/signature.ts'
import { customerErasure } from '#server/db/column-erasure.ts'
import { type RecordSet, recordSet } from '#server/db/record-set.ts'
import { at, orNull, words } from '#server/db/record-values.ts'

export const RECORD_SETS: readonly RecordSet[] = [
  recordSet(
    z.object({
      ticketId,
      occasion: z.enum(OCCASIONS),
      signedAt: at,
      signerName: words(MAX_SIGNER_NAME_LENGTH).min(1),
      path: orNull(z.string().max(MAX_PATH_LENGTH).regex(SIGNATURE_PATH)),
      jobLines: words(100_000),
      amount: orNull(money),
      invoiceNumber: orNull(words(100)),
      takenBy: orNull(words(200)),
      takenByName: orNull(words(200)),
      outdated: z.boolean().default(false),
    }),
    {
      ...{ name: 'signatures', fileName: 'signatures', table: 'signature', id: 'signatureId' },
      ...{ key: ['ticketId', 'signatureId'], time: 'signedAt' },
      written: { amount: toDollars },
    },
  ),
]

/** What was signed and when stays, as an approval does; who signed and how it looked does not. */
export const FORGOTTEN_SIGNATURE = customerErasure({
  table: 'signature',
  retained: [
    ...(['companyId', 'ticketId', 'signatureId', 'occasion', 'signedAt', 'jobLines', 'amount'] as const),
    ...(['invoiceNumber', 'takenBy', 'takenByName', 'outdated'] as const),
  ],
  erased: { signerName: FORMER_CUSTOMER, path: null },
})
