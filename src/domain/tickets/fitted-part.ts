// Parts that fitted before: used on job lines whose component is of the same maker and model, in the company's own tickets.

import type { Cents } from '#domain/lib/money.ts'
import { formatMoney } from '#domain/lib/money.ts'
import { type Part, partLabel } from './part.ts'

/** The most that are offered for a component, and named for a visit. */
export const MAX_FITTED_PARTS = 8
export const MAX_FITTED_TO_BRING = 3

export type FittedPart = {
  readonly description: string
  /** The company's last; null if it never had one, or without permission to see prices. */
  readonly perPartAmount: Cents | null
  /** Where it was used last. */
  readonly ticketId: number
}

/** `Igniter 1473, ticket 104217, $38.00`. */
export const fittedPartLabel = ({ description, ticketId, perPartAmount }: FittedPart): string =>
  [description, `ticket ${ticketId}`, perPartAmount === null ? '' : formatMoney(perPartAmount)]
    .filter(text => text !== '')
    .join(', ')

/** What a technician brings to a visit for one component: the parts on its lines, and up to three that fitted before. */
export type VisitLoad = {
  readonly componentId: string
  /** As from `describeComponent`. */
  readonly component: string
  /** `2 × Igniter 1473`. */
  readonly parts: readonly string[]
  readonly fittedBefore: readonly string[]
}

const compared = (description: string): string => description.trim().toLowerCase()

/** The load for a component with these parts on its lines; `fitted` is in the order in which they are offered. */
export const visitLoad = (
  { componentId, component }: Pick<VisitLoad, 'componentId' | 'component'>,
  parts: readonly Pick<Part, 'quantity' | 'description'>[],
  fitted: readonly Pick<FittedPart, 'description'>[],
): VisitLoad => {
  const onLines = new Set(parts.map(({ description }) => compared(description)))
  return {
    ...{ componentId, component },
    parts: parts.map(part => `${part.quantity} × ${partLabel(part)}`),
    fittedBefore: fitted
      .map(({ description }) => description)
      .filter(description => !onLines.has(compared(description)))
      .slice(0, MAX_FITTED_TO_BRING),
  }
}

/** `Furnace · Suburban SF-30F. Bring: 1 × Gas valve, Igniter 1473 (fitted before)`; without parts the component alone. */
export function describeLoad({ component, parts, fittedBefore }: Omit<VisitLoad, 'componentId'>): string {
  const bring = [...parts, ...fittedBefore.map(part => `${part} (fitted before)`)]
  return bring.length === 0 ? component : `${component}. Bring: ${bring.join(', ')}`
}
