import { Button, Switch, TextInput } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useHydrated } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { PAGES } from '#contract/pages/page-routes.ts'
import { api, client } from '#web/api/client.ts'
import { DraftNote, useDraft } from '#web/api/drafts/form-draft.tsx'
import { useMutationOnce } from '#web/api/use-mutation-once.ts'
import { setFormErrors, submitWith } from '#web/api/validate-with-contract.ts'
import {
  CompanyProfileFields,
  type CompanyProfileValues,
} from '#web/features/companies/company-profile-fields.tsx'
import { QueryError } from '#web/features/panels/query-error.tsx'
import { PrimaryButton } from '#web/ui/buttons/primary-button.tsx'
import { notify } from '#web/ui/feedback/notify.ts'
import { ListSkeleton } from '#web/ui/feedback/skeletons.tsx'
import { NumberField } from '#web/ui/forms/number-field.tsx'
import { ActionBar } from '#web/ui/layout/action-bar.tsx'
import { Fields } from '#web/ui/layout/columns.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { changesOf, type Details, type MyCompany, toFormValues, validateCompany } from './company-form.ts'
import { CompanyImage } from './company-image.tsx'
import styles from './own-company.module.css'
import { OwnCompanyReviews } from './own-company-reviews.tsx'
import { SettingsPage } from './settings-page.tsx'
import { zoneLabel } from './us-zones.ts'

// Only few owners see it. The server does not render what is loaded later.
const ConfirmEmailReminder = lazy(() =>
  import('#web/features/account/confirm-email-reminder.tsx').then(({ ConfirmEmailReminder }) => ({
    default: ConfirmEmailReminder,
  })),
)

/** The owner's company: public profile and labor rate. */
export function OwnCompanyPage() {
  const { data: company, error, refetch } = useQuery(api.companies.mine.queryOptions())
  const details = company?.details ?? null
  const isHydrated = useHydrated()
  return (
    <SettingsPage title={PAGES.ownCompany.title}>
      {company === undefined &&
        (error === null ? (
          <ListSkeleton rows={3} height={120} label="Loading company details..." />
        ) : (
          <QueryError error={error} onRetry={() => refetch()} />
        ))}
      {isHydrated && details?.isEmailConfirmed === false && (
        <Suspense>
          <ConfirmEmailReminder email={company?.email ?? null} />
        </Suspense>
      )}
      {company !== undefined && details !== null && <CompanyForm company={company} details={details} />}
      {company !== undefined && details !== null && <OwnCompanyReviews company={company} />}
    </SettingsPage>
  )
}

const requiredProps = { required: true, withAsterisk: false } as const

function CompanyForm({ company, details }: { company: MyCompany; details: Details }) {
  const queries = useQueryClient()
  const loaded = toFormValues(company, details)
  // The initial values: saving sends only the difference.
  const [before, setBefore] = useState(loaded)
  const form = useForm({ initialValues: before, validate: typed => validateCompany(before, typed) })
  const draft = useDraft(form, 'company')
  const changes = changesOf(before, form.values)
  const isChanged = Object.keys(changes).length > 0

  // Changed elsewhere: an untouched form shows it.
  const latest = useRef({ form, isChanged, loaded })
  latest.current = { form, isChanged, loaded }
  const loadedText = JSON.stringify(loaded)
  const shownText = useRef(loadedText)
  useEffect(() => {
    const { form, isChanged, loaded } = latest.current
    if (shownText.current === loadedText || isChanged) return
    shownText.current = loadedText
    setBefore(loaded)
    form.setInitialValues(loaded)
    form.setValues(loaded)
  }, [loadedText])

  const save = useMutationOnce(client.companies.change, {
    onDone: async () => {
      draft.clear()
      setBefore(form.getValues())
      form.resetDirty()
      await queries.invalidateQueries({ queryKey: api.companies.mine.key() })
      notify.clear()
      notify.success('Company saved.')
    },
    onError: setFormErrors(form, draft),
  })

  return (
    <form
      onSubmit={submitWith(form, typed => save.run(changesOf(before, typed)))}
      noValidate
      className={styles.page}
    >
      <DraftNote draft={draft} />
      <Panel title="Public profile">
        <Fields>
          <TextInput
            label="Company Name"
            autoComplete="organization"
            {...requiredProps}
            {...form.getInputProps('companyName')}
          />
          <TextInput
            label="Company Phone"
            type="tel"
            autoComplete="tel"
            {...requiredProps}
            {...form.getInputProps('companyPhone')}
          />
          <div data-wide>
            <CompanyImage company={company} />
          </div>
        </Fields>
      </Panel>
      <Panel title="Your shop">
        <Fields>
          <CompanyProfileFields form={form as unknown as UseFormReturnType<CompanyProfileValues>} />
          <Switch
            label="Mobile Business"
            description="You offer mobile service."
            {...form.getInputProps('mobileBusiness', { type: 'checkbox' })}
          />
          <NumberField
            label="Approval Tolerance"
            description="How far a job’s price may rise above what the customer approved before they are asked again."
            min={0}
            rightSection="%"
            {...form.getInputProps('approvalTolerance')}
          />
          <CompanyTimeZone company={company} />
        </Fields>
        <p className={styles.note}>Open tickets change to the new rate; finalized tickets keep theirs.</p>
      </Panel>
      <ActionBar>
        <PrimaryButton type="submit" loading={save.isRunning} loadingText="Saving…" disabled={!isChanged}>
          Save Company
        </PrimaryButton>
        <span className={styles.hint} role="status">
          {isChanged ? 'Not saved yet.' : 'All changes saved.'}
        </span>
      </ActionBar>
    </form>
  )
}

const TimeZoneSelect = lazy(() =>
  import('./time-zone-select.tsx').then(({ TimeZoneSelect }) => ({ default: TimeZoneSelect })),
)

const DESCRIPTION = 'For the times that you and your customers see. A new address sets it.'

/** In which time the company works, and a button to choose another. */
function CompanyTimeZone({ company: { timeZone } }: { company: MyCompany }) {
  const [isOpen, setOpen] = useState(false)
  const shown = (
    <div>
      <p className={styles.zone}>
        Time Zone: <strong>{zoneLabel(timeZone)}</strong>
      </p>
      <p className={styles.zoneHint}>{DESCRIPTION}</p>
      <Button size="xs" onClick={() => setOpen(true)}>
        Change Time Zone
      </Button>
    </div>
  )
  if (!isOpen) return shown
  return (
    <Suspense fallback={shown}>
      <TimeZoneSelect timeZone={timeZone} description={DESCRIPTION} onClose={() => setOpen(false)} />
    </Suspense>
  )
}
