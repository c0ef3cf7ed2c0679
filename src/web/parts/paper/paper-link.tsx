import { IconPrinter } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { LinkButton } from '#web/ui/links.tsx'

/** Leads to the paper of a ticket: `/print/…` at the desk, `/follow/…/print` for its customer. */
export const PaperLink = ({ to, children = 'Print' }: { to: string; children?: ReactNode }) => (
  <LinkButton to={to} variant="default" leftSection={<IconPrinter size={18} aria-hidden />}>
    {children}
  </LinkButton>
)

/** The customer's own. */
export const FollowedPaperLink = ({ token }: { token: string }) => (
  <PaperLink to={`/follow/${token}/print`}>Print or save</PaperLink>
)
