import { useQuery } from '@tanstack/react-query'
import { Outlet, useMatches, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { may } from '#domain/permission.ts'
import { meQuery } from '#web/session.ts'
import { LinkButton } from '#web/ui/links.tsx'
import { NoPermission } from '#web/ui/no-permission.tsx'
import { Page } from '#web/ui/page.tsx'

/** Around every private page: watches the session while the page is open, as the guard did before. */
export function SignedIn() {
  const router = useRouter()
  const { data: actor } = useQuery(meQuery)
  const needs = useMatches({ select: matches => matches.at(-1)?.staticData.needs })
  const hasLeft = actor?.kind === 'visitor'

  // The guard of the route is asked again, and leads to Login.
  useEffect(() => {
    if (hasLeft) void router.invalidate()
  }, [hasLeft, router])

  if (actor === undefined || hasLeft || needs === undefined || may(actor, needs)) return <Outlet />
  return (
    <Page title="Not for your account" width="reading">
      <NoPermission action={<LinkButton to="/dashboard">Dashboard</LinkButton>} />
    </Page>
  )
}
