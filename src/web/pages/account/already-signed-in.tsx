import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Outlet, useMatches, useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { may } from '#domain/account/permission.ts'
import { meQuery } from '#web/api/session.ts'
import { useLandingPage } from '#web/api/use-landing-page.ts'
import { NoPermission } from '#web/ui/layout/no-permission.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { LinkButton } from '#web/ui/links.tsx'

/** Around every private page: watches the session while the page is open, as the guard did before. */
export function AlreadySignedIn() {
  const router = useRouter()
  const { data: actor } = useQuery(meQuery)
  const landingPage = useLandingPage()
  const needs = useMatches({ select: matches => matches.at(-1)?.staticData.needs })
  const hasLeft = actor?.kind === 'visitor'

  const queries = useQueryClient()
  const currentPath = actor === undefined ? null : JSON.stringify(actor)
  const before = useRef(currentPath)

  // Somebody else now, or the same person in another role: the guard of the route is asked again and
  // may lead elsewhere, and what was loaded for the role before is looked at again.
  useEffect(() => {
    if (before.current !== null && before.current !== currentPath && !hasLeft)
      void queries.invalidateQueries()
    if (before.current !== currentPath || hasLeft) void router.invalidate()
    before.current = currentPath
  }, [currentPath, hasLeft, queries, router])

  if (actor === undefined || hasLeft || needs === undefined || may(actor, needs)) return <Outlet />
  return (
    <Page title="Not for your account" width="reading">
      <NoPermission action={<LinkButton to={landingPage.to}>{landingPage.name}</LinkButton>} />
    </Page>
  )
}
