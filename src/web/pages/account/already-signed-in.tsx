import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Outlet, useMatches, useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { may } from '#domain/account/permission.ts'
import { meQuery } from '#web/api/session.ts'
import { useLandingPage } from '#web/api/use-landing-page.ts'
import { NoPermission } from '#web/ui/feedback/no-permission.tsx'
import { notify } from '#web/ui/feedback/notify.ts'
import { Page } from '#web/ui/layout/page.tsx'
import { LinkButton } from '#web/ui/links.tsx'

const LOGGED_OUT = 'You’re logged out. Log in again to continue.'
const EMPLOYEE_LOGGED_OUT =
  'You’re logged out. If you can’t log in again, your account was deactivated or deleted: ask your company’s owner.'

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

  const kind = actor?.kind
  const previousKind = useRef(kind)
  // Logging out in this tab leaves the page first.
  useEffect(() => {
    if (hasLeft && previousKind.current !== 'visitor')
      notify.failure(previousKind.current === 'employee' ? EMPLOYEE_LOGGED_OUT : LOGGED_OUT)
    previousKind.current = kind
  }, [hasLeft, kind])

  if (actor === undefined || hasLeft || needs === undefined || may(actor, needs)) return <Outlet />
  return (
    <Page title="Not for your account" width="reading">
      <NoPermission action={<LinkButton to={landingPage.to}>{landingPage.name}</LinkButton>} />
    </Page>
  )
}
