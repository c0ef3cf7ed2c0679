import { TextInput } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { PAGES } from '#contract/pages/page-routes.ts'
import { randomUuid } from '#web/api/browser/uuid.ts'
import { client } from '#web/api/client.ts'
import { DraftNote, useDraft } from '#web/api/drafts/form-draft.tsx'
import { checkFiles } from '#web/api/uploads/check-files.ts'
import { ACCEPT } from '#web/api/uploads/resize-image.ts'
import { COMPANY_IMAGE, UploadError, uploadImage } from '#web/api/uploads/upload-image.ts'
import { useMutationOnce } from '#web/api/use-mutation-once.ts'
import { focusFirstError, setFormErrors } from '#web/api/validate-with-contract.ts'
import { EmailField } from '#web/features/account/credential-fields.tsx'
import {
  CompanyProfileFields,
  type CompanyProfileValues,
} from '#web/features/companies/company-profile-fields.tsx'
import { PhoneField } from '#web/features/contact/phone-field.tsx'
import { PrimaryButton } from '#web/ui/buttons/primary-button.tsx'
import { notify } from '#web/ui/feedback/notify.ts'
import { ImageField } from '#web/ui/images/image-field.tsx'
import { ActionBar } from '#web/ui/layout/action-bar.tsx'
import { Fields } from '#web/ui/layout/columns.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { TextLink } from '#web/ui/links.tsx'
import styles from './account.module.css'
import { NewPasswordField } from './new-password-field.tsx'
import {
  EMPTY_REGISTRATION,
  emailTokenOf,
  toRegistration,
  validateRegistration,
} from './registration-form.ts'
import { useSignIn } from './use-sign-in.ts'

/** A failed upload does not undo the registration: one notice says both. */
async function uploadCompanyImage(image: File): Promise<void> {
  try {
    await uploadImage({ target: COMPANY_IMAGE, image, key: randomUuid() })
  } catch (error) {
    notify.clear()
    const reason = error instanceof UploadError ? ` ${error.message}` : ''
    notify.failure(`Your company is registered, without its image.${reason}`)
  }
}

export function RegisterPage() {
  const navigate = useNavigate()
  const signIn = useSignIn()
  const form = useForm({ initialValues: EMPTY_REGISTRATION, validate: validateRegistration })
  const draft = useDraft(form, 'register')
  const [image, setImage] = useState<File | null>(null)
  const [refusedImages, setRefusedImages] = useState<readonly string[]>([])
  const [isEmailRefused, setEmailRefused] = useState(false)
  const emailToken = useRef<string>(undefined)
  // Once: a link within the page, such as Skip to content, replaces the anchor.
  useEffect(() => {
    emailToken.current = emailTokenOf(window.location)
  }, [])
  const register = useMutationOnce(client.companies.register, {
    onError: error => {
      setEmailRefused(error.fields?.email !== undefined)
      setFormErrors(form, draft)(error)
    },
    onDone: async () => {
      const { email, password } = form.getValues()
      draft.clear()
      notify.clear()
      notify.success('Company registered successfully!')
      try {
        await signIn(email.trim(), password)
        if (image !== null) await uploadCompanyImage(image)
        await navigate({ to: '/dashboard' })
      } catch (error) {
        notify.clear()
        notify.failure(`Your company is registered, but you aren’t logged in. ${(error as Error).message}`)
        await navigate({ to: '/login' })
      }
    },
  })

  async function chooseImage(chosen: File | null): Promise<void> {
    const { accepted, refused } = await checkFiles(chosen === null ? [] : [chosen])
    setRefusedImages(refused)
    if (refused.length === 0) setImage(accepted[0] ?? null)
  }

  return (
    <Page
      title={PAGES.register.title}
      width="reading"
      lead="Your shop is listed right away. You can add shop details later."
    >
      <form
        onSubmit={form.onSubmit(
          values => register.run({ ...toRegistration(values), emailToken: emailToken.current }),
          focusFirstError(form),
        )}
        noValidate
        className={styles.form}
      >
        <DraftNote draft={draft} />
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
            <PhoneField
              label="Company Phone"
              name="tel"
              autoComplete="tel"
              {...form.getInputProps('companyPhone')}
            />
            <EmailField {...form.getInputProps('email')} />
            <NewPasswordField name="password" {...form.getInputProps('password')} />
          </Fields>
          {isEmailRefused && (
            <p className={styles.used} role="status">
              Not your account? <TextLink to="/reset-password">Reset its password</TextLink>. If nobody has
              confirmed this email, what we send to it says how to use it for your company.
            </p>
          )}
        </Panel>
        <Panel title="Your shop">
          <Fields>
            <CompanyProfileFields form={form as unknown as UseFormReturnType<CompanyProfileValues>} />
            <div data-wide>
              <ImageField
                label="Company Image"
                accept={ACCEPT}
                value={image}
                refused={refusedImages}
                onChange={chosen => void chooseImage(chosen)}
              />
            </div>
          </Fields>
        </Panel>
        <ActionBar>
          <PrimaryButton type="submit" size="md" loading={register.isRunning} loadingText="Registering…">
            Register
          </PrimaryButton>
          <span>
            Already have an account? <TextLink to="/login">Log in</TextLink>
          </span>
        </ActionBar>
      </form>
    </Page>
  )
}
