import { IconCircleCheck, IconLinkOff, IconMailCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { api, client, toAppError } from '#web/api/client.ts'
import { QueryError } from '#web/api/query-error.tsx'
import { useMutationOnce } from '#web/api/use-mutation-once.ts'
import { PrimaryButton } from '#web/ui/buttons/primary-button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { PanelSkeleton } from '#web/ui/feedback/skeletons.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { LinkButton } from '#web/ui/links.tsx'
import { releaseText } from './release-email-text.ts'

/** Opened by the link in an email. Only the button frees the email, not opening the page. */
export function ReleaseEmailPage() {
  const { token } = useParams({ from: '/release-email/$token' })
  const { data, error, refetch } = useQuery(
    api.account.previewEmailRelease.queryOptions({ input: { token } }),
  )
  const isNotFound = error !== null && toAppError(error).code === 'NOT_FOUND'
  return (
    <Page title="Use Your Email" width="narrow">
      {data === undefined && error === null ? (
        <PanelSkeleton lines={4} label="Opening your link…" />
      ) : data === undefined && !isNotFound ? (
        <QueryError error={error} onRetry={() => void refetch()} />
      ) : (
        <Panel>
          <div role="status">
            {data === undefined ? (
              <EmptyState
                icon={IconLinkOff}
                sentence={toAppError(error).message}
                next="A link works for an hour. Reset the password to get another."
                action={<LinkButton to="/reset-password">Reset Password</LinkButton>}
              />
            ) : data.companyName === null ? (
              <Released token={token} email={data.email} />
            ) : (
              <ReleasePrompt
                token={token}
                email={data.email}
                companyName={data.companyName}
                isOwner={data.isOwner}
                onReleased={() => void refetch()}
              />
            )}
          </div>
        </Panel>
      )}
    </Page>
  )
}

const Released = ({ token, email }: { token: string; email: string }) => (
  <EmptyState
    icon={IconCircleCheck}
    sentence={`${email} is yours to use.`}
    next="Register from this page. For an hour, nobody else can use your email."
    action={
      <>
        {/* An anchor reaches no server log. */}
        <LinkButton next to="/register" hash={token}>
          Register Your Company
        </LinkButton>
        <LinkButton to="/join">RV Owner Account</LinkButton>
      </>
    }
  />
)

type ReleasePromptProps = {
  token: string
  email: string
  companyName: string
  isOwner: boolean
  onReleased: () => void
}

function ReleasePrompt({ token, email, companyName, isOwner, onReleased }: ReleasePromptProps) {
  const { run, isRunning } = useMutationOnce(client.account.releaseEmail, { onDone: onReleased })
  return (
    <EmptyState
      icon={IconMailCheck}
      sentence={`${companyName} made an account with ${email}, which nobody has confirmed.`}
      next={releaseText(companyName, isOwner)}
      action={
        <PrimaryButton size="md" loading={isRunning} loadingText="One moment…" onClick={() => run({ token })}>
          Use My Email
        </PrimaryButton>
      }
    />
  )
}
