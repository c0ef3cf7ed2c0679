// The component of every page of contract/routes.ts. Its code is loaded when the page is opened.

import { lazyRouteComponent } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { RouteName } from '#contract/routes.ts'
import { lazyPage } from '#web/api/lazy-page.ts'
import { HydrationComplete } from '#web/ui/hydration-complete.tsx'

/** A page's module exports its component under the route's name: `home` is `HomePage`. */
type ComponentName<Name extends RouteName> = `${Capitalize<Name>}Page`
type PageModule<Name extends RouteName> = Readonly<Record<ComponentName<Name>, () => ReactNode>>

/** Once: each import carries the list of the files that it needs. */
const loadTicket = () => import('#web/pages/desk/ticket.tsx')

export const PAGE_LOADERS = {
  home: () => import('#web/pages/public/home.tsx'),
  register: () => import('#web/pages/account/register.tsx'),
  login: () => import('#web/pages/account/login.tsx'),
  resetPassword: () => import('#web/pages/account/reset-password.tsx'),
  confirmEmail: () => import('#web/pages/account/confirm-email.tsx'),
  releaseEmail: () => import('#web/pages/account/release-email.tsx'),
  workHistory: () => import('#web/pages/public/work-history/work-history.tsx'),
  aboutUs: () => import('#web/pages/public/about-us.tsx'),
  downloads: () => import('#web/pages/public/downloads/downloads.tsx'),
  company: () => import('#web/pages/public/companies/company-page.tsx'),
  book: () => import('#web/pages/customer/booking/book.tsx'),
  confirmBooking: () => import('#web/pages/customer/booking/confirm-booking.tsx'),
  track: () => import('#web/pages/customer/track/track.tsx'),
  signup: () => import('#web/pages/account/signup.tsx'),
  confirmSignup: () => import('#web/pages/account/confirm-signup.tsx'),
  rigReport: () => import('#web/pages/public/work-history/rig-report.tsx'),
  ownCompany: () => import('#web/pages/office/own-company.tsx'),
  audit: () => import('#web/pages/office/audit-page.tsx'),
  preferences: () => import('#web/pages/office/preferences.tsx'),
  imports: () => import('#web/pages/office/imports.tsx'),
  billing: () => import('#web/pages/office/billing.tsx'),
  bookkeeping: () => import('#web/pages/office/billing/bookkeeping.tsx'),
  dayClose: () => import('#web/pages/office/billing/day-close.tsx'),
  receivables: () => import('#web/pages/office/billing/receivables.tsx'),
  profile: () => import('#web/pages/account/profile.tsx'),
  dashboard: () => import('#web/pages/desk/dashboard.tsx'),
  schedule: () => import('#web/pages/desk/schedule.tsx'),
  registerEmployee: () => import('#web/pages/office/register-employee.tsx'),
  createTicket: () => import('#web/pages/desk/create-ticket.tsx'),
  myRigs: () => import('#web/pages/rv-owner/my-rigs.tsx'),
  myRig: () => import('#web/pages/rv-owner/rigs/my-rig.tsx'),
  platformAdmin: () => import('#web/pages/platform-admin/platform-admin.tsx'),
  serviceTicket: loadTicket,
  approvalTicket: loadTicket,
  completedTicket: loadTicket,
  bay: () => import('#web/pages/bay/bay.tsx'),
  bayTicket: () => import('#web/pages/bay/bay-ticket.tsx'),
  printTicket: () => import('#web/pages/desk/print-ticket.tsx'),
  printTracked: () => import('#web/pages/customer/track/print-tracked.tsx'),
} satisfies { [Name in RouteName]: () => Promise<PageModule<Name>> }

/** The component of a page, with `preload`. */
export function pageComponent(name: RouteName) {
  const componentName = `${name.charAt(0).toUpperCase()}${name.slice(1)}Page` as ComponentName<RouteName>
  const load = lazyPage(PAGE_LOADERS[name] as () => Promise<PageModule<RouteName>>)
  const Module = lazyRouteComponent(load, componentName)
  const Page = () => (
    <>
      <Module />
      <HydrationComplete />
    </>
  )
  return Object.assign(Page, { preload: () => Module.preload?.() })
}
