import { IconAlertTriangle } from '@tabler/icons-react'
import { isPossiblePhoneNumber } from 'libphonenumber-js/min'
import { FieldNote } from '#web/ui/forms/field-note.tsx'

/** Doubts a number that has too few or too many digits for its country. */
export const PhoneWarning = ({ phone }: { phone: string }) =>
  isPossiblePhoneNumber(phone, 'US') ? null : (
    <FieldNote icon={IconAlertTriangle} tone="amber">
      This phone number looks wrong. Double-check it.
    </FieldNote>
  )
