import { Checkbox, PasswordInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconClockOff } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams, useRouter, useSearch } from '@tanstack/react-router'
import { newOwner } from '#contract/rv-owners.ts'
import { passwordFault, SHORTEST_PASSWORD } from '#domain/lib/password.ts'
import { api, client, faultOf } from '#web/api/client.ts'
import { useDraft } from '#web/api/form-draft.ts'
import { LoadFault } from '#web/api/query-error.tsx'
import { useCommand } from '#web/api/use-mutation-once.ts'
import { attempt, showFault, validateWith } from '#web/api/validate-with-contract.ts'
import { PrimaryButton } from '#web/ui/buttons/primary-button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { notify } from '#web/ui/feedback/notify.ts'
import { PanelSkeleton } from '#web/ui/feedback/skeletons.tsx'
import { Fields } from '#web/ui/layout/columns.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { LinkButton } from '#web/ui/links.tsx'
import styles from './account.module.css'
import { SHARING, SHARING_MORE } from './contact-sharing-text.ts'
import { NameFields, PhoneField } from './name-fields.tsx'
import { leadingTo } from './redirect-param.ts'
import { useEnter } from './use-sign-in.ts'

/** Where the link of the letter leads: what is still needed for an account. */
export function ConfirmJoinPage() {
  const { token } = useParams({ from: '/join/$token' })
  const { to } = useSearch({ from: '/join/$token' })
  // A link that was good is not asked about again: it is used up by the very form.
  const { data, error, refetch } = useQuery({
    ...api.my.look.queryOptions({ input: { token } }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const isSpent = data === undefined && error !== null && faultOf(error).code === 'NOT_FOUND'
  return (
    <Page title="Make Your Account" width="narrow">
      {data !== undefined ? (
        <NewOwner token={token} email={data.email} to={to} />
      ) : isSpent ? (
        <Panel>
          <EmptyState
            icon={IconClockOff}
            sentence={faultOf(error).message}
            next="A link works once, within one day. Is your account made already? Login instead."
            action={
              <>
                <LinkButton next to="/join" {...leadingTo(to)}>
                  Ask for a New Link
                </LinkButton>
                <LinkButton to="/login" {...leadingTo(to)}>
                  Login
                </LinkButton>
              </>
            }
          />
        </Panel>
      ) : error === null ? (
        <PanelSkeleton lines={6} label="Opening your link…" />
      ) : (
        <LoadFault error={error} onRetry={() => void refetch()} />
      )}
    </Page>
  )
}

const EMPTY = { firstName: '', lastName: '', phone: '', password: '', sharesContact: false }
const needed = { required: true, withAsterisk: false } as const

const contractFaults = validateWith(newOwner)

function faultsOf(typed: typeof EMPTY, email: string) {
  const { password } = typed
  const fault = password === '' ? 'Fill this in.' : passwordFault(password, email, () => false)
  return { ...contractFaults(typed), ...(fault === null ? {} : { password: fault }) }
}

type NewOwnerProps = { token: string; email: string; to: string | undefined }

function NewOwner({ token, email, to }: NewOwnerProps) {
  const { history } = useRouter()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const enter = useEnter()
  const form = useForm({ initialValues: EMPTY, validate: typed => faultsOf(typed, email) })
  const draft = useDraft(form, 'new owner')
  const show = showFault(form)
  const { run, isRunning } = useCommand(client.my.confirm, {
    onDone: async made => {
      draft.clear()
      notify.clear()
      try {
        await enter(made.email, form.getValues().password)
        notify.success('Your account is made.')
        if (to === undefined) await navigate({ to: '/my' })
        else history.replace(to)
      } catch (fault) {
        notify.failure((fault as Error).message)
        await navigate({ to: '/login', search: { to } })
      }
    },
    onFault: fault => {
      show(fault)
      // Used meanwhile, or a day old by now.
      if (fault.code === 'REFUSED') void queries.resetQueries({ queryKey: api.my.look.key() })
    },
  })
  return (
    <Panel>
      <form onSubmit={attempt(form, typed => run({ token, ...typed }))} noValidate className={styles.form}>
        <p className={styles.sentence}>
          Your email is confirmed: <strong className={styles.email}>{email}</strong>
        </p>
        {/* A password manager keeps the new one under this name. */}
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
        <Fields>
          <NameFields form={form} />
        </Fields>
        <PhoneField form={form} />
        <PasswordInput
          label="Password"
          description={`At least ${SHORTEST_PASSWORD} characters.`}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          name="new-password"
          autoComplete="new-password"
          visibilityToggleButtonProps={{ 'aria-label': 'Show what is typed' }}
          {...needed}
          {...form.getInputProps('password')}
        />
        <Checkbox
          label={SHARING}
          description={SHARING_MORE}
          {...form.getInputProps('sharesContact', { type: 'checkbox' })}
        />
        <PrimaryButton type="submit" size="md" fullWidth loading={isRunning} loadingText="One moment…">
          Make Account
        </PrimaryButton>
      </form>
    </Panel>
  )
}
