import { ActionIcon } from '@mantine/core'
import { IconCheck, IconX } from '@tabler/icons-react'
import { type FormEvent, useEffect, useRef } from 'react'
import { loadTicketValidation } from '#web/features/tickets/load-ticket-validation.ts'
import { NumberField } from '#web/ui/forms/number-field.tsx'
import { ignoreDoubleClick } from '#web/ui/ignore-double-click.ts'
import { onEscape } from '#web/ui/on-escape.ts'
import styles from './parts.module.css'

type PriceFieldProps = {
  /** The current price, in dollars. */
  price: number | null
  name: string
  typedPrice: number | string
  priceError: string
  onPriceChange: (typed: number | string) => void
  onPriceError: (error: string) => void
  /** Null clears the price. */
  onSave: (price: number | null) => void
  onClose: () => void
}

/** A part's new price: Enter saves, an empty one clears it, Escape cancels. */
export function PriceField(props: PriceFieldProps) {
  const { price, name, typedPrice, priceError, onPriceChange, onPriceError, onSave, onClose } = props
  const input = useRef<HTMLInputElement>(null)

  useEffect(() => {
    input.current?.focus()
    input.current?.select()
  }, [])

  async function save(event: FormEvent) {
    event.preventDefault()
    if (typedPrice === (price ?? '')) return onClose()
    if (typedPrice === '') return onSave(null)
    const error = (await loadTicketValidation()).priceError(typedPrice)
    if (error === undefined) onSave(Number(typedPrice))
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
