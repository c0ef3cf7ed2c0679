import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Outlet, useMatches, useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { may } from '#domain/permission.ts'
import { useHome } from '#web/parts/use-home.ts'
import { meQuery } from '#web/session.ts'
import { LinkButton } from '#web/ui/links.tsx'
import { NoPermission } from '#web/ui/no-permission.tsx'
import { Page } from '#web/ui/page.tsx'

/** Around every private page: watches the session while the page is open, as the guard did before. */
export function SignedIn() {
  const router = useRouter()
  const { data: actor } = useQuery(meQuery)
  const home = useHome()
  const needs = useMatches({ select: matches => matches.at(-1)?.staticData.needs })
  const hasLeft = actor?.kind === 'visitor'

  const queries = useQueryClient()
  const standing = actor === undefined ? null : JSON.stringify(actor)
  const before = useRef(standing)

  // Somebody else now, or the same person in another role: the guard of the route is asked again and
  // may lead elsewhere, and what was loaded for the role before is looked at again.
  useEffect(() => {
    if (before.current !== null && before.current !== standing && !hasLeft) void queries.invalidateQueries()
    if (before.current !== standing || hasLeft) void router.invalidate()
    before.current = standing
  }, [standing, hasLeft, queries, router])

  if (actor === undefined || hasLeft || needs === undefined || may(actor, needs)) return <Outlet />
  return (
    <Page title="Not for your account" width="reading">
      <NoPermission action={<LinkButton to={home.to}>{home.name}</LinkButton>} />
    </Page>
  )
}
