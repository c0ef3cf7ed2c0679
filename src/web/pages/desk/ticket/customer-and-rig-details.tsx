import { Button, VisuallyHidden } from '@mantine/core'
import { lazy, useState } from 'react'
import { isFormerCustomer } from '#domain/customers/customer.ts'
import { isInWork } from '#domain/tickets/ticket.ts'
import { lazyPage } from '#web/api/lazy-page.ts'
import { useLazyModule } from '#web/api/use-lazy-module.ts'
import { usePermission } from '#web/api/use-permission.ts'
import { CustomerPanel } from '#web/features/tickets/customer-panel.tsx'
import { RigPanel } from '#web/features/tickets/rig-panel.tsx'
import { TicketImage } from '#web/features/tickets/ticket-image.tsx'
import type { TicketView } from '#web/features/tickets/ticket-view.ts'
import { ignoreDoubleClick } from '#web/ui/ignore-double-click.ts'
import { LazyContent } from '#web/ui/lazy-content.tsx'
import { useDisclosureFocus } from '#web/ui/use-disclosure-focus.ts'

const RigVisitDetails = lazy(() =>
  import('#web/features/tickets/rig-visit-details.tsx').then(({ RigVisitDetails }) => ({
    default: RigVisitDetails,
  })),
)

type PanelProps = { ticket: TicketView }

/** The customer, with an edit button while the ticket is in progress. */
export function CustomerDetails({ ticket }: PanelProps) {
  const { forms, close, edit } = useEditButton(ticket, 'customer info')
  if (forms !== null) return <forms.CustomerForm ticket={ticket} onClose={close} />
  return (
    <CustomerPanel
      customer={ticket.customerDetails}
      customerId={ticket.customerId}
      actions={edit || <ForgetButton ticket={ticket} />}
    />
  )
}

const importDialog = lazyPage(() => import('./erase-customer.tsx'))

/** Removes who the customer is, on a ticket that is no longer open. */
function ForgetButton({ ticket }: PanelProps) {
  const may = usePermission()
  const [isOpen, setOpen] = useState(false)
  const { isLoading, load } = useLazyModule(importDialog)
  const [dialog, setDialog] = useState<Awaited<ReturnType<typeof importDialog>> | null>(null)
  // The dialog stays until it has closed, which removes the button's reason.
  if (!may('customer.erase') || (isFormerCustomer(ticket.customerDetails) && !isOpen)) return null
  const open = () =>
    void load(module => {
      setDialog(module)
      setOpen(true)
    })
  return (
    <>
      <Button size="compact-sm" variant="default" loading={isLoading} onClick={ignoreDoubleClick(open)}>
        Forget<VisuallyHidden> This Customer</VisuallyHidden>…
      </Button>
      {dialog && <dialog.EraseCustomerDialog ticket={ticket} isOpen={isOpen} setOpen={setOpen} />}
    </>
  )
}

/** The rig, likewise. */
export function RigDetails({ ticket }: PanelProps) {
  const { forms, close, edit } = useEditButton(ticket, 'RV info')
  if (forms !== null) return <forms.RigForm ticket={ticket} onClose={close} />
  const { customerRV } = ticket
  return (
    <RigPanel rig={customerRV} isLinked actions={edit}>
      <LazyContent>
        <RigVisitDetails ticket={ticket} />
      </LazyContent>
      <TicketImage image="rig-image" label="RV photo" isSet={customerRV.rvImage !== null} />
    </RigPanel>
  )
}

const importForms = lazyPage(() => import('./details-forms.tsx'))

/** The button, and the loaded forms while they are open. */
function useEditButton(ticket: TicketView, subject: string) {
  const may = usePermission()
  const { opener, isOpen, setOpen } = useDisclosureFocus()
  const { isLoading, load } = useLazyModule(importForms)
  const [forms, setForms] = useState<Awaited<ReturnType<typeof importForms>> | null>(null)
  const open = () =>
    void load(module => {
      setForms(module)
      setOpen(true)
    })
  const edit = isInWork(ticket) && may('ticket.change-details') && (
    <Button ref={opener} size="compact-sm" loading={isLoading} onClick={ignoreDoubleClick(open)}>
      Edit
      <VisuallyHidden> {subject}</VisuallyHidden>
    </Button>
  )
  return { forms: isOpen ? forms : null, close: () => setOpen(false), edit }
}
