import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconCaravan, IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { PAGES } from '#contract/pages/page-routes.ts'
import { componentKindLabel, modelKey } from '#domain/components/component.ts'
import { formatDayWithYear } from '#domain/lib/company-time.ts'
import { api } from '#web/api/client.ts'
import { downloadCsv } from '#web/features/csv/download-csv.ts'
import { QueryError } from '#web/features/panels/query-error.tsx'
import { PrimaryButton } from '#web/ui/buttons/primary-button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { ListSkeleton } from '#web/ui/feedback/skeletons.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { TextLink } from '#web/ui/links.tsx'
import { VirtualList } from '#web/ui/lists/virtual-list.tsx'
import styles from './customers.module.css'

const PATH = PAGES.rigsByComponent.path

/** The company's RVs with a component of some maker and model, and whom to call about it. */
export function RigsByComponentPage() {
  const { maker = '', model = '' } = useSearch({ from: `/signed-in${PATH}` })
  return (
    <Page
      title={PAGES.rigsByComponent.title}
      dense
      lead="For a maker’s bulletin or recall: the RVs in which your company entered a component."
    >
      <SearchForm key={`${maker} ${model}`} maker={maker} model={model} />
      {modelKey(maker) !== '' && <Rigs maker={maker} model={model} />}
    </Page>
  )
}

type Searched = { maker: string; model: string }

function SearchForm(searched: Searched) {
  const navigate = useNavigate()
  const form = useForm({
    initialValues: searched,
    validate: { maker: maker => (modelKey(maker) === '' ? 'Enter a maker, such as Norcold.' : null) },
  })
  return (
    <search>
      <form
        noValidate
        className={styles.search}
        onSubmit={form.onSubmit(
          ({ maker, model }) =>
            void navigate({ to: PATH, search: { maker: maker.trim(), model: model.trim() } }),
          errors => form.getInputNode<HTMLElement, never>(Object.keys(errors)[0] as never)?.focus(),
        )}
      >
        <TextInput label="Maker" autoComplete="off" maxLength={80} {...form.getInputProps('maker')} />
        <TextInput
          label="Model"
          placeholder="All of it, or how it begins"
          autoComplete="off"
          maxLength={80}
          {...form.getInputProps('model')}
        />
        <PrimaryButton type="submit">Search</PrimaryButton>
      </form>
    </search>
  )
}

type Found = Awaited<ReturnType<typeof api.components.listRigs.call>>['found']

const ROW_HEIGHT_PX = 72

function Rigs(searched: Searched) {
  const { data, error, refetch } = useQuery(api.components.listRigs.queryOptions({ input: searched }))
  const name = [searched.maker, searched.model].join(' ').trim()
  if (data === undefined)
    return error === null ? (
      <ListSkeleton rows={4} height={ROW_HEIGHT_PX} label="Looking for RVs…" />
    ) : (
      <QueryError error={error} onRetry={() => void refetch()} />
    )
  const { found, isComplete } = data
  if (!data.isOn)
    return (
      <EmptyState
        icon={IconCaravan}
        sentence="Your company doesn’t list components."
        next="The owner turns it on under Company, Preferences."
      />
    )
  if (found.length === 0)
    return (
      <EmptyState
        icon={IconCaravan}
        sentence={`No RV here has a ${name} on record.`}
        next="Only what your company entered under Components of an RV counts."
      />
    )
  const rowAt = (index: number) => found[index] as Found[number]
  return (
    <Panel
      title={`RVs with ${name}`}
      count={found.length}
      actions={
        <Button
          size="compact-sm"
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={() => downloadCsv(`rvs-${modelKey(name)}.csv`, csvRowsOf(found))}
        >
          Download CSV
        </Button>
      }
    >
      {!isComplete && (
        <p className={styles.muted} role="status">
          There are more. Type more of the model.
        </p>
      )}
      <VirtualList
        count={found.length}
        keyOf={index => rowAt(index).componentId}
        renderRow={index => <FoundRow found={rowAt(index)} />}
        estimatedHeight={ROW_HEIGHT_PX}
        gap={0}
      />
    </Panel>
  )
}

function FoundRow({ found }: { found: Found[number] }) {
  const { vin, rig, customer, place, maker, model, serial, modelYear, installedOn } = found
  const facts = [
    [componentKindLabel(found), maker, model].join(' '),
    place,
    serial ? `serial ${serial}` : '',
    modelYear,
    installedOn === null ? '' : `installed ${formatDayWithYear(installedOn)}`,
  ]
  return (
    <div className={styles.found}>
      <span>
        <TextLink to={`/rigs/${encodeURIComponent(vin)}`}>{rig}</TextLink> {vin}
      </span>
      <span className={styles.muted}>{facts.filter(fact => fact !== '').join(' · ')}</span>
      {customer !== null && (
        <span>
          {customer.customerId === null ? (
            customer.name
          ) : (
            <TextLink to={`/customers/${customer.customerId}`}>{customer.name}</TextLink>
          )}{' '}
          <span className={styles.muted}>{[customer.phone, customer.email].filter(Boolean).join(' · ')}</span>
        </span>
      )}
    </div>
  )
}

const csvRowsOf = (found: Found): string[][] => [
  [
    ...['VIN', 'RV', 'Component', 'Maker', 'Model', 'Serial Number', 'Year', 'Place', 'Installed'],
    ...['Customer', 'Phone', 'Email', 'Ticket'],
  ],
  ...found.map(each => {
    const { vin, rig, maker, model, serial, modelYear, place, installedOn, customer, ticketId } = each
    return [
      ...[
        vin,
        rig,
        componentKindLabel(each),
        maker,
        model,
        serial ?? '',
        modelYear,
        place,
        installedOn ?? '',
      ],
      ...[customer?.name ?? '', customer?.phone ?? '', customer?.email ?? '', String(ticketId)],
    ]
  }),
]
