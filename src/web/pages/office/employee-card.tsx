import { Anchor, Button, Checkbox, Group, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconUserOff } from '@tabler/icons-react'
import { lazy, useEffect, useRef, useState } from 'react'
import { telOf } from '#domain/lib/phone.ts'
import { fullName } from '#domain/tickets/assignment.ts'
import { client } from '#web/api/client.ts'
import { DraftNote, useDraft } from '#web/api/drafts/form-draft.tsx'
import { useMutationOnce } from '#web/api/use-mutation-once.ts'
import { setFormErrors, submitWith } from '#web/api/validate-with-contract.ts'
import { PhoneField } from '#web/features/contact/phone-field.tsx'
import { ConfirmInline } from '#web/ui/buttons/confirm-inline.tsx'
import { mailtoOf } from '#web/ui/feedback/mail-links.tsx'
import { notify } from '#web/ui/feedback/notify.ts'
import { StateBadge } from '#web/ui/feedback/state-badge.tsx'
import { ignoreDoubleClick } from '#web/ui/ignore-double-click.ts'
import { Fields } from '#web/ui/layout/columns.tsx'
import { KeyValues } from '#web/ui/layout/key-values.tsx'
import { LazyContent } from '#web/ui/lazy-content.tsx'
import {
  changesOf,
  type Employee,
  type EmployeeWithDetails,
  toFormValues,
  validateEmployee,
} from './employee-changes.ts'
import styles from './employees.module.css'

const WorkingTimes = lazy(() =>
  import('./working-times.tsx').then(module => ({ default: module.WorkingTimes })),
)

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
  const [areTimesShown, setTimesShown] = useState(false)
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
        {employee.roles.isTechnician && (
          <Button
            variant="subtle"
            aria-expanded={areTimesShown}
            onClick={() => setTimesShown(!areTimesShown)}
          >
            Hours and Time Off
          </Button>
        )}
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
      {areTimesShown && (
        <LazyContent>
          <WorkingTimes employee={employee} />
        </LazyContent>
      )}
    </li>
  )
}

// Another person's details: the browser must not autofill the owner's own.
const fieldProps = { autoComplete: 'off', required: true, withAsterisk: false } as const

type EditProps = { employee: EmployeeWithDetails; onSaved: () => void; onCancel: () => void }

/** The form of an employee, in place of their card. */
function EditEmployee({ employee, onSaved, onCancel }: EditProps) {
  const form = useForm({
    initialValues: toFormValues(employee),
    validate: typed => validateEmployee(employee, typed),
  })
  const draft = useDraft(form, `employee ${employee.id}`)
  const { run, isRunning } = useMutationOnce(client.employees.change, {
    onDone: () => {
      draft.clear()
      notify.clear()
      notify.success('Employee saved.')
      onSaved()
    },
    onError: setFormErrors(form, draft),
  })
  const submit = submitWith(form, typed => {
    const changes = changesOf(employee, typed)
    if (Object.keys(changes).length > 0) run({ id: employee.id, ...changes })
    else cancel()
  })
  function cancel() {
    draft.clear()
    onCancel()
  }
  return (
    <form onSubmit={submit} noValidate aria-label={`Edit ${employee.firstName} ${employee.lastName}`}>
      <DraftNote draft={draft} />
      <Fields>
        <TextInput
          label="First Name"
          data-autofocus
          autoFocus
          {...fieldProps}
          {...form.getInputProps('firstName')}
        />
        <TextInput label="Last Name" {...fieldProps} {...form.getInputProps('lastName')} />
        <TextInput label="Email" type="email" {...fieldProps} {...form.getInputProps('email')} />
        <PhoneField autoComplete="off" {...form.getInputProps('phone')} />
        <TextInput label="Driver's License Number" {...fieldProps} {...form.getInputProps('licenseNumber')} />
        <Checkbox
          label="Health Insurance"
          mt={{ base: 0, xs: 28 }}
          {...form.getInputProps('isInsured', { type: 'checkbox' })}
        />
        <fieldset className={styles.roles}>
          <legend>Role</legend>
          <Group gap="lg">
            <Checkbox
              label="Service Writer"
              {...form.getInputProps('isServiceWriter', { type: 'checkbox' })}
            />
            <Checkbox label="Technician" {...form.getInputProps('isTechnician', { type: 'checkbox' })} />
          </Group>
        </fieldset>
      </Fields>
      <div className={styles.footer}>
        <Button type="submit" variant="filled" disabled={isRunning} aria-busy={isRunning || undefined}>
          {isRunning ? 'Saving…' : 'Save Employee'}
        </Button>
        <Button disabled={isRunning} onClick={cancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
