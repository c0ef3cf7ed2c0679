// What a paper is made from, out of the ticket as the desk or its customer gets it: dollars become cents again.

import type { PaperFacts, PaperKind } from '#domain/documents/document.ts'
import { type Cents, fromDollars } from '#domain/lib/money.ts'

type Priced = {
  readonly ticketId: number
  readonly customerRV: PaperFacts['customerRV']
  readonly technician: string | null
  readonly jobs: PaperFacts['jobs']
  readonly parts: readonly (Omit<PaperFacts['parts'][number], 'perPartAmount'> & {
    readonly perPartAmount: number | null
  })[]
  readonly completedTimestamp: Date | null
  readonly claim: PaperFacts['claim']
  readonly timeZone: string
  readonly laborRate: number | null
}

type Around = { readonly kind: PaperKind } & Pick<PaperFacts, 'company' | 'customer'>

const centsOf = (dollars: number | null): Cents | null => (dollars === null ? null : fromDollars(dollars))

export const paperFacts = (
  { parts, laborRate, ...ticket }: Priced,
  { kind, company, customer }: Around,
): PaperFacts => ({
  ...ticket,
  ...{ kind, company, customer },
  parts: parts.map(part => ({ ...part, perPartAmount: centsOf(part.perPartAmount) })),
  laborRate: centsOf(laborRate),
})
