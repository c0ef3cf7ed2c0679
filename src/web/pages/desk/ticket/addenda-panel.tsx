import { Button, Group, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useEffect, useRef } from 'react'
import { MAX_ADDENDA, MAX_ADDENDUM_LENGTH, MAX_PHOTOS_PER_ADDENDUM } from '#domain/tickets/addendum.ts'
import { client } from '#web/api/client.ts'
import { DraftNote, useDraft } from '#web/api/drafts/form-draft.tsx'
import { ImageUploader } from '#web/api/uploads/image-uploader.tsx'
import { addendumPhotos } from '#web/api/uploads/upload-image.ts'
import { usePermission } from '#web/api/use-permission.ts'
import { setFormErrors, submitWith } from '#web/api/validate-with-contract.ts'
import { AddendumList } from '#web/features/photos/addendum-list.tsx'
import { Adder } from '#web/features/tickets/adder.tsx'
import { loadTicketValidation } from '#web/features/tickets/load-ticket-validation.ts'
import { useRefetchTicket } from '#web/features/tickets/ticket-context.ts'
import type { TicketView } from '#web/features/tickets/ticket-view.ts'
import { useTicketCommand } from '#web/features/tickets/use-ticket-command.ts'
import { notify } from '#web/ui/feedback/notify.ts'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'

/** What was added to a completed ticket, and a form to add to it. */
export function AddendaPanel({ ticket }: { ticket: TicketView }) {
  const { ticketId, addenda, jobs, timeZone } = ticket
  const mayAdd = usePermission()('ticket.add-addendum')
  const refetch = useRefetchTicket(ticketId)
  // Photos are kept with a job line; those of a declined one are not in the rig's record.
  const job = jobs.find(({ answer }) => answer !== 'declined') ?? jobs[0]
  if (!mayAdd && addenda.length === 0) return null
  const draft = `addendum of ${ticketId}`
  return (
    <Panel title="Added Later" {...(addenda.length > 0 && { count: addenda.length })}>
      <AddendumList
        addenda={addenda}
        timeZone={timeZone}
        footer={({ addendumId, by, photos }) => (
          <>
            <Text size="sm">{by}</Text>
            {mayAdd && job !== undefined && (
              <ImageUploader
                label="Photos"
                multiple
                isQuiet
                limit={{
                  room: MAX_PHOTOS_PER_ADDENDUM - photos.length,
                  full: `An addition has at most ${MAX_PHOTOS_PER_ADDENDUM} photos.`,
                }}
                target={addendumPhotos(ticketId, job.jobNumber, addendumId)}
                onUploaded={refetch}
              />
            )}
          </>
        )}
      />
      {mayAdd && addenda.length < MAX_ADDENDA && (
        <Adder label="Add to This Ticket" draft={draft}>
          {form => <AddendumForm ticketId={ticketId} draft={draft} {...form} />}
        </Adder>
      )}
    </Panel>
  )
}

type FormProps = { ticketId: number; draft: string; autoFocus: boolean; onClose: () => void }

function AddendumForm({ ticketId, draft: draftKey, autoFocus, onClose }: FormProps) {
  const form = useForm({
    initialValues: { text: '' },
    validate: async values => (await loadTicketValidation()).validateAddendum({ ticketId, ...values }),
  })
  const draft = useDraft(form, draftKey)
  const { run, isRunning } = useTicketCommand(ticketId, client.tickets.addAddendum, {
    onDone: () => {
      draft.clear()
      notify.success('Added. You can add photos to it now.')
      onClose()
    },
    onError: setFormErrors(form, draft),
  })
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    if (autoFocus) field.current?.focus()
  }, [autoFocus])
  return (
    <form
      onSubmit={submitWith(form, values => run({ ticketId, ...values }))}
      noValidate
      aria-label="Add to This Ticket"
    >
      <DraftNote draft={draft} />
      <Stack gap="xs">
        <TextArea
          ref={field}
          label="What to Add"
          description="Dated today. The customer sees it too; the public work history does not. Lines and money stay as they are."
          minRows={2}
          maxRows={8}
          maxLength={MAX_ADDENDUM_LENGTH}
          {...form.getInputProps('text')}
        />
        <Group gap="xs">
          <Button type="submit" variant="filled" disabled={isRunning}>
            {isRunning ? 'Adding…' : 'Add'}
          </Button>
          <Button
            variant="subtle"
            disabled={isRunning}
            onClick={() => {
              draft.clear()
              onClose()
            }}
          >
            Cancel
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
