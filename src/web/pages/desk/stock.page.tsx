import { Anchor, Button, TextInput } from '@mantine/core'
import { IconDownload, IconPackages } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { PAGES } from '#contract/pages/page-routes.ts'
import { toDollars } from '#domain/lib/money.ts'
import { isFoundInStock, MAX_STOCK_LABELS } from '#domain/stock/stock-item.ts'
import { api } from '#web/api/client.ts'
import { usePermission } from '#web/api/use-permission.ts'
import { downloadCsv } from '#web/features/csv/download-csv.ts'
import { QueryError } from '#web/features/panels/query-error.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { ListSkeleton } from '#web/ui/feedback/skeletons.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { VirtualList } from '#web/ui/lists/virtual-list.tsx'
import { useDisclosureFocus } from '#web/ui/use-disclosure-focus.ts'
import { ItemForm } from './stock/item-form.tsx'
import styles from './stock/stock.module.css'
import { StockRow } from './stock/stock-row.tsx'
import type { StockItemView } from './stock/use-stock-command.ts'

const ROW_HEIGHT_PX = 76

/** What is on the shelves and in the vans. The desk receives, counts and scraps it; technicians read it. */
export function StockPage() {
  const { data, error, refetch } = useQuery(api.stock.list.queryOptions())
  return (
    <Page title={PAGES.stock.title} dense lead="What is on your shelves and in your vans.">
      {data === undefined && error === null && (
        <ListSkeleton rows={4} height={ROW_HEIGHT_PX} label="Loading your stock…" />
      )}
      {data === undefined && error !== null && <QueryError error={error} onRetry={() => void refetch()} />}
      {data !== undefined && <Stock items={data} />}
    </Page>
  )
}

function Stock({ items }: { items: readonly StockItemView[] }) {
  const mayChange = usePermission()('stock.change')
  const [search, setSearch] = useState('')
  const { opener, isOpen: isAdding, setOpen: setAdding } = useDisclosureFocus()
  // Here, as rows out of sight are not rendered.
  const [openIds, setOpenIds] = useState<ReadonlySet<string>>(new Set())
  const [chosenIds, setChosenIds] = useState<ReadonlySet<string>>(new Set())
  const chosen = items.flatMap(({ stockItemId: id }) => (chosenIds.has(id) ? [id] : []))
  // What is typed into an open one stays.
  const found = items.filter(item => openIds.has(item.stockItemId) || isFoundInStock(item, search))
  return (
    <>
      <div className={styles.tools}>
        {items.length > 0 && (
          <TextInput
            className={styles.search}
            type="search"
            label="Search"
            placeholder="Part number, description or place"
            value={search}
            onChange={({ currentTarget: { value } }) => setSearch(value)}
          />
        )}
        {mayChange && !isAdding && (
          <Button ref={opener} onClick={() => setAdding(true)}>
            Add Stock Item
          </Button>
        )}
        {mayChange && items.length > 0 && (
          <Button
            variant="subtle"
            leftSection={<IconDownload size={16} aria-hidden />}
            onClick={() => downloadCsv('stock.csv', csvRowsOf(found))}
          >
            Download CSV
          </Button>
        )}
        {chosen.length > 0 && (
          <Anchor
            href={`/api/stock/labels.pdf?items=${chosen.slice(0, MAX_STOCK_LABELS).join(',')}`}
            target="_blank"
            rel="noreferrer"
          >
            {chosen.length === 1
              ? 'Print 1 label'
              : chosen.length <= MAX_STOCK_LABELS
                ? `Print ${chosen.length} labels`
                : `Print the first ${MAX_STOCK_LABELS} of ${chosen.length} labels`}
          </Anchor>
        )}
      </div>
      {isAdding && (
        <Panel title="New Stock Item">
          <ItemForm item={null} onClose={() => setAdding(false)} />
        </Panel>
      )}
      {found.length === 0 && !isAdding && (
        <EmptyState
          icon={IconPackages}
          sentence={items.length === 0 ? 'Nothing is in stock yet.' : 'Nothing in stock matches.'}
          compact
        />
      )}
      <VirtualList
        count={found.length}
        keyOf={index => found[index]?.stockItemId ?? index}
        renderRow={index => {
          const item = found[index]
          if (item === undefined) return null
          const { stockItemId: id } = item
          const isOpen = openIds.has(id)
          return (
            <StockRow
              item={item}
              isOpen={isOpen}
              onToggle={() => setOpenIds(before => withOrWithout(before, id, !isOpen))}
              isChosen={chosenIds.has(id)}
              onChoose={isChosen => setChosenIds(before => withOrWithout(before, id, isChosen))}
            />
          )
        }}
        estimatedHeight={ROW_HEIGHT_PX}
        gap={8}
      />
    </>
  )
}

const withOrWithout = (ids: ReadonlySet<string>, id: string, isIn: boolean): ReadonlySet<string> =>
  new Set(isIn ? [...ids, id] : [...ids].filter(each => each !== id))

const orBlank = (value: number | null): string => (value === null ? '' : String(value))

const csvRowsOf = (items: readonly StockItemView[]): string[][] => [
  [
    ...['Part Number', 'Description', 'Place', 'Quantity', 'Reorder At', 'Reorder'],
    ...['Per Item Price', 'Cost Each'],
  ],
  ...items.map(({ partNumber, description, place, quantity, reorderPoint, isToReorder, price, cost }) => [
    ...[partNumber, description, place, String(quantity), orBlank(reorderPoint), isToReorder ? 'Yes' : ''],
    ...[price, cost].map(amount => (amount === null ? '' : String(toDollars(amount)))),
  ]),
]
