import { Checkbox, Group, PasswordInput, Radio, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { SHORTEST_PASSWORD } from '#domain/lib/password.ts'
import { api, client } from '#web/api/client.ts'
import { useDraft } from '#web/api/form-draft.ts'
import { useCommand } from '#web/api/use-mutation-once.ts'
import { attempt, showFault } from '#web/api/validate-with-contract.ts'
import { PrimaryButton } from '#web/ui/buttons/primary-button.tsx'
import { notify } from '#web/ui/feedback/notify.ts'
import { ActionBar } from '#web/ui/layout/action-bar.tsx'
import { Fields } from '#web/ui/layout/columns.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { EMPTY, employeeFaults, type Typed, toSend } from './new-employee.ts'

// These are another person's details: the browser must not offer the owner's own.
const theirs = { autoComplete: 'off', required: true, withAsterisk: false } as const

export function EmployeeForm() {
  const form = useForm<Typed>({ initialValues: EMPTY, validate: employeeFaults })
  const draft = useDraft(form, 'new employee')
  const queries = useQueryClient()
  const { run, isRunning } = useCommand(client.employees.register, {
    onDone: () => {
      draft.clear()
      form.reset()
      void queries.invalidateQueries({ queryKey: api.employees.list.key() })
      void queries.invalidateQueries({ queryKey: api.companies.mine.key() })
      notify.clear()
      notify.success('Employee registered successfully!')
    },
    onFault: showFault(form),
  })
  return (
    <Panel title="New Employee">
      <form onSubmit={attempt(form, values => run(toSend(values)))} noValidate>
        <Fields>
          <TextInput label="First Name" {...theirs} {...form.getInputProps('firstName')} />
          <TextInput label="Last Name" {...theirs} {...form.getInputProps('lastName')} />
          <TextInput label="Email" type="email" {...theirs} {...form.getInputProps('email')} />
          <PasswordInput
            label="Password"
            description={`At least ${SHORTEST_PASSWORD} characters. Tell it to them: they sign in with it.`}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            required
            withAsterisk={false}
            autoComplete="new-password"
            visibilityToggleButtonProps={{ 'aria-label': 'Show what is typed' }}
            {...form.getInputProps('password')}
          />
          <TextInput label="Phone" type="tel" {...theirs} {...form.getInputProps('phone')} />
          <TextInput label="Driver's License Number" {...theirs} {...form.getInputProps('licenseNumber')} />
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
