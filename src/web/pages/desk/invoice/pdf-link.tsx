import { Anchor } from '@mantine/core'

type PdfLinkProps = {
  ticketId: number
  subject: { readonly invoiceId: string } | { readonly entryId: string }
  /** What it is: `Invoice R-1001`. */
  label: string
}

/** Opens the PDF of an invoice, credit note or receipt. */
export const PdfLink = ({ ticketId, subject, label }: PdfLinkProps) => {
  const path = 'entryId' in subject ? `payments/${subject.entryId}` : `invoices/${subject.invoiceId}`
  const href = `/api/tickets/${ticketId}/${path}/document.pdf`
  return (
    <Anchor href={href} target="_blank" rel="noreferrer" aria-label={`PDF: ${label}`}>
      PDF
    </Anchor>
  )
}
