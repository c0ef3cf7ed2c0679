import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconAlertTriangle, IconCircleCheck, IconDownload } from '@tabler/icons-react'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { PAGES } from '#contract/pages/page-routes.ts'
import { isDifferent } from '#domain/billing/day-close.ts'
import { entryLabel, METHOD_LABELS } from '#domain/billing/ledger.ts'
import {
  dayOf,
  formatDay,
  formatDayWithYear,
  formatRelativeDay,
  formatTime,
} from '#domain/lib/company-time.ts'
import { type Cents, cents, formatMoney, sum } from '#domain/lib/money.ts'
import { typedCents } from '#domain/lib/typed-money.ts'
import { api, client } from '#web/api/client.ts'
import { useMutationOnce } from '#web/api/use-mutation-once.ts'
import { lazyValidation, setFormErrors, submitWith } from '#web/api/validate-with-contract.ts'
import type { DayMoneyView } from '#web/features/billing/billing-views.ts'
import { downloadCsv } from '#web/features/csv/download-csv.ts'
import { QueryError } from '#web/features/panels/query-error.tsx'
import { PrimaryButton } from '#web/ui/buttons/primary-button.tsx'
import { notify } from '#web/ui/feedback/notify.ts'
import { ListSkeleton } from '#web/ui/feedback/skeletons.tsx'
import { NumberField } from '#web/ui/forms/number-field.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { MoneyText, TextWithAmounts } from '#web/ui/numbers.tsx'
import { BillingIsOff, BillingLinks } from './billing-links.tsx'
import { DayPicker } from './day-picker.tsx'
import { dayClosesCsvRowsOf } from './report-csv.ts'
import styles from './reports.module.css'

const loadValidation = lazyValidation(() => import('./reports-validation.ts'))

/** A day's money by method, and closing the day with what was counted. */
export function DayClosePage() {
  const { day } = useSearch({ from: '/signed-in/company/billing/day-close' })
  const input = day === undefined ? {} : { day }
  // Until another day has loaded, this one is shown: without it the date field would lose the focus while it is typed.
  const { data, error, refetch } = useQuery({
    ...api.billing.getDay.queryOptions({ input }),
    placeholderData: keepPreviousData,
  })
  return (
    <Page title={PAGES.dayClose.title} width="reading" dense actions={<BillingLinks page="dayClose" />}>
      {data === undefined && error === null && (
        <ListSkeleton rows={4} height={64} label="Loading the day’s money…" />
      )}
      {data === undefined && error !== null && <QueryError error={error} onRetry={() => void refetch()} />}
      {data?.isOn === false && <BillingIsOff />}
      {data?.isOn && (
        <div className={styles.stack}>
          <DayPicker to="/company/billing/day-close" day={day ?? data.today} today={data.today} />
          <CloseForm key={data.day} money={data} />
          <Entries money={data} />
          <Closes money={data} />
          <LatestCloses money={data} />
        </div>
      )}
    </Page>
  )
}

/** `counted` in dollars. */
type Typed = { lines: { counted: number | string }[]; note: string }

function CloseForm({ money: { day, today, totals, closes } }: { money: DayMoneyView }) {
  const queries = useQueryClient()
  const initialValues: Typed = {
    lines: totals.map(total => ({ counted: total.in === 0 && total.out === 0 ? 0 : '' })),
    note: '',
  }
  const toInput = ({ lines, note }: Typed) => ({
    day,
    note,
    lines: totals.map(({ method, expected }, index) => ({
      ...{ method, expected },
      counted: typedCents(lines[index]?.counted),
    })),
  })
  const form = useForm<Typed>({
    initialValues,
    validate: async typed => (await loadValidation()).validateDayClose(toInput(typed)),
  })
  const refetch = () => queries.invalidateQueries({ queryKey: api.billing.getDay.key() })
  const { run, isRunning } = useMutationOnce(client.billing.closeDay, {
    onDone: async () => {
      await refetch()
      form.setValues(initialValues)
      notify.success('Day closed.')
    },
    onError: error => {
      void refetch()
      setFormErrors(form)(error)
    },
  })
  const counts = totals.flatMap(({ expected }, index) => {
    const counted = form.values.lines[index]?.counted
    return typeof counted === 'number' ? [{ expected, counted: typedCents(counted) }] : []
  })
  const difference = sum(
    counts.map(({ expected, counted }) => cents(Number.isSafeInteger(counted) ? counted - expected : 0)),
  )
  const isNoteNeeded = isDifferent(counts)
  const isCounted = form.values.lines.every(({ counted }) => typeof counted === 'number')
  const isClosed = closes.length > 0
  return (
    <Panel title={formatRelativeDay(day, today)}>
      <form
        onSubmit={submitWith(form, typed => run(toInput(typed)))}
        noValidate
        aria-label="Close the day"
        className={styles.stack}
      >
        {totals.map(({ method, expected, in: moneyIn, out }, index) => (
          <fieldset key={method} className={styles.method}>
            <legend>{METHOD_LABELS[method]}</legend>
            <span className={styles.soft}>
              <TextWithAmounts
                text={`In ${formatMoney(moneyIn)}${out > 0 ? `, out ${formatMoney(out)}` : ''}`}
              />
            </span>
            <span className={styles.expected}>
              Expected <MoneyText amount={formatMoney(expected)} strong />
            </span>
            <NumberField
              label={
                <>
                  Counted<span className={styles.hidden}> {METHOD_LABELS[method].toLowerCase()}</span>
                </>
              }
              leftSection="$"
              {...form.getInputProps(`lines.${index}.counted`)}
            />
          </fieldset>
        ))}
        <TextInput
          label="Note"
          required={isNoteNeeded}
          withAsterisk={false}
          description={
            isNoteNeeded
              ? 'Why it differs.'
              : 'Needed if it differs. Otherwise, what was wrong the last time.'
          }
          {...form.getInputProps('note')}
        />
        <p className={styles.difference} role="status">
          {isCounted && <DifferenceText difference={difference} isMixed={isNoteNeeded} />}
        </p>
        <div>
          <PrimaryButton type="submit" loading={isRunning} loadingText="Closing…">
            {isClosed ? 'Close Again' : 'Close Day'}
          </PrimaryButton>
        </div>
        <p className={styles.note}>
          Count cash without the change you keep in the drawer. A close can’t be changed: to correct it, close
          the day again.
        </p>
      </form>
    </Panel>
  )
}

type DifferenceTextProps = {
  difference: Cents
  /** Whether one method is short and another over by as much. */
  isMixed: boolean
}

function DifferenceText({ difference, isMixed }: DifferenceTextProps) {
  if (difference === 0 && isMixed)
    return (
      <span className={styles.tone} data-tone="amber">
        <IconAlertTriangle size={16} aria-hidden /> No difference in all, but between the methods
      </span>
    )
  if (difference === 0)
    return (
      <span className={styles.tone} data-tone="pine">
        <IconCircleCheck size={16} aria-hidden /> No difference
      </span>
    )
  return (
    <span className={styles.tone} data-tone={difference < 0 ? 'brick' : 'amber'}>
      <IconAlertTriangle size={16} aria-hidden />{' '}
      <TextWithAmounts
        text={difference < 0 ? `${formatMoney(cents(-difference))} short` : `${formatMoney(difference)} over`}
      />
    </span>
  )
}

/** What the day's sums are of. */
function Entries({ money: { entries, timeZone } }: { money: DayMoneyView }) {
  if (entries.length === 0) return null
  return (
    <Panel title="Payments of the day" count={entries.length}>
      <ul className={styles.list}>
        {entries.map(
          ({ entryId, ticketId, customer, method, amount, kind, at, byName, reference, ...entry }) => (
            <li key={entryId} className={styles.line}>
              <span>
                {entryLabel({ kind, ...entry })}, {METHOD_LABELS[method].toLowerCase()}
                {reference !== '' && ` ${reference}`}
                <span className={styles.block}>
                  {customer}, ticket {ticketId}. {formatTime(at, timeZone)} by {byName}
                </span>
              </span>
              <MoneyText amount={formatMoney(cents(kind === 'refund' ? -amount : amount))} />
            </li>
          ),
        )}
      </ul>
    </Panel>
  )
}

function Closes({ money: { closes, totals, timeZone } }: { money: DayMoneyView }) {
  const [last] = closes
  if (last === undefined) return null
  const isOutdated = totals.some(
    ({ method, expected }) => last.lines.find(line => line.method === method)?.expected !== expected,
  )
  return (
    <Panel title="Closed" count={closes.length}>
      {isOutdated && (
        <p className={styles.note} role="status">
          Payments of this day were recorded after it was closed. Close it again to count them.
        </p>
      )}
      <ul className={styles.list}>
        {closes.map((close, index) => (
          <li key={close.closeId} className={styles.close}>
            <span>
              {formatTime(close.closedAt, timeZone)} on {formatDay(dayOf(close.closedAt, timeZone))} by{' '}
              {close.closedByName}
              {index > 0 && <span className={styles.soft}> (corrected by a later close)</span>}
              {close.note !== '' && <span className={styles.block}>{close.note}</span>}
              <span className={styles.block}>
                <TextWithAmounts
                  text={close.lines
                    .filter(line => line.counted !== 0 || line.expected !== 0)
                    .map(line => `${METHOD_LABELS[line.method]} ${formatMoney(line.counted)}`)
                    .join(', ')}
                />
              </span>
            </span>
            <DifferenceText difference={close.difference} isMixed={isDifferent(close.lines)} />
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function LatestCloses({ money: { latest, today } }: { money: DayMoneyView }) {
  if (latest.length === 0) return null
  return (
    <Panel
      title="Last closed days"
      count={latest.length}
      actions={
        <Button
          size="compact-sm"
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={() => downloadCsv(`day-closes-${today}.csv`, dayClosesCsvRowsOf(latest))}
        >
          Download CSV
        </Button>
      }
    >
      <ul className={styles.list}>
        {latest.map(close => (
          <li key={close.closeId} className={styles.close}>
            <span>
              {formatDayWithYear(close.day)}
              <span className={styles.block}>
                <MoneyText amount={formatMoney(sum(close.lines.map(({ counted }) => counted)))} /> counted by{' '}
                {close.closedByName}
              </span>
              {close.note !== '' && <span className={styles.block}>{close.note}</span>}
            </span>
            <DifferenceText difference={close.difference} isMixed={isDifferent(close.lines)} />
          </li>
        ))}
      </ul>
    </Panel>
  )
}
