import { IconPrinter } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { LinkButton } from '#web/ui/links.tsx'
import styles from './document-page.module.css'

/** A link to a ticket's document, from the desk. On a phone only the icon. */
export const DocumentLink = ({ ticketId }: { ticketId: number }) => (
  <span className={styles.small}>
    <DocumentButton path={`/print/${ticketId}`}>
      <span className={styles.words}>Print</span>
    </DocumentButton>
  </span>
)

/** The same for its customer. */
export const TrackedDocumentLink = ({ token }: { token: string }) => (
  <DocumentButton path={`/follow/${token}/print`}>Print or save</DocumentButton>
)

const DocumentButton = ({ path, children }: { path: string; children: ReactNode }) => (
  <LinkButton to={path} variant="default" leftSection={<IconPrinter size={18} aria-hidden />}>
    {children}
  </LinkButton>
)
