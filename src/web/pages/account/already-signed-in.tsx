import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Outlet, useMatches, useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { may } from '#domain/account/permission.ts'
import { meQuery } from '#web/api/session.ts'
import { useLandingPage } from '#web/api/use-landing-page.ts'
import { NoPermission } from '#web/ui/feedback/no-permission.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { LinkButton } from '#web/ui/links.tsx'

/** Wraps every private page and watches the session while the page is open, as the route guard did before. */
export function AlreadySignedIn() {
  const router = useRouter()
  const { data: actor } = useQuery(meQuery)
  const landingPage = useLandingPage()
  const needs = useMatches({ select: matches => matches.at(-1)?.staticData.needs })
  const hasLeft = actor?.kind === 'visitor'

  const queries = useQueryClient()
  const currentActor = actor === undefined ? null : JSON.stringify(actor)
  const previousActor = useRef(currentActor)

  // Another person now, or the same person in another role: the route guard runs again and may redirect, and what was
  // loaded for the earlier role is fetched again.
  useEffect(() => {
    if (previousActor.current !== null && previousActor.current !== currentActor && !hasLeft)
      void queries.invalidateQueries()
    if (previousActor.current !== currentActor || hasLeft) void router.invalidate()
    previousActor.current = currentActor
  }, [currentActor, hasLeft, queries, router])

  if (actor === undefined || hasLeft || needs === undefined || may(actor, needs)) return <Outlet />
  return (
    <Page title="Not for your account" width="reading">
      <NoPermission action={<LinkButton to={landingPage.to}>{landingPage.name}</LinkButton>} />
    </Page>
  )
}
