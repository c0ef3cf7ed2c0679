import { IconPrinter } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { LinkButton } from '#web/ui/links.tsx'
import styles from './document-link.module.css'

/** To the paper of a ticket, from the desk. On a phone it is the sign alone. */
export const PaperLink = ({ ticketId }: { ticketId: number }) => (
  <span className={styles.small}>
    <To path={`/print/${ticketId}`}>
      <span className={styles.words}>Print</span>
    </To>
  </span>
)

/** The same for its customer. */
export const FollowedPaperLink = ({ token }: { token: string }) => (
  <To path={`/follow/${token}/print`}>Print or save</To>
)

const To = ({ path, children }: { path: string; children: ReactNode }) => (
  <LinkButton to={path} variant="default" leftSection={<IconPrinter size={18} aria-hidden />}>
    {children}
  </LinkButton>
)
