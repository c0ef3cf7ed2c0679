import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { faultOf } from '#web/api/client.ts'
import { useLiveFollow } from '#web/api/live/use-live.ts'
import { LoadFault } from '#web/api/query-error.tsx'
import { useLost } from '#web/api/use-delayed-offline.ts'
import { OfflineBanner } from '#web/ui/feedback/offline-banner.tsx'
import { ListSkeleton } from '#web/ui/feedback/skeletons.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { BrokenLink, ClosedLink } from './link-error.tsx'
import { LinkQuestion } from './link-verification.tsx'
import { FollowedTicket } from './track-ticket.tsx'
import { lookQuery } from './track-view.ts'

/** Where a customer follows the work on their RV: no account, the link and a few digits. */
export function FollowPage() {
  const { token } = useParams({ from: '/follow/$token' })
  return <OneLink key={token} token={token} />
}

function OneLink({ token }: { token: string }) {
  const { data, error, refetch } = useQuery(lookQuery(token))
  const isUp = useLiveFollow(data?.standing === 'open' ? token : null)
  const isLost = useLost(isUp)
  // A link that was closed meanwhile says so by itself; one that is no link at all never had an answer.
  const isBroken = data === undefined && error !== null && faultOf(error).code === 'NOT_FOUND'
  if (isBroken) return <BrokenLink />
  if (data === undefined)
    return (
      <Page title="Your RV" width="reading">
        {error === null ? (
          <ListSkeleton rows={3} height={96} label="Opening your link…" />
        ) : (
          <LoadFault error={error} onRetry={() => void refetch()} />
        )}
      </Page>
    )
  const { company, standing, digits } = data
  switch (standing) {
    case 'asks':
      return <LinkQuestion token={token} company={company} digits={digits} />
    case 'open':
      return (
        <>
          <OfflineBanner lost={isLost} />
          <FollowedTicket token={token} company={company} />
        </>
      )
    case 'shut':
    case 'revoked':
    case 'expired':
      return <ClosedLink company={company} standing={standing} />
  }
}
