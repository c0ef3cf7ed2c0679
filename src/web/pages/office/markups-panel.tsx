import { NativeSelect } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconPercentage } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { formatMoney } from '#domain/lib/money.ts'
import { typedCents } from '#domain/lib/typed-money.ts'
import type { Markup } from '#domain/purchase-orders/markup.ts'
import type { Vendor } from '#domain/purchase-orders/vendor.ts'
import { api, client } from '#web/api/client.ts'
import { setFormErrors, submitWith } from '#web/api/validate-with-contract.ts'
import { QueryError } from '#web/features/panels/query-error.tsx'
import { ConfirmInline } from '#web/ui/buttons/confirm-inline.tsx'
import { notify } from '#web/ui/feedback/notify.ts'
import { ListSkeleton } from '#web/ui/feedback/skeletons.tsx'
import { NumberField } from '#web/ui/forms/number-field.tsx'
import { Fields } from '#web/ui/layout/columns.tsx'
import { EditableList, EditableRow, RowForm } from './editable-list.tsx'
import { loadOfficeValidation } from './load-office-validation.ts'
import { useReloadingCommand } from './use-reloading-command.ts'

const MARKUPS = api.markups.key()

/** What the company adds to the cost of parts. Without any, no price is proposed. */
export function MarkupsPanel() {
  const { data, error, refetch } = useQuery(api.markups.list.queryOptions())
  const { data: vendors } = useQuery(api.vendors.list.queryOptions())
  if (data === undefined || vendors === undefined)
    return error === null ? (
      <ListSkeleton rows={1} height={120} label="Loading your price matrix…" />
    ) : (
      <QueryError error={error} onRetry={() => void refetch()} />
    )
  return (
    <EditableList
      title="Price matrix"
      addLabel="Add Markup"
      count={data.length}
      empty={{
        icon: IconPercentage,
        sentence: 'No markups yet.',
        next: 'Add what you charge on top of the cost, by cost or vendor. Where the desk enters a cost, it is offered the price.',
      }}
      newForm={onClose => <MarkupForm vendors={vendors} onClose={onClose} />}
    >
      {data.map(markup => (
        <MarkupRow
          key={markup.markupId}
          markup={markup}
          vendor={vendors.find(({ vendorId }) => vendorId === markup.vendorId)}
        />
      ))}
    </EditableList>
  )
}

type MarkupRowProps = { markup: Markup; vendor: Vendor | undefined }

function MarkupRow({ markup: { markupId, costFrom, percent }, vendor }: MarkupRowProps) {
  const { run, isRunning } = useReloadingCommand(client.markups.remove, MARKUPS, {
    onDone: () => notify.success('Markup removed.'),
  })
  const name = `${vendor?.name ?? 'All vendors'}, cost from ${formatMoney(costFrom)}: ${percent}%`
  return (
    <EditableRow
      name={name}
      removeButton={
        <ConfirmInline
          label="Remove"
          about={name}
          question="Remove this markup?"
          loading={isRunning}
          onConfirm={() => run({ markupId })}
        />
      }
    >
      {name}
    </EditableRow>
  )
}

type Values = { vendorId: string; costFrom: number | string; percent: number | string }

const toInput = ({ vendorId, costFrom, percent }: Values) => ({
  vendorId: vendorId || null,
  costFrom: typedCents(costFrom),
  percent: percent as number,
})

function MarkupForm({ vendors, onClose }: { vendors: readonly Vendor[]; onClose: () => void }) {
  const form = useForm<Values>({
    initialValues: { vendorId: '', costFrom: 0, percent: '' },
    validate: async typed => (await loadOfficeValidation()).validateMarkup(toInput(typed)),
  })
  const { run, isRunning } = useReloadingCommand(client.markups.add, MARKUPS, {
    onDone: () => {
      onClose()
      notify.success('Saved.')
    },
    onError: setFormErrors(form),
  })
  return (
    <RowForm
      label="New markup"
      submitLabel="Add Markup"
      isRunning={isRunning}
      onSubmit={submitWith(form, typed => run(toInput(typed)))}
      onClose={onClose}
    >
      <Fields>
        {vendors.length > 0 && (
          <div data-wide>
            <NativeSelect
              label="Vendor"
              data={[
                { value: '', label: 'All vendors' },
                ...vendors.map(({ vendorId, name }) => ({ value: vendorId, label: name })),
              ]}
              {...form.getInputProps('vendorId')}
            />
          </div>
        )}
        <NumberField
          label="Cost From"
          description="Up to the next markup’s"
          leftSection="$"
          step={0.01}
          {...form.getInputProps('costFrom')}
        />
        <NumberField
          label="Markup"
          description="At 80%, a $10.00 part sells for $18.00"
          rightSection="%"
          {...form.getInputProps('percent')}
        />
      </Fields>
    </RowForm>
  )
}
