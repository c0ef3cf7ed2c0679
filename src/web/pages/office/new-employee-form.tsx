import { Checkbox, Group, PasswordInput, Radio, TextInput } from '@mantine/core'
import { type FormErrors, useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import type * as z from 'zod'
import type { newEmployee } from '#contract/employees.ts'
import { MIN_PASSWORD_LENGTH, passwordError } from '#domain/lib/password.ts'
import { api, client } from '#web/api/client.ts'
import { DraftNote, useDraft } from '#web/api/drafts/form-draft.tsx'
import { useMutationOnce } from '#web/api/use-mutation-once.ts'
import { setFormErrors, submitWith } from '#web/api/validate-with-contract.ts'
import { PhoneField } from '#web/features/contact/phone-field.tsx'
import { PrimaryButton } from '#web/ui/buttons/primary-button.tsx'
import { notify } from '#web/ui/feedback/notify.ts'
import { ActionBar } from '#web/ui/layout/action-bar.tsx'
import { Fields } from '#web/ui/layout/columns.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { loadOfficeValidation } from './load-office-validation.ts'

// Another person's details: the browser must not autofill the owner's own.
const fieldProps = { autoComplete: 'off', required: true, withAsterisk: false } as const

export function NewEmployeeForm() {
  const form = useForm<NewEmployeeValues>({ initialValues: EMPTY_EMPLOYEE, validate: validateEmployeeForm })
  const draft = useDraft(form, 'new employee')
  const queries = useQueryClient()
  const { run, isRunning } = useMutationOnce(client.employees.register, {
    onDone: () => {
      draft.clear()
      form.reset()
      void queries.invalidateQueries({ queryKey: api.employees.list.key() })
      void queries.invalidateQueries({ queryKey: api.companies.mine.key() })
      notify.clear()
      notify.success('Employee registered successfully!')
    },
    onError: setFormErrors(form, draft),
  })
  return (
    <Panel title="New Employee">
      <form onSubmit={submitWith(form, values => run(toNewEmployee(values)))} noValidate>
        <DraftNote draft={draft} />
        <Fields>
          <TextInput label="First Name" {...fieldProps} {...form.getInputProps('firstName')} />
          <TextInput label="Last Name" {...fieldProps} {...form.getInputProps('lastName')} />
          <TextInput label="Email" type="email" {...fieldProps} {...form.getInputProps('email')} />
          <PasswordInput
            label="Password"
            description={`At least ${MIN_PASSWORD_LENGTH} characters. Share it with the employee so they can log in.`}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            required
            withAsterisk={false}
            autoComplete="new-password"
            visibilityToggleButtonProps={{ 'aria-label': 'Show what is typed' }}
            {...form.getInputProps('password')}
          />
          <PhoneField autoComplete="off" {...form.getInputProps('phone')} />
          <TextInput
            label="Driver's License Number"
            {...fieldProps}
            {...form.getInputProps('licenseNumber')}
          />
          <Radio.Group label="Role" {...form.getInputProps('role')}>
            <Group gap="lg" mt={4}>
              <Radio value="writer" label="Service Writer" />
              <Radio value="technician" label="Technician" />
            </Group>
          </Radio.Group>
          <Checkbox
            label="Health Insurance"
            mt={{ base: 0, xs: 28 }}
            {...form.getInputProps('isInsured', { type: 'checkbox' })}
          />
        </Fields>
        <ActionBar>
          <PrimaryButton type="submit" loading={isRunning} loadingText="Registering…">
            Register Employee
          </PrimaryButton>
        </ActionBar>
      </form>
    </Panel>
  )
}

// The values of the registration form for employees, and what is sent.

type NewEmployeeInput = z.input<typeof newEmployee>

/** The role is optional; without one both flags are false. */
type NewEmployeeValues = Omit<NewEmployeeInput, 'roles' | 'isInsured'> & {
  isInsured: boolean
  role: '' | 'writer' | 'technician'
}

const EMPTY_EMPLOYEE: NewEmployeeValues = {
  firstName: '',
  lastName: '',
  email: '',
  password: '',
  phone: '',
  licenseNumber: '',
  isInsured: false,
  role: '',
}

const toNewEmployee = ({ role, ...details }: NewEmployeeValues): NewEmployeeInput => ({
  ...details,
  roles: { isServiceWriter: role === 'writer', isTechnician: role === 'technician' },
})

/** Checks of the contract and of the password; only the server knows common passwords. */
async function validateEmployeeForm(typed: NewEmployeeValues): Promise<FormErrors> {
  const { validateNewEmployee } = await loadOfficeValidation()
  const { email, password } = typed
  const error = password === '' ? 'Required.' : passwordError(password, email, () => false)
  return { ...validateNewEmployee(toNewEmployee(typed)), ...(error === null ? {} : { password: error }) }
}
