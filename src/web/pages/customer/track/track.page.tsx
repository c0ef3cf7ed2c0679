import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { PAGES } from '#contract/pages/pages.ts'
import { toAppError } from '#web/api/client.ts'
import { useLiveCustomerView } from '#web/api/live/use-live.ts'
import { QueryError } from '#web/api/query-error.tsx'
import { useDelayedOffline } from '#web/api/use-delayed-offline.ts'
import { OfflineBanner } from '#web/ui/feedback/offline-banner.tsx'
import { ListSkeleton } from '#web/ui/feedback/skeletons.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { IncompleteLink, LinkError } from './link-error.tsx'
import { LinkVerification } from './link-verification.tsx'
import { TrackedTicketPanels } from './tracked-ticket-panels.tsx'
import { previewQuery } from './tracked-ticket-query.ts'

/** A customer's ticket, opened with the link and the last digits of their phone number; no account needed. */
export function TrackPage() {
  const { token } = useParams({ from: '/follow/$token' })
  return <TrackedLink key={token} token={token} />
}

function TrackedLink({ token }: { token: string }) {
  const { data, error, refetch } = useQuery(previewQuery(token))
  const isUp = useLiveCustomerView(data?.status === 'open' ? token : null)
  const isOffline = useDelayedOffline(isUp)
  // A link that was turned off meanwhile has its own status; a wrong address never had an answer.
  const isBroken = data === undefined && error !== null && toAppError(error).code === 'NOT_FOUND'
  if (isBroken) return <IncompleteLink />
  if (data === undefined)
    return (
      <Page title={PAGES.track.title} width="reading">
        {error === null ? (
          <ListSkeleton rows={3} height={96} label="Opening your link…" />
        ) : (
          <QueryError error={error} onRetry={() => void refetch()} />
        )}
      </Page>
    )
  const { company, status, digits } = data
  switch (status) {
    case 'unverified':
      return <LinkVerification token={token} company={company} digits={digits} />
    case 'open':
      return (
        <>
          <OfflineBanner isOffline={isOffline} />
          <TrackedTicketPanels token={token} company={company} />
        </>
      )
    case 'locked':
    case 'revoked':
    case 'expired':
      return <LinkError company={company} status={status} />
  }
}
