import { Button, Checkbox, Group, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { client } from '#web/api/client.ts'
import { DraftNote, useDraft } from '#web/api/drafts/form-draft.tsx'
import { useMutationOnce } from '#web/api/use-mutation-once.ts'
import { setFormErrors, submitWith } from '#web/api/validate-with-contract.ts'
import { PhoneField } from '#web/features/contact/phone-field.tsx'
import { notify } from '#web/ui/feedback/notify.ts'
import { Fields } from '#web/ui/layout/columns.tsx'
import { changesOf, type EmployeeWithDetails, toFormValues, validateEmployee } from './employee-changes.ts'
import styles from './employees.module.css'

// Another person's details: the browser must not autofill the owner's own.
const fieldProps = { autoComplete: 'off', required: true, withAsterisk: false } as const

type EditProps = { employee: EmployeeWithDetails; onSaved: () => void; onCancel: () => void }

/** The form of an employee, in place of their card. */
export function EditEmployee({ employee, onSaved, onCancel }: EditProps) {
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
