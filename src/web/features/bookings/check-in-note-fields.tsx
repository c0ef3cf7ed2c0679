import { TextInput, type TextInputProps } from '@mantine/core'
import type { ReactNode } from 'react'
import type { CheckIn } from '#domain/tickets/ticket.ts'
import { Fields } from '#web/ui/layout/columns.tsx'
import { CHECK_IN_NOTES } from './check-in-notes.ts'

type CheckInNoteFieldsProps = {
  propsOf: (field: keyof CheckIn) => TextInputProps
  /** A field after them. */
  children?: ReactNode
}

/** Who brought the RV, its keys and where it stands. */
export const CheckInNoteFields = ({ propsOf, children }: CheckInNoteFieldsProps) => (
  <Fields>
    {CHECK_IN_NOTES.map(({ field, label }) => (
      <TextInput key={field} label={label} {...propsOf(field)} />
    ))}
    {children}
  </Fields>
)
