import { useForm } from '@mantine/form'
import { IconMailCheck } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { PAGES } from '#contract/pages/page-routes.ts'
import { redirectPath, signupRequest } from '#contract/rv-owners.ts'
import { client } from '#web/api/client.ts'
import { DraftNote, useDraft } from '#web/api/drafts/form-draft.tsx'
import { useMutationOnce } from '#web/api/use-mutation-once.ts'
import { setFormErrors, submitWith, validateWithContract } from '#web/api/validate-with-contract.ts'
import { EmailField } from '#web/features/account/credential-fields.tsx'
import { PrimaryButton } from '#web/ui/buttons/primary-button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { TextLink } from '#web/ui/links.tsx'
import styles from './account.module.css'
import { EmailNotDeliverable } from './email-not-deliverable.tsx'
import { redirectParam } from './redirect-param.ts'

/** Requests the sign-up email, whose link creates the account. */
export function SignupPage() {
  const search = useSearch({ from: '/join' })
  // A redirect that the email cannot carry is dropped, so that sign-up still works.
  const { data: to } = redirectPath.optional().safeParse(search.to)
  const form = useForm({ initialValues: { email: '' }, validate: validateWithContract(signupRequest) })
  const draft = useDraft(form, 'join')
  const [result, setResult] = useState<{ readonly canMail: boolean } | null>(null)
  const { run, isRunning } = useMutationOnce(client.rvOwners.requestSignup, {
    onDone: response => {
      draft.clear()
      setResult(response)
    },
    onError: setFormErrors(form, draft),
  })
  return (
    <Page
      title={PAGES.signup.title}
      width="narrow"
      lead="For RV owners: your tickets at any company, in one place. It’s free."
    >
      <Panel>
        {result !== null ? (
          <div role="status">{result.canMail ? <EmailSent /> : <EmailNotDeliverable hours={24} />}</div>
        ) : (
          <form
            onSubmit={submitWith(form, values => run(to === undefined ? values : { ...values, to }))}
            noValidate
            className={styles.form}
          >
            <DraftNote draft={draft} />
            <p className={styles.sentence}>
              We’ll email you a link. Use the email your shop has on file so we can find your tickets.
            </p>
            <EmailField autoComplete="email" {...form.getInputProps('email')} />
            <PrimaryButton type="submit" size="md" fullWidth loading={isRunning} loadingText="Sending…">
              Send Link
            </PrimaryButton>
          </form>
        )}
      </Panel>
      <div className={styles.other}>
        <span>
          Already have an account?{' '}
          <TextLink to="/login" {...redirectParam(search.to)}>
            Log in
          </TextLink>
        </span>
        <span>
          Own an RV shop? <TextLink to="/register">Register it</TextLink>
        </span>
      </div>
    </Page>
  )
}

const EmailSent = () => (
  <EmptyState
    icon={IconMailCheck}
    sentence="We’ve emailed you a link."
    next="It expires in 24 hours. Didn’t get it? Check spam, or try again in an hour."
  />
)
