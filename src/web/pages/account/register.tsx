import { PasswordInput, TextInput } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { SHORTEST_PASSWORD } from '#domain/lib/password.ts'
import { client } from '#web/api/client.ts'
import { useDraft } from '#web/api/form-draft.ts'
import { COMPANY_IMAGE, sendPicture, UploadFailed } from '#web/api/upload.ts'
import { useCommand } from '#web/api/use-mutation-once.ts'
import { focusFirstFault, showFault } from '#web/api/validate-with-contract.ts'
import { ShopFields, type ShopTyped } from '#web/features/companies/company-profile-fields.tsx'
import { PrimaryButton } from '#web/ui/buttons/primary-button.tsx'
import { notify } from '#web/ui/feedback/notify.ts'
import { PictureField } from '#web/ui/images/image-picker.tsx'
import { ActionBar } from '#web/ui/layout/action-bar.tsx'
import { Fields } from '#web/ui/layout/columns.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { TextLink } from '#web/ui/links.tsx'
import styles from './account.module.css'
import { EMPTY, registrationFaults, toRegistration } from './registration-form.ts'
import { useEnter } from './use-sign-in.ts'

/** A picture that does not arrive takes nothing back: the company is registered, and is told so. */
async function sendCompanyImage(picture: File): Promise<void> {
  try {
    await sendPicture({ target: COMPANY_IMAGE, picture, key: crypto.randomUUID() })
  } catch (error) {
    notify.failure(error instanceof UploadFailed ? error.fault.message : 'The picture could not be sent.')
  }
}

export function RegisterPage() {
  const navigate = useNavigate()
  const enter = useEnter()
  const form = useForm({ initialValues: EMPTY, validate: registrationFaults })
  const draft = useDraft(form, 'register')
  const [picture, setPicture] = useState<File | null>(null)
  const register = useCommand(client.companies.register, {
    onFault: showFault(form),
    onDone: async () => {
      const { email, password } = form.getValues()
      draft.clear()
      notify.clear()
      notify.success('Company registered successfully!')
      try {
        await enter(email.trim(), password)
        if (picture !== null) await sendCompanyImage(picture)
        await navigate({ to: '/dashboard' })
      } catch (fault) {
        notify.failure((fault as Error).message)
        await navigate({ to: '/login' })
      }
    },
  })

  return (
    <Page
      title="Register Your Company"
      width="reading"
      lead="Your company appears in the public list at once. What your shop is like can wait."
    >
      <form
        onSubmit={form.onSubmit(values => register.run(toRegistration(values)), focusFirstFault(form))}
        noValidate
        className={styles.form}
      >
        <Panel title="Your account">
          <Fields>
            <TextInput
              label="Company Name"
              name="organization"
              autoComplete="organization"
              required
              withAsterisk={false}
              {...form.getInputProps('companyName')}
            />
            <TextInput
              label="Company Phone"
              name="tel"
              type="tel"
              autoComplete="tel"
              required
              withAsterisk={false}
              {...form.getInputProps('companyPhone')}
            />
            <TextInput
              label="Email"
              name="email"
              type="email"
              autoComplete="username"
              required
              withAsterisk={false}
              {...form.getInputProps('email')}
            />
            <PasswordInput
              label="Password"
              description={`At least ${SHORTEST_PASSWORD} characters.`}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              name="password"
              autoComplete="new-password"
              visibilityToggleButtonProps={{ 'aria-label': 'Show what is typed' }}
              required
              withAsterisk={false}
              {...form.getInputProps('password')}
            />
          </Fields>
        </Panel>
        <Panel title="Your shop">
          <Fields>
            <ShopFields form={form as unknown as UseFormReturnType<ShopTyped>} />
            <div data-wide>
              <PictureField label="Company Image" value={picture} onChange={setPicture} />
            </div>
          </Fields>
        </Panel>
        <ActionBar>
          <PrimaryButton type="submit" size="md" loading={register.isRunning} loadingText="Registering…">
            Register
          </PrimaryButton>
          <span>
            Already registered? <TextLink to="/login">Login</TextLink>
          </span>
        </ActionBar>
      </form>
    </Page>
  )
}
