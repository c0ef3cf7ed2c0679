import { Button } from '@mantine/core'
import { IconPencil, IconTagOff } from '@tabler/icons-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { formatMoney, fromDollars } from '#domain/lib/money.ts'
import { client } from '#web/api/client.ts'
import { partChanged } from '#web/features/tickets/optimistic/optimistic-parts.ts'
import type { PartView } from '#web/features/tickets/ticket-view.ts'
import { useTicketCommand } from '#web/features/tickets/use-ticket-command.ts'
import { StateBadge } from '#web/ui/feedback/state-badge.tsx'
import { ignoreDoubleClick } from '#web/ui/ignore-double-click.ts'
import { MoneyText } from '#web/ui/numbers.tsx'
import { PriceField } from './price-field.tsx'

type PriceProps = { ticketId: number; part: PartView; name: string; mayChange: boolean }

type PriceFormState = { readonly value: number | string; readonly error: string }

/** The price of a part, which can be changed in place. After a refusal the field is shown again. */
export function PartPrice({ ticketId, part, name, mayChange }: PriceProps) {
  const { partId, perPartAmount } = part
  const [pricing, setPricing] = useState<PriceFormState | null>(null)
  const { run, isRunning } = useTicketCommand(ticketId, client.tickets.changePart, {
    optimistic: partChanged,
    basis: String(perPartAmount),
    onDone: () => setPricing(null),
    onError: ({ message }) => setPricing(before => before && { ...before, error: message }),
  })
  const isOpen = pricing !== null && mayChange && !isRunning
  const button = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(false)

  // Returns the focus.
  useEffect(() => {
    if (!isOpen && wasOpen.current) button.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen])

  if (isOpen)
    return (
      <PriceField
        price={perPartAmount}
        name={name}
        typedPrice={pricing.value}
        priceError={pricing.error}
        onPriceChange={value => setPricing({ value, error: '' })}
        onPriceError={error => setPricing({ ...pricing, error })}
        onSave={price => run({ ticketId, partId, perPartAmount: price })}
        onClose={() => setPricing(null)}
      />
    )
  return (
    <>
      {perPartAmount === null ? (
        <StateBadge word="No price yet" icon={IconTagOff} tone="amber" />
      ) : (
        <MoneyText amount={formatMoney(fromDollars(perPartAmount))} />
      )}
      {mayChange && (
        <ChangeButton
          button={button}
          part={part}
          name={name}
          isSaving={isRunning}
          onClick={() => setPricing({ value: perPartAmount ?? '', error: '' })}
        />
      )}
    </>
  )
}

type ChangeButtonProps = {
  button: RefObject<HTMLButtonElement | null>
  part: PartView
  name: string
  isSaving: boolean
  onClick: () => void
}

/** One button with and without a price: it keeps the focus when the first price is set. */
function ChangeButton({ button, part, name, isSaving, onClick }: ChangeButtonProps) {
  const isPriced = part.perPartAmount !== null
  return (
    <Button
      ref={button}
      size="compact-sm"
      variant={isPriced ? 'subtle' : 'default'}
      color="gray"
      aria-label={`${isPriced ? 'Change' : 'Set'} price of ${name}`}
      aria-disabled={isSaving || undefined}
      onClick={ignoreDoubleClick(isSaving ? undefined : onClick)}
    >
      {isPriced ? <IconPencil size={16} aria-hidden /> : 'Set Price'}
    </Button>
  )
}
