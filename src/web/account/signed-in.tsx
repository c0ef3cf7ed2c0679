import { useQuery } from '@tanstack/react-query'
import { Navigate, Outlet, useLocation, useMatches } from '@tanstack/react-router'
import { may } from '#domain/permission.ts'
import { meQuery } from '#web/session.ts'
import { LinkButton } from '#web/ui/links.tsx'
import { NoPermission } from '#web/ui/no-permission.tsx'
import { Page } from '#web/ui/page.tsx'

/** Around every private page: watches the session while the page is open, as the guard did before. */
export function SignedIn() {
  const { data: actor } = useQuery(meQuery)
  const { href } = useLocation()
  const needs = useMatches({ select: matches => matches.at(-1)?.staticData.needs })
  if (actor?.kind === 'visitor') return <Navigate to="/login" search={{ to: href }} replace />
  if (actor === undefined || needs === undefined || may(actor, needs)) return <Outlet />
  return (
    <Page title="Not for your account" width="reading">
      <NoPermission action={<LinkButton to="/dashboard">Dashboard</LinkButton>} />
    </Page>
  )
}
