import { Button } from '@mantine/core'
import { IconPencil, IconTagOff } from '@tabler/icons-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { fromDollars, printMoney } from '#domain/money.ts'
import { MoneyText } from '#web/ui/figures.tsx'
import { StateBadge } from '#web/ui/state-badge.tsx'
import { PriceField } from './price-field.tsx'
import type { PartView } from './ticket-view.ts'

type PriceProps = { ticketId: number; part: PartView; name: string; mayChange: boolean }

/** The price of one part, and the way to change it in its own place. */
export function PartPrice({ ticketId, part, name, mayChange }: PriceProps) {
  const [pricing, setPricing] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const wasPricing = useRef(false)

  // The keyboard goes on where it left.
  useEffect(() => {
    if (!pricing && wasPricing.current) button.current?.focus()
    wasPricing.current = pricing
  }, [pricing])

  if (pricing && mayChange)
    return <PriceField ticketId={ticketId} part={part} name={name} onClose={() => setPricing(false)} />
  return (
    <>
      {part.perPartAmount === null ? (
        <StateBadge word="No price yet" icon={IconTagOff} tone="amber" />
      ) : (
        <MoneyText amount={printMoney(fromDollars(part.perPartAmount))} />
      )}
      {mayChange && <ChangeButton button={button} part={part} name={name} onClick={() => setPricing(true)} />}
    </>
  )
}

type ChangeButtonProps = {
  button: RefObject<HTMLButtonElement | null>
  part: PartView
  name: string
  onClick: () => void
}

/** One button with and without a price: it keeps the keyboard when the first price arrives. */
function ChangeButton({ button, part, name, onClick }: ChangeButtonProps) {
  const isPriced = part.perPartAmount !== null
  return (
    <Button
      ref={button}
      size="compact-sm"
      variant={isPriced ? 'subtle' : 'default'}
      color="gray"
      aria-label={`${isPriced ? 'Change' : 'Set'} price of ${name}`}
      onClick={onClick}
    >
      {isPriced ? <IconPencil size={16} aria-hidden /> : 'Set Price'}
    </Button>
  )
}
