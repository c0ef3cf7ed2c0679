import { IconAlertTriangle, IconPercentage } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type Cents, formatMoney } from '#domain/lib/money.ts'
import { markedUp } from '#domain/lib/percentage.ts'
import { typedCentsOrNull, typedDollars } from '#domain/lib/typed-money.ts'
import { belowCostSentence, markupFor } from '#domain/purchase-orders/markup.ts'
import { api } from '#web/api/client.ts'
import { FieldNote } from '#web/ui/forms/field-note.tsx'

type MarkupNoteProps = {
  /** Of one part, as typed; null without one. */
  cost: Cents | null
  vendorId: string | null
  /** As typed, in dollars. */
  price: number | string
  onUse: (price: number | string) => void
}

/** Whether the company has markups. */
export function useMarkups() {
  const { data: markups = [] } = useQuery(api.markups.list.queryOptions())
  return markups
}

/** Below a price: what the company's markup makes of its cost, and that it is less than the cost. */
export function MarkupNote({ cost, vendorId, price, onUse }: MarkupNoteProps) {
  const markups = useMarkups()
  const markup = cost === null ? null : markupFor(markups, { cost, vendorId })
  const proposed = cost === null || markup === null ? null : markedUp(cost, markup.percent)
  const typed = typedCentsOrNull(price)
  const warning = belowCostSentence(typed, cost)
  return (
    <>
      {warning !== null && (
        <FieldNote icon={IconAlertTriangle} tone="amber">
          {warning}
        </FieldNote>
      )}
      {proposed !== null && markup !== null && proposed !== typed && (
        <FieldNote
          icon={IconPercentage}
          actions={[{ label: `Use ${formatMoney(proposed)}`, onClick: () => onUse(typedDollars(proposed)) }]}
        >
          {`Your markup is ${markup.percent}%.`}
        </FieldNote>
      )}
    </>
  )
}
