import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconFolder, IconMailCheck } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { redirectPath, signupRequest } from '#contract/rv-owners.ts'
import { client } from '#web/api/client.ts'
import { useDraft } from '#web/api/form-draft.ts'
import { useMutationOnce } from '#web/api/use-mutation-once.ts'
import { setFormErrors, submitWith, validateWithContract } from '#web/api/validate-with-contract.ts'
import { PrimaryButton } from '#web/ui/buttons/primary-button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { TextLink } from '#web/ui/links.tsx'
import styles from './account.module.css'
import { redirectParam } from './redirect-param.ts'

/** Asks for a letter; whoever comes back by its link makes an account. */
export function SignupPage() {
  const search = useSearch({ from: '/join' })
  // What the letter does not carry is left out: the account is worth more than the way.
  const { data: to } = redirectPath.optional().safeParse(search.to)
  const form = useForm({ initialValues: { email: '' }, validate: validateWithContract(signupRequest) })
  const draft = useDraft(form, 'join')
  const [result, setResult] = useState<{ readonly reaches: boolean } | null>(null)
  const { run, isRunning } = useMutationOnce(client.rvOwners.requestSignup, {
    onDone: answer => {
      draft.clear()
      setResult(answer)
    },
    onError: setFormErrors(form),
  })
  return (
    <Page
      title="Make an Account"
      width="narrow"
      lead="For RV owners: your tickets at any company, in one place. It costs nothing."
    >
      <Panel>
        {result !== null ? (
          <div role="status">{result.reaches ? <EmailSent /> : <EmailNotDeliverable />}</div>
        ) : (
          <form
            onSubmit={submitWith(form, values => run(to === undefined ? values : { ...values, to }))}
            noValidate
            className={styles.form}
          >
            <p className={styles.sentence}>
              You get a letter with a link. Use the email that your RV company has of you: your tickets are
              found by it.
            </p>
            <TextInput
              label="Email"
              type="email"
              name="email"
              autoComplete="email"
              required
              withAsterisk={false}
              {...form.getInputProps('email')}
            />
            <PrimaryButton type="submit" size="md" fullWidth loading={isRunning} loadingText="Sending…">
              Send Link
            </PrimaryButton>
          </form>
        )}
      </Panel>
      <div className={styles.other}>
        <span>
          Have an account?{' '}
          <TextLink to="/login" {...redirectParam(search.to)}>
            Login
          </TextLink>
        </span>
        <span>
          Run an RV company? <TextLink to="/register">Register it</TextLink>
        </span>
      </div>
    </Page>
  )
}

const EmailSent = () => (
  <EmptyState
    icon={IconMailCheck}
    sentence="A letter is on its way to you."
    next="Open its link within one day. Nothing came? Look among the unwanted mail, or ask again in an hour."
  />
)

const EmailNotDeliverable = () => (
  <EmptyState
    icon={IconFolder}
    sentence="Your letter is written, but this server sends no mail."
    next="Its letters lie in a folder there. Ask whoever runs it for your link; it works for one day."
  />
)
