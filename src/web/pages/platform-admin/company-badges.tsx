import { IconBan, IconClockHour4 } from '@tabler/icons-react'
import { TrustedBadge, VerifiedBadge } from '#web/features/companies/badges.tsx'
import { StateBadge } from '#web/ui/feedback/state-badge.tsx'
import styles from './platform-admin.module.css'

type CompanyStatus = {
  readonly trusted: boolean
  readonly verified: boolean
  readonly pendingStatus: boolean
  readonly suspendedAt: Date | null
}

export const CompanyBadges = ({ company }: { company: CompanyStatus }) => (
  <span className={styles.badges}>
    {company.suspendedAt !== null && <StateBadge word="Suspended" icon={IconBan} tone="brick" />}
    {company.trusted && <TrustedBadge />}
    {company.verified && <VerifiedBadge />}
    {company.pendingStatus && <StateBadge word="Pending" icon={IconClockHour4} tone="slate" />}
  </span>
)
