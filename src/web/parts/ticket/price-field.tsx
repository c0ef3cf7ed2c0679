import { ActionIcon, NumberInput } from '@mantine/core'
import { IconCheck, IconX } from '@tabler/icons-react'
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { newPart } from '#contract/tickets.ts'
import { client } from '#web/api.ts'
import { firstClick } from '#web/parts/first-click.ts'
import styles from './parts.module.css'
import { type PartView, useTicketCommand } from './ticket-view.ts'

type PriceFieldProps = { ticketId: number; part: PartView; name: string; onClose: () => void }

const price = newPart.shape.perPartAmount.unwrap()

/** A part's new price: Enter saves, none takes it away, Escape leaves it as it was. */
export function PriceField({ ticketId, part, name, onClose }: PriceFieldProps) {
  const [typed, setTyped] = useState<number | string>(part.perPartAmount ?? '')
  const [fault, setFault] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const { run, isRunning } = useTicketCommand(ticketId, client.tickets.changePart, {
    onDone: onClose,
    onFault: ({ message }) => setFault(message),
  })

  useEffect(() => {
    input.current?.focus()
    input.current?.select()
  }, [])

  function save(event: FormEvent) {
    event.preventDefault()
    const checked = price.safeParse(typed)
    if (typed === (part.perPartAmount ?? '')) onClose()
    else if (typed === '') run({ ticketId, partId: part.partId, perPartAmount: null })
    else if (checked.success) run({ ticketId, partId: part.partId, perPartAmount: Number(typed) })
    else setFault(checked.error.issues[0]?.message ?? '')
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape') onClose()
  }

  return (
    <form className={styles.pricing} onSubmit={save} onKeyDown={onKeyDown} noValidate>
      <NumberInput
        ref={input}
        className={styles.priceField}
        aria-label={`New price of ${name}`}
        size="xs"
        leftSection="$"
        leftSectionWidth="1.5rem"
        thousandSeparator=","
        step={0.01}
        value={typed}
        error={fault}
        onChange={value => {
          setTyped(value)
          setFault('')
        }}
      />
      <ActionIcon type="submit" aria-label="Save price" disabled={isRunning} onClick={firstClick()}>
        <IconCheck size={18} aria-hidden />
      </ActionIcon>
      <ActionIcon aria-label="Keep the old price" disabled={isRunning} onClick={onClose}>
        <IconX size={18} aria-hidden />
      </ActionIcon>
    </form>
  )
}
