import { useForm } from '@mantine/form'
import { IconCarGarage } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { serviceBayLabel } from '#domain/service-bays/service-bay-label.ts'
import type { ServiceBay } from '#domain/tickets/ticket.ts'
import { api, client } from '#web/api/client.ts'
import { setFormErrors, submitWith } from '#web/api/validate-with-contract.ts'
import { QueryError } from '#web/features/panels/query-error.tsx'
import { ConfirmInline } from '#web/ui/buttons/confirm-inline.tsx'
import { notify } from '#web/ui/feedback/notify.ts'
import { ListSkeleton } from '#web/ui/feedback/skeletons.tsx'
import { EditableList, EditableRow, NameField, RowForm } from './editable-list.tsx'
import { loadOfficeValidation } from './load-office-validation.ts'
import { useReloadingCommand } from './use-reloading-command.ts'

const SERVICE_BAYS = api.serviceBays.key()

/** The bays of the shop. Without any, no page has them. */
export function ServiceBaysPanel() {
  const { data, error, refetch } = useQuery(api.serviceBays.list.queryOptions())
  if (data === undefined)
    return error === null ? (
      <ListSkeleton rows={1} height={120} label="Loading your bays…" />
    ) : (
      <QueryError error={error} onRetry={() => void refetch()} />
    )
  return (
    <EditableList
      title="Bays"
      addLabel="Add Bay"
      count={data.length}
      empty={{
        icon: IconCarGarage,
        sentence: 'No bays yet.',
        next: 'Name them, and the desk puts tickets in them and sees each day by bay.',
      }}
      newForm={onClose => <ServiceBayForm serviceBay={null} onClose={onClose} />}
    >
      {data.map(serviceBay => (
        <ServiceBayRow key={serviceBay.id} serviceBay={serviceBay} />
      ))}
    </EditableList>
  )
}

function ServiceBayRow({ serviceBay }: { serviceBay: ServiceBay }) {
  const { id: serviceBayId, name } = serviceBay
  const { run, isRunning } = useReloadingCommand(client.serviceBays.remove, SERVICE_BAYS, {
    onDone: () => notify.success('Bay removed.'),
  })
  return (
    <EditableRow
      name={name}
      changeForm={onClose => <ServiceBayForm serviceBay={serviceBay} onClose={onClose} />}
      removeButton={
        <ConfirmInline
          label="Remove"
          about={name}
          question={`Remove ${serviceBayLabel(name)}?`}
          loading={isRunning}
          onConfirm={() => run({ serviceBayId })}
        />
      }
    >
      <bdi>{name}</bdi>
    </EditableRow>
  )
}

type ServiceBayFormProps = {
  /** Null for a new one. */
  serviceBay: ServiceBay | null
  onClose: () => void
}

function ServiceBayForm({ serviceBay, onClose }: ServiceBayFormProps) {
  const form = useForm({
    initialValues: { name: serviceBay?.name ?? '' },
    validate: async typed => (await loadOfficeValidation()).validateServiceBay(typed),
  })
  const outcome = {
    onDone: () => {
      onClose()
      notify.success('Saved.')
    },
    onError: setFormErrors(form),
  }
  const add = useReloadingCommand(client.serviceBays.add, SERVICE_BAYS, outcome)
  const rename = useReloadingCommand(client.serviceBays.rename, SERVICE_BAYS, outcome)
  return (
    <RowForm
      label={serviceBay === null ? 'New bay' : `Change ${serviceBay.name}`}
      submitLabel={serviceBay === null ? 'Add Bay' : 'Save'}
      isRunning={add.isRunning || rename.isRunning}
      onSubmit={submitWith(form, ({ name }) =>
        serviceBay === null ? add.run({ name }) : rename.run({ name, serviceBayId: serviceBay.id }),
      )}
      onClose={onClose}
    >
      <NameField placeholder="Bay 1" dir="auto" {...form.getInputProps('name')} />
    </RowForm>
  )
}
