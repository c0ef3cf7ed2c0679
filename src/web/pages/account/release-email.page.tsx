import { IconCircleCheck, IconMailCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { PAGES } from '#contract/pages/page-routes.ts'
import { api, client } from '#web/api/client.ts'
import { useMutationOnce } from '#web/api/use-mutation-once.ts'
import { PrimaryButton } from '#web/ui/buttons/primary-button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { LinkButton } from '#web/ui/links.tsx'
import { EmailedLinkPage } from './emailed-link-page.tsx'

/** The sentence before the button that frees an email; `isOwner`: from the account of the company's owner. */
export const releaseText = (companyName: string, isOwner: boolean): string =>
  isOwner
    ? `If you use your email for an account of your own, nobody can log in as the owner of ${companyName} with it anymore.`
    : `If you use your email for an account of your own, the one at ${companyName} is deactivated, and ${companyName} is notified.`

/** Opened by the link in an email. Only the button frees the email. */
export function ReleaseEmailPage() {
  const { token } = useParams({ from: '/release-email/$token' })
  const query = useQuery(api.account.previewEmailRelease.queryOptions({ input: { token } }))
  return (
    <EmailedLinkPage title={PAGES.releaseEmail.title} query={query} invalid={NEW_LINK}>
      {({ email, companyName, isOwner }) => (
        <Panel>
          <div role="status">
            {companyName === null ? (
              <Released token={token} email={email} />
            ) : (
              <ReleasePrompt
                token={token}
                email={email}
                companyName={companyName}
                isOwner={isOwner}
                onReleased={() => void query.refetch()}
              />
            )}
          </div>
        </Panel>
      )}
    </EmailedLinkPage>
  )
}

const NEW_LINK = {
  next: 'A link works for an hour. Reset the password to get another.',
  action: <LinkButton to="/reset-password">Reset Password</LinkButton>,
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
