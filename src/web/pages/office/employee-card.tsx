import { Anchor, Button } from '@mantine/core'
import { IconUserOff } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { telOf } from '#domain/lib/phone.ts'
import { fullName } from '#domain/tickets/assignment.ts'
import { ConfirmInline } from '#web/ui/buttons/confirm-inline.tsx'
import { mailtoOf } from '#web/ui/feedback/mail-links.tsx'
import { StateBadge } from '#web/ui/feedback/state-badge.tsx'
import { ignoreDoubleClick } from '#web/ui/ignore-double-click.ts'
import { KeyValues } from '#web/ui/layout/key-values.tsx'
import { EditEmployee } from './edit-employee.tsx'
import type { Employee } from './employee-changes.ts'
import styles from './employees.module.css'

type EmployeeActions = {
  onSaved: () => void
  onActive: (isActive: boolean) => void
  onSendReset: () => void
  onDelete: () => void
}
type CardProps = EmployeeActions & { employee: Employee; isBusy: boolean }

const yesOrNo = (flag: boolean): string => (flag ? 'Yes' : 'No')

function rowsOf({ details, roles }: Employee) {
  const knownDetails =
    details === null
      ? []
      : [
          {
            label: 'Email',
            value:
              details.email === '' ? (
                'None'
              ) : (
                <Anchor href={mailtoOf(details.email)} underline="hover">
                  {details.email}
                </Anchor>
              ),
          },
          {
            label: 'Phone',
            value: (
              <Anchor href={telOf(details.phone)} underline="hover">
                {details.phone}
              </Anchor>
            ),
          },
          { label: 'License Number', value: details.licenseNumber },
          { label: 'Insured', value: yesOrNo(details.isInsured) },
        ]
  return [
    ...knownDetails,
    { label: 'Service Writer', value: yesOrNo(roles.isServiceWriter) },
    { label: 'Technician', value: yesOrNo(roles.isTechnician) },
  ]
}

export function EmployeeCard({ employee, isBusy, onSaved, onActive, onSendReset, onDelete }: CardProps) {
  const { details, isActive } = employee
  const name = fullName(employee)
  const [isEditing, setEditing] = useState(false)
  const editButton = useRef<HTMLButtonElement>(null)
  const wasEditing = useRef(false)

  // The focused form is gone; focus returns to its button.
  useEffect(() => {
    if (wasEditing.current && !isEditing) editButton.current?.focus()
    wasEditing.current = isEditing
  }, [isEditing])

  if (isEditing && details !== null)
    return (
      <li className={styles.employee}>
        <h3 className={styles.name}>{name}</h3>
        <EditEmployee
          employee={{ ...employee, details }}
          onCancel={() => setEditing(false)}
          onSaved={() => {
            setEditing(false)
            onSaved()
          }}
        />
      </li>
    )
  return (
    <li className={styles.employee} data-inactive={!isActive || undefined}>
      <div className={styles.head}>
        <h3 className={styles.name}>{name}</h3>
        {!isActive && <StateBadge word="Inactive" icon={IconUserOff} tone="slate" />}
      </div>
      <KeyValues inline rows={rowsOf(employee)} />
      <fieldset className={styles.actions}>
        <legend className={styles.owner}>{name}</legend>
        <Button ref={editButton} variant="subtle" onClick={() => setEditing(true)}>
          Edit
        </Button>
        <Button variant="subtle" disabled={isBusy} onClick={ignoreDoubleClick(() => onActive(!isActive))}>
          {isActive ? 'Deactivate' : 'Reactivate'}
        </Button>
        {isActive && details?.email !== '' && (
          <Button variant="subtle" disabled={isBusy} onClick={ignoreDoubleClick(onSendReset)}>
            Send Password Reset
          </Button>
        )}
        <ConfirmInline
          label="Delete"
          question={`Delete ${employee.firstName}? They’ll be logged out immediately.`}
          loading={isBusy}
          onConfirm={onDelete}
        />
      </fieldset>
    </li>
  )
}
