import { ActionIcon, Button } from '@mantine/core'
import { IconCheck, IconPencil, IconTagOff, IconX } from '@tabler/icons-react'
import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { type Cents, formatMoney } from '#domain/lib/money.ts'
import { typedCents, typedDollars } from '#domain/lib/typed-money.ts'
import { client } from '#web/api/client.ts'
import { loadTicketValidation } from '#web/features/tickets/load-ticket-validation.ts'
import { partChanged } from '#web/features/tickets/optimistic/optimistic-parts.ts'
import type { PartView } from '#web/features/tickets/ticket-view.ts'
import { useTicketCommand } from '#web/features/tickets/use-ticket-command.ts'
import { StateBadge } from '#web/ui/feedback/state-badge.tsx'
import { NumberField } from '#web/ui/forms/number-field.tsx'
import { ignoreDoubleClick } from '#web/ui/ignore-double-click.ts'
import { MoneyText } from '#web/ui/numbers.tsx'
import { onEscape } from '#web/ui/on-escape.ts'
import styles from './parts.module.css'

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
        <MoneyText amount={formatMoney(perPartAmount)} />
      )}
      {mayChange && (
        <ChangeButton
          button={button}
          part={part}
          name={name}
          isSaving={isRunning}
          onClick={() => setPricing({ value: typedDollars(perPartAmount), error: '' })}
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

type PriceFieldProps = {
  /** The current price. */
  price: Cents | null
  name: string
  /** Dollars. */
  typedPrice: number | string
  priceError: string
  onPriceChange: (typed: number | string) => void
  onPriceError: (error: string) => void
  /** Null clears the price. */
  onSave: (price: Cents | null) => void
  onClose: () => void
}

/** A part's new price: Enter saves, an empty one clears it, Escape cancels. */
function PriceField(props: PriceFieldProps) {
  const { price, name, typedPrice, priceError, onPriceChange, onPriceError, onSave, onClose } = props
  const input = useRef<HTMLInputElement>(null)

  useEffect(() => {
    input.current?.focus()
    input.current?.select()
  }, [])

  async function save(event: FormEvent) {
    event.preventDefault()
    if (typedPrice === typedDollars(price)) return onClose()
    if (typedPrice === '') return onSave(null)
    const typed = typedCents(typedPrice)
    const error = (await loadTicketValidation()).priceError(typed)
    if (error === undefined) onSave(typed)
    else onPriceError(error)
  }

  return (
    <form className={styles.pricing} onSubmit={save} onKeyDown={onEscape(onClose)} noValidate>
      <NumberField
        ref={input}
        className={styles.priceField}
        aria-label={`New price of ${name}`}
        size="xs"
        leftSection="$"
        leftSectionWidth="1.5rem"
        step={0.01}
        value={typedPrice}
        error={priceError}
        onChange={onPriceChange}
      />
      <ActionIcon type="submit" aria-label="Save price" onClick={ignoreDoubleClick()}>
        <IconCheck size={18} aria-hidden />
      </ActionIcon>
      <ActionIcon aria-label="Cancel" onClick={onClose}>
        <IconX size={18} aria-hidden />
      </ActionIcon>
    </form>
  )
}
