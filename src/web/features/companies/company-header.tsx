import { IconMapPin, IconPhone } from '@tabler/icons-react'
import { telOf } from '#domain/lib/phone.ts'
import styles from './companies.module.css'
import { CompanyLogo } from './company-logo.tsx'

type CompanyHeaderProps = {
  company: {
    companyName: string
    companyPhone: string
    companyAddress: string | null
    imageURL: string | null
  }
}

/** The company's name and address, and a link to call it. */
export function CompanyHeader({ company }: CompanyHeaderProps) {
  const { companyName, companyPhone, companyAddress, imageURL } = company
  return (
    <section className={styles.head} aria-label="Company">
      <CompanyLogo name={companyName} src={imageURL} />
      <div className={styles.words}>
        <p className={styles.name}>{companyName}</p>
        {companyAddress !== null && (
          <p className={styles.line}>
            <IconMapPin size={16} aria-hidden />
            <span>{companyAddress}</span>
          </p>
        )}
      </div>
      {companyPhone !== '' && (
        <a className={styles.call} href={telOf(companyPhone)}>
          <IconPhone size={18} aria-hidden />
          <span>{`Call ${companyPhone}`}</span>
        </a>
      )}
    </section>
  )
}
