import { Anchor, Button, FileButton, Group, VisuallyHidden } from '@mantine/core'
import { IconPaperclip } from '@tabler/icons-react'
import { useState } from 'react'
import { IMAGE_TYPES } from '#domain/photos/photo.ts'
import { randomUuid } from '#web/api/browser/uuid.ts'
import { OFFLINE_MESSAGE } from '#web/api/client.ts'
import { deleteSupplierBill } from '#web/api/uploads/delete-image.ts'
import { PDF_TYPE, supplierBill, UploadError, uploadImage } from '#web/api/uploads/upload-image.ts'
import { useRefetchTicket } from '#web/features/tickets/ticket-context.ts'
import { useTicketCommand } from '#web/features/tickets/use-ticket-command.ts'
import { ConfirmInline } from '#web/ui/buttons/confirm-inline.tsx'
import { notify } from '#web/ui/feedback/notify.ts'

type SupplierBillProps = {
  ticketId: number
  partId: string
  /** Of the sublet. */
  name: string
  bill: 'image' | 'pdf' | null
}

/** The supplier's bill of a sublet: to open, to attach and to remove. */
export function SupplierBill({ ticketId, partId, name, bill }: SupplierBillProps) {
  const refetch = useRefetchTicket(ticketId)
  const [isSending, setSending] = useState(false)
  const target = supplierBill(ticketId, partId)
  const remove = useTicketCommand(ticketId, deleteSupplierBill, {
    onDone: () => notify.success('Supplier’s bill removed.'),
  })
  async function attach(file: File | null): Promise<void> {
    if (file === null) return
    setSending(true)
    try {
      await uploadImage({ target, image: file, key: randomUuid() })
      notify.success('Supplier’s bill attached.')
      await refetch()
    } catch (error) {
      if (!(error instanceof UploadError)) throw error
      const { fields, message, requestId } = error.error
      notify.failure(error.isNetworkError ? OFFLINE_MESSAGE : (fields.bill ?? message), { requestId })
    } finally {
      setSending(false)
    }
  }
  const about = <VisuallyHidden> of {name}</VisuallyHidden>
  return (
    <Group gap="xs">
      {bill !== null && (
        <>
          <Anchor href={target.url} target="_blank" rel="noreferrer">
            Supplier’s bill{bill === 'pdf' && ' (PDF)'}
            {about}
          </Anchor>
          <ConfirmInline
            label="Remove Bill"
            question="This can’t be undone."
            confirmLabel="Remove"
            loading={remove.isRunning}
            onConfirm={() => remove.run({ ticketId, partId })}
          />
        </>
      )}
      <FileButton accept={[...IMAGE_TYPES, PDF_TYPE].join()} onChange={file => void attach(file)}>
        {props => (
          <Button
            {...props}
            size="compact-sm"
            variant="subtle"
            loading={isSending}
            leftSection={<IconPaperclip size={16} aria-hidden />}
          >
            {bill === null ? 'Attach Bill' : 'Replace Bill'}
            {about}
          </Button>
        )}
      </FileButton>
    </Group>
  )
}
