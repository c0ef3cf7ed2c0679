import type { ReactNode } from 'react'
import { fullName } from '#domain/tickets/assignment.ts'
import { TextLink } from '#web/ui/links.tsx'
import type { CompanyCustomer } from './company-customer.ts'
import styles from './customers.module.css'

export type ListedCustomer = CompanyCustomer['alike'][number]

type CustomerItemProps = {
  customer: ListedCustomer
  /** When they were merged into the customer of the page, which theirs is too. */
  merged?: string
  /** What can be done with them. */
  children?: ReactNode
}

/** A customer in a list: their name, which opens their page, and contact. */
export function CustomerItem({ customer, merged, children }: CustomerItemProps) {
  const { customerId, companyName, phone, email } = customer
  const name = fullName(customer)
  return (
    <li className={styles.item}>
      <span className={styles.words}>
        {merged === undefined ? (
          <TextLink to={`/customers/${customerId}`}>{name}</TextLink>
        ) : (
          <span>{name}</span>
        )}
        <span className={styles.muted}>{[companyName, phone, email].filter(Boolean).join(' · ')}</span>
        {merged !== undefined && <span className={styles.muted}>Merged {merged}</span>}
      </span>
      {children}
    </li>
  )
}
