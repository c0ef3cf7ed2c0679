import { IconCircleCheck, IconClockX, IconMailCheck } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { PAGES } from '#contract/pages/page-routes.ts'
import { api, client } from '#web/api/client.ts'
import { useMutationOnce } from '#web/api/use-mutation-once.ts'
import { PrimaryButton } from '#web/ui/buttons/primary-button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { LinkButton } from '#web/ui/links.tsx'
import { EmailedLinkPage } from './emailed-link-page.tsx'

/** Opened by the link in the owner's email. Only the button confirms. */
export function ConfirmEmailPage() {
  const { token } = useParams({ from: '/confirm-email/$token' })
  const query = useQuery(api.account.previewConfirmation.queryOptions({ input: { token } }))
  return (
    <EmailedLinkPage title={PAGES.confirmEmail.title} query={query} invalid={NEW_LINK}>
      {data => (
        <Panel>
          <div role="status">
            <ConfirmationStatus token={token} {...data} />
          </div>
        </Panel>
      )}
    </EmailedLinkPage>
  )
}

const NEW_LINK = {
  next: 'A link works for seven days. For a new one, log in as the owner and tap Send Again.',
  action: <LinkButton to="/dashboard">Dashboard</LinkButton>,
}

type StatusProps = Awaited<ReturnType<typeof api.account.previewConfirmation.call>> & { token: string }

function ConfirmationStatus({ token, email, status }: StatusProps) {
  if (status === 'expired')
    return <EmptyState icon={IconClockX} sentence={`This link for ${email} has expired.`} {...NEW_LINK} />
  if (status === 'confirmed')
    return (
      <EmptyState
        icon={IconCircleCheck}
        sentence={`${email} is confirmed.`}
        action={
          <LinkButton next to="/dashboard">
            Dashboard
          </LinkButton>
        }
      />
    )
  return <ConfirmPrompt token={token} email={email} />
}

function ConfirmPrompt({ token, email }: { token: string; email: string }) {
  const queries = useQueryClient()
  const { run, isRunning } = useMutationOnce(client.account.confirmEmail, {
    onDone: async confirmed => {
      queries.setQueryData(api.account.previewConfirmation.queryKey({ input: { token } }), confirmed)
      await queries.invalidateQueries({ queryKey: api.companies.mine.key() })
    },
  })
  return (
    <EmptyState
      icon={IconMailCheck}
      sentence={`Tap the button to confirm ${email}.`}
      action={
        <PrimaryButton size="md" loading={isRunning} loadingText="Confirming…" onClick={() => run({ token })}>
          Confirm Email
        </PrimaryButton>
      }
    />
  )
}
