import { TextInput } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { type FocusEvent, useState } from 'react'
import { mendVin, vinWarning } from '#domain/vin.ts'
import type { TicketForm } from './ticket-form.ts'
import styles from './vin-field.module.css'

const FULL_LENGTH = 17

/** The VIN, mended unseen. A doubtful one is warned about beside the field, and may be kept. */
export function VinField({ form }: { form: TicketForm }) {
  const [isTyping, setTyping] = useState(false)
  const field = form.getInputProps('customerRV.vin')
  const vin = mendVin(field.value)
  // While it is typed it is short of something with every key.
  const warning = isTyping && vin.length < FULL_LENGTH ? null : vinWarning(vin)

  function leave(event: FocusEvent<HTMLInputElement>) {
    setTyping(false)
    if (vin !== field.value) form.setFieldValue('customerRV.vin', vin)
    field.onBlur(event)
  }

  return (
    <div data-wide>
      <TextInput
        label="VIN"
        required
        withAsterisk={false}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        classNames={{ input: styles.input ?? '' }}
        {...field}
        onFocus={event => {
          setTyping(true)
          field.onFocus(event)
        }}
        onBlur={leave}
      />
      <div role="status" data-tone="amber">
        {warning !== null && (
          <p className={styles.warning}>
            <IconAlertTriangle size={16} aria-hidden />
            {warning}
          </p>
        )}
      </div>
    </div>
  )
}
