import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconTruckDelivery } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { leadTimeLabel, type Vendor } from '#domain/purchase-orders/vendor.ts'
import { api, client } from '#web/api/client.ts'
import { setFormErrors, submitWith } from '#web/api/validate-with-contract.ts'
import { QueryError } from '#web/features/panels/query-error.tsx'
import { ConfirmInline } from '#web/ui/buttons/confirm-inline.tsx'
import { notify } from '#web/ui/feedback/notify.ts'
import { ListSkeleton } from '#web/ui/feedback/skeletons.tsx'
import { TextLink } from '#web/ui/links.tsx'
import { EditableList, EditableRow, NameField, RowForm } from './editable-list.tsx'
import { loadOfficeValidation } from './load-office-validation.ts'
import { MarkupsPanel } from './markups-panel.tsx'
import { useReloadingCommand } from './use-reloading-command.ts'

const VENDORS = api.vendors.key()

/** From whom the company orders parts, and what it adds to their cost. */
export const OrderPanels = () => (
  <>
    <VendorsPanel />
    <MarkupsPanel />
  </>
)

/** From whom the company orders parts. Without any, no page says anything of orders. */
function VendorsPanel() {
  const { data, error, refetch } = useQuery(api.vendors.list.queryOptions())
  const { data: leadTimes = [] } = useQuery(api.vendors.listLeadTimes.queryOptions())
  const { data: all = data } = useQuery(api.vendors.list.queryOptions({ input: { show: 'all' } }))
  if (data === undefined)
    return error === null ? (
      <ListSkeleton rows={1} height={120} label="Loading your vendors…" />
    ) : (
      <QueryError error={error} onRetry={() => void refetch()} />
    )
  return (
    <EditableList
      title="Vendors"
      addLabel="Add Vendor"
      count={data.length}
      empty={{
        icon: IconTruckDelivery,
        sentence: 'No vendors yet.',
        next: 'Add them, and the desk orders parts from them and sees what is on order.',
      }}
      newForm={onClose => <VendorForm vendor={null} onClose={onClose} />}
    >
      {data.map(vendor => (
        <VendorRow
          key={vendor.vendorId}
          vendor={vendor}
          leadTime={leadTimes.find(({ vendorId }) => vendorId === vendor.vendorId)}
        />
      ))}
      {all !== undefined && all.length > 0 && (
        <li>
          <TextLink to="/parts-on-order">Parts on Order</TextLink>
        </li>
      )}
    </EditableList>
  )
}

type VendorRowProps = { vendor: Vendor; leadTime: { readonly days: number } | undefined }

function VendorRow({ vendor, leadTime }: VendorRowProps) {
  const { vendorId, name, accountNumber, phone, email, terms } = vendor
  const { run, isRunning } = useReloadingCommand(client.vendors.remove, VENDORS, {
    onDone: () => notify.success('Vendor removed.'),
  })
  const facts = [
    accountNumber && `account ${accountNumber}`,
    phone,
    email,
    terms,
    leadTime && leadTimeLabel(leadTime.days),
  ].filter(Boolean)
  return (
    <EditableRow
      name={name}
      changeForm={onClose => <VendorForm vendor={vendor} onClose={onClose} />}
      removeButton={
        <ConfirmInline
          label="Remove"
          about={name}
          question={`Remove ${name}?`}
          loading={isRunning}
          onConfirm={() => run({ vendorId })}
        />
      }
    >
      {[name, ...facts].join(' · ')}
    </EditableRow>
  )
}

type VendorFormProps = {
  /** Null for a new one. */
  vendor: Vendor | null
  onClose: () => void
}

function VendorForm({ vendor, onClose }: VendorFormProps) {
  const { name = '', accountNumber = '', phone = '', email = '', terms = '' } = vendor ?? {}
  const form = useForm({
    initialValues: { name, accountNumber, phone, email, terms },
    validate: async typed => (await loadOfficeValidation()).validateVendor(typed),
  })
  const outcome = {
    onDone: () => {
      onClose()
      notify.success('Saved.')
    },
    onError: setFormErrors(form),
  }
  const add = useReloadingCommand(client.vendors.add, VENDORS, outcome)
  const change = useReloadingCommand(client.vendors.change, VENDORS, outcome)
  return (
    <RowForm
      label={vendor === null ? 'New vendor' : `Change ${name}`}
      submitLabel={vendor === null ? 'Add Vendor' : 'Save'}
      isRunning={add.isRunning || change.isRunning}
      onSubmit={submitWith(form, typed =>
        vendor === null ? add.run(typed) : change.run({ ...typed, vendorId: vendor.vendorId }),
      )}
      onClose={onClose}
    >
      <NameField {...form.getInputProps('name')} />
      <TextInput label="Account Number" placeholder="Optional" {...form.getInputProps('accountNumber')} />
      <TextInput label="Phone" type="tel" placeholder="Optional" {...form.getInputProps('phone')} />
      <TextInput label="Email" type="email" placeholder="Optional" {...form.getInputProps('email')} />
      <TextInput label="Terms" placeholder="Net 30" {...form.getInputProps('terms')} />
    </RowForm>
  )
}
