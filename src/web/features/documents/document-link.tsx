import { IconPrinter } from '@tabler/icons-react'
import { LinkButton } from '#web/ui/links.tsx'

/** A link to a ticket's document, from the desk. */
export const DocumentLink = ({ ticketId }: { ticketId: number }) => (
  <LinkButton
    to={`/print/${ticketId}`}
    variant="subtle"
    size="compact-sm"
    leftSection={<IconPrinter size={16} aria-hidden />}
  >
    Print
  </LinkButton>
)

/** The same for its customer. */
export const TrackedDocumentLink = ({ token }: { token: string }) => (
  <LinkButton
    to={`/follow/${token}/print`}
    variant="default"
    leftSection={<IconPrinter size={18} aria-hidden />}
  >
    Print or save
  </LinkButton>
)
