import { Anchor } from '@mantine/core'
import { IconFileTypePdf } from '@tabler/icons-react'

type PdfLinkProps = {
  /** Of the ticket: at the desk `/api/tickets/412873`, by link `/api/follow/…`. */
  base: string
  subject: { readonly invoiceId: string } | { readonly entryId: string }
  /** What it is: `Invoice R-1001`. */
  label: string
}

/** Opens the PDF of an invoice, credit note or receipt. */
export const PdfLink = ({ base, subject, label }: PdfLinkProps) => (
  <Anchor
    href={`${base}/${'entryId' in subject ? `payments/${subject.entryId}` : `invoices/${subject.invoiceId}`}/document.pdf`}
    target="_blank"
    rel="noreferrer"
    aria-label={`PDF: ${label}`}
    inline
  >
    <IconFileTypePdf size={16} aria-hidden style={{ verticalAlign: '-0.2em' }} /> PDF
  </Anchor>
)
