import { TextInput, type TextInputProps } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import { FieldNote } from '#web/ui/forms/field-note.tsx'

/** A required phone number. One that looks wrong can stay: a new area code is in no list. */
export function PhoneField({ label = 'Phone', onBlur, onChange, ...field }: TextInputProps) {
  const [doubted, setDoubted] = useState<string | null>(null)

  async function check(typed: string): Promise<void> {
    // The library is larger than most pages. If it does not load, the number is not doubted.
    const library = await import('libphonenumber-js/min').catch(() => null)
    if (library?.isPossiblePhoneNumber(typed, 'US') === false && typed.trim() !== '') setDoubted(typed)
  }

  const isDoubted = doubted !== null && doubted === field.value && !field.error
  return (
    <div>
      <TextInput
        label={label}
        type="tel"
        required
        withAsterisk={false}
        {...field}
        onChange={event => {
          setDoubted(null)
          onChange?.(event)
        }}
        onBlur={event => {
          void check(event.currentTarget.value)
          onBlur?.(event)
        }}
      />
      {isDoubted && (
        <FieldNote icon={IconAlertTriangle} tone="amber">
          This phone number looks wrong. Double-check it.
        </FieldNote>
      )}
    </div>
  )
}
