import { Checkbox } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconClockOff } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams, useRouter, useSearch } from '@tanstack/react-router'
import { PAGES } from '#contract/pages/page-routes.ts'
import { newOwner } from '#contract/rv-owners.ts'
import { passwordError } from '#domain/lib/password.ts'
import { api, client } from '#web/api/client.ts'
import { DraftNote, useDraft } from '#web/api/drafts/form-draft.tsx'
import { useMutationOnce } from '#web/api/use-mutation-once.ts'
import { setFormErrors, submitWith, validateWithContract } from '#web/api/validate-with-contract.ts'
import { PhoneField } from '#web/features/contact/phone-field.tsx'
import { PrimaryButton } from '#web/ui/buttons/primary-button.tsx'
import { notify } from '#web/ui/feedback/notify.ts'
import { Fields } from '#web/ui/layout/columns.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { LinkButton } from '#web/ui/links.tsx'
import styles from './account.module.css'
import { SHARING_DESCRIPTION, SHARING_LABEL } from './contact-sharing-text.ts'
import { EmailedLinkPage } from './emailed-link-page.tsx'
import { NameFields } from './name-fields.tsx'
import { NewPasswordField } from './new-password-field.tsx'
import { redirectParam } from './redirect-param.ts'
import { useSignIn } from './use-sign-in.ts'

/** Opened by the link in the sign-up email: the remaining fields of a new account. */
export function ConfirmSignupPage() {
  const { token } = useParams({ from: '/join/$token' })
  const { to } = useSearch({ from: '/join/$token' })
  // A valid link is not checked again: submitting the form uses it up.
  const query = useQuery({
    ...api.rvOwners.preview.queryOptions({ input: { token } }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const invalid = {
    icon: IconClockOff,
    next: 'A link works once and expires in 24 hours. Already have an account? Log in.',
    action: (
      <>
        <LinkButton next to="/join" {...redirectParam(to)}>
          Get a New Link
        </LinkButton>
        <LinkButton to="/login" {...redirectParam(to)}>
          Login
        </LinkButton>
      </>
    ),
  }
  return (
    <EmailedLinkPage title={PAGES.confirmSignup.title} query={query} invalid={invalid}>
      {({ email }) => <NewOwner token={token} email={email} to={to} />}
    </EmailedLinkPage>
  )
}

const EMPTY_VALUES = { firstName: '', lastName: '', phone: '', password: '', sharesContact: false }

const validateContract = validateWithContract(newOwner)

function validateSignup(typed: typeof EMPTY_VALUES, email: string) {
  const { password } = typed
  const error = password === '' ? 'Required.' : passwordError(password, email, () => false)
  return { ...validateContract(typed), ...(error === null ? {} : { password: error }) }
}

type NewOwnerProps = { token: string; email: string; to: string | undefined }

function NewOwner({ token, email, to }: NewOwnerProps) {
  const { history } = useRouter()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const signIn = useSignIn()
  const form = useForm({ initialValues: EMPTY_VALUES, validate: typed => validateSignup(typed, email) })
  const draft = useDraft(form, 'new owner')
  const setFormError = setFormErrors(form, draft)
  const { run, isRunning } = useMutationOnce(client.rvOwners.confirmSignup, {
    onDone: async createdAccount => {
      draft.clear()
      notify.clear()
      try {
        await signIn(createdAccount.email, form.getValues().password)
        notify.success('Your account was created.')
        if (to === undefined) await navigate({ to: '/my' })
        else history.replace(to)
      } catch (error) {
        notify.failure((error as Error).message)
        await navigate({ to: '/login', search: { to } })
      }
    },
    onError: error => {
      setFormError(error)
      // The link was used or expired meanwhile.
      if (error.code === 'REFUSED') void queries.resetQueries({ queryKey: api.rvOwners.preview.key() })
    },
  })
  return (
    <Panel>
      <form onSubmit={submitWith(form, typed => run({ token, ...typed }))} noValidate className={styles.form}>
        <DraftNote draft={draft} />
        <p className={styles.sentence}>
          Your email is confirmed: <strong className={styles.email}>{email}</strong>
        </p>
        {/* The username for password managers. */}
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
        <Fields>
          <NameFields form={form} />
        </Fields>
        <PhoneField autoComplete="tel" {...form.getInputProps('phone')} />
        <NewPasswordField name="new-password" {...form.getInputProps('password')} />
        <Checkbox
          label={SHARING_LABEL}
          description={SHARING_DESCRIPTION}
          {...form.getInputProps('sharesContact', { type: 'checkbox' })}
        />
        <PrimaryButton type="submit" size="md" fullWidth loading={isRunning} loadingText="One moment…">
          Create Account
        </PrimaryButton>
      </form>
    </Panel>
  )
}
