import { IconMapPin, IconPhone } from '@tabler/icons-react'
import type { Directory } from '#web/live/refresh.ts'
import { TrustedBadge, VerifiedBadge } from './badges.tsx'
import styles from './company-card.module.css'
import { CompanyLogo } from './company-logo.tsx'

type Company = Directory['companies'][number]

const telOf = (phone: string): string => `tel:${phone.replace(/[^\d+*#,;]/g, '')}`

export function CompanyCard({ company }: { company: Company }) {
  const { companyName, companyAddress, companyPhone, imageURL, trusted, verified } = company
  if (companyName === '') return <li className={styles.card}>No company details available</li>
  return (
    <li className={styles.card}>
      <CompanyLogo name={companyName} src={imageURL} />
      <div className={styles.words}>
        <h3 className={styles.name}>{companyName}</h3>
        {companyAddress !== null && (
          <p className={styles.line}>
            <IconMapPin size={16} aria-hidden />
            {companyAddress}
          </p>
        )}
        <p className={styles.line}>
          <IconPhone size={16} aria-hidden />
          <a href={telOf(companyPhone)}>{companyPhone}</a>
        </p>
        {(trusted || verified) && (
          <p className={styles.badges}>
            {trusted && <TrustedBadge />}
            {verified && <VerifiedBadge />}
          </p>
        )}
      </div>
    </li>
  )
}
