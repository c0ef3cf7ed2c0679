import { TextInput, type TextInputProps } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'

// Its library is larger than most pages. If it does not load, no number is doubted.
const PhoneWarning = lazy(() =>
  import('./phone-warning.tsx').then(
    module => ({ default: module.PhoneWarning }),
    () => ({ default: () => null }),
  ),
)

/** A required phone number. One that looks wrong can stay: a new area code is in no list. */
export function PhoneField({ label = 'Phone', onBlur, ...field }: TextInputProps) {
  const [typed, setTyped] = useState('')
  return (
    <div>
      <TextInput
        label={label}
        type="tel"
        required
        withAsterisk={false}
        {...field}
        onBlur={event => {
          setTyped(event.currentTarget.value)
          onBlur?.(event)
        }}
      />
      {typed !== '' && typed === field.value && !field.error && (
        <Suspense>
          <PhoneWarning phone={typed} />
        </Suspense>
      )}
    </div>
  )
}
