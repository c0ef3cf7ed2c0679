import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { api } from '#web/api/client.ts'
import { Page } from '#web/ui/layout/page.tsx'
import { LinkButton } from '#web/ui/links.tsx'
import styles from './settings-page.module.css'

const SETTINGS = [
  { to: '/company', label: 'Company' },
  { to: '/register-employee', label: 'Employees' },
  { to: '/company/end-of-day', label: 'End of Day' },
  { to: '/company/reports', label: 'Reports' },
  { to: '/company/preferences', label: 'Preferences' },
  { to: '/company/billing', label: 'Billing' },
  { to: '/company/billing/receivables', label: 'Receivables', ofBilling: true },
  { to: '/company/billing/day-close', label: 'Day Close', ofBilling: true },
  { to: '/company/billing/bookkeeping', label: 'Bookkeeping', ofBilling: true },
  { to: '/company/imports', label: 'Import' },
  { to: '/company/activity', label: 'Activity Log' },
] as const

type SettingsPageProps = { title: string; lead?: string; children: ReactNode }

/** One of the pages where the owner sets the company up, beside the list of all of them. */
export function SettingsPage({ title, lead, children }: SettingsPageProps) {
  const { data: company } = useQuery(api.companies.mine.queryOptions())
  const shown = SETTINGS.filter(page => !('ofBilling' in page) || company?.isBillingOn)
  return (
    <Page
      title={title}
      dense
      {...(lead !== undefined && { lead })}
      actions={<LinkButton to="/dashboard">Back to Dashboard</LinkButton>}
    >
      <div className={styles.columns}>
        <nav aria-label="Settings">
          <ul className={styles.list}>
            {shown.map(({ to, label }) => (
              <li key={to}>
                <Link to={to} className={styles.link ?? ''} activeOptions={{ exact: true }}>
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <div className={styles.content}>{children}</div>
      </div>
    </Page>
  )
}
