import { IconMapPin, IconPhone } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { formatMiles } from '#domain/lib/distance.ts'
import { telOf } from '#domain/lib/phone.ts'
import { formatRating } from '#domain/reviews/review.ts'
import type { Directory } from '#web/api/live/apply-change.ts'
import { TrustedBadge, VerifiedBadge } from '#web/features/companies/badges.tsx'
import { CompanyLogo } from '#web/features/companies/company-logo.tsx'
import styles from './company-card.module.css'

type Company = Directory['companies'][number]

/** In a straight line, not by road. */
const formatDistance = (miles: number): string => {
  const distance = formatMiles(miles)
  return `${distance.charAt(0).toUpperCase()}${distance.slice(1)} away`
}

export function CompanyCard({ company }: { company: Company }) {
  const {
    companyUUID,
    companyName,
    companyAddress,
    companyPhone,
    imageURL,
    trusted,
    verified,
    rating,
    miles = null,
  } = company
  if (companyName === '') return <li className={styles.card}>No company details available</li>
  return (
    <li className={styles.card}>
      <CompanyLogo name={companyName} src={imageURL} />
      <div className={styles.words}>
        <h3 className={styles.name}>
          <Link to="/companies/$companyId" params={{ companyId: companyUUID }}>
            {companyName}
          </Link>
        </h3>
        {companyAddress !== null && (
          <p className={styles.line}>
            <IconMapPin size={16} aria-hidden />
            <span>{companyAddress}</span>
          </p>
        )}
        <p className={styles.line}>
          <IconPhone size={16} aria-hidden />
          <a href={telOf(companyPhone)}>{companyPhone}</a>
        </p>
        {miles !== null && <p className={styles.line}>{formatDistance(miles)}</p>}
        {(trusted || verified || rating !== null) && (
          <Link
            to="/companies/$companyId"
            params={{ companyId: companyUUID }}
            hash="reviews"
            className={styles.badges}
          >
            {trusted && <TrustedBadge />} {verified && <VerifiedBadge />}{' '}
            {rating && <span>{formatRating(rating)}</span>}
          </Link>
        )}
      </div>
    </li>
  )
}
