import { IconAlertTriangle } from '@tabler/icons-react'
import { absenceSentence, type WorkingTimes } from '#domain/employees/working-times.ts'
import { FieldNote } from '#web/ui/forms/field-note.tsx'

type Technician = WorkingTimes & { readonly firstName: string; readonly lastName: string }

/** Says that the technician is off on the day; they can be assigned all the same. */
export function AbsenceNote({ technician, day }: { technician: Technician; day: string }) {
  const absence = absenceSentence(technician, day)
  return (
    absence !== null && (
      <FieldNote icon={IconAlertTriangle} tone="amber">
        {absence} You can assign the ticket anyway.
      </FieldNote>
    )
  )
}
