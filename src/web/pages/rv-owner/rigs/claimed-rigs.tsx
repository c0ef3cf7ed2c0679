import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconCaravan } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { rigClaim } from '#contract/rig-claims.ts'
import { dayOf, formatDayWithYear } from '#domain/lib/company-time.ts'
import { rigName } from '#domain/rigs/rig.ts'
import { api, client } from '#web/api/client.ts'
import { DraftNote, useDraft } from '#web/api/drafts/form-draft.tsx'
import { useMutationOnce } from '#web/api/use-mutation-once.ts'
import { setFormErrors, submitWith, validateWithContract } from '#web/api/validate-with-contract.ts'
import { ListPanel } from '#web/features/panels/list-panel.tsx'
import { scanInputContainer } from '#web/features/rigs/scan/scan-input-container.tsx'
import { PrimaryButton } from '#web/ui/buttons/primary-button.tsx'
import { MailLinks } from '#web/ui/feedback/mail-links.tsx'
import { notify } from '#web/ui/feedback/notify.ts'
import { Panel } from '#web/ui/layout/panel.tsx'
import { TextLink } from '#web/ui/links.tsx'
import styles from './claimed-rigs.module.css'

type Rig = Awaited<ReturnType<typeof api.rigClaims.list.call>>[number]

/** The account's rigs, and the form to claim another. */
export function ClaimedRigs() {
  const query = useQuery(api.rigClaims.list.queryOptions())
  return (
    <div className={styles.panels}>
      <ListPanel
        title="Your rigs"
        query={query}
        skeleton={{ rows: 2, height: 64, label: 'Loading your rigs…' }}
        empty={{
          icon: IconCaravan,
          sentence: 'No RVs yet.',
          next: 'Find your code on any completed invoice or on your ticket page.',
        }}
        list={rigs => (
          <ul className={styles.rigs}>
            {rigs.map(rig => (
              <RigItem key={rig.vin} rig={rig} />
            ))}
          </ul>
        )}
      />
      <ClaimRig />
    </div>
  )
}

const RigItem = ({ rig: { vin, visits, lastVisit, ...rig } }: { rig: Rig }) => (
  <li className={styles.rig}>
    <TextLink to={`/my/rigs/${vin}`} className={styles.name ?? ''}>
      {rigName(rig)}
    </TextLink>
    <span className={styles.muted}>{`VIN ${vin}`}</span>
    <span className={styles.muted}>
      {`${visits === 1 ? '1 visit' : `${visits} visits`}${lastVisit !== null ? `, last on ${formatDayWithYear(dayOf(lastVisit, 'UTC'))}` : ''}`}
    </span>
  </li>
)

/** One form for both codes: from an invoice, and from the rig's seller. */
function ClaimRig() {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { vin = '', code = '' } = useSearch({ from: '/signed-in/my' })
  const form = useForm({ initialValues: { vin: '', code: '' }, validate: validateWithContract(rigClaim) })
  const draft = useDraft(form, 'claim a rig')
  // After the draft: the link that was followed is newer.
  const { setValues } = form
  // biome-ignore lint/correctness/useExhaustiveDependencies: the form is another object in each render
  useEffect(() => {
    if (vin === '') return
    setValues({ vin, code })
    // The link may be farther down on this page.
    form.getInputNode<HTMLElement, string>('vin')?.focus()
  }, [vin, code])
  const { run, isRunning } = useMutationOnce(client.rigClaims.claim, {
    onDone: async ({ vin }) => {
      draft.clear()
      notify.success('This rig is now on your list.')
      await queries.invalidateQueries({ queryKey: api.rigClaims.key() })
      await navigate({ to: '/my/rigs/$vin', params: { vin } })
    },
    // A refusal of a correct code is also shown beside the field, where it stays.
    onError: error =>
      setFormErrors(
        form,
        draft,
      )(error.code === 'REFUSED' ? { ...error, fields: { code: error.message } } : error),
  })
  return (
    <Panel title="Claim a rig">
      <form noValidate className={styles.form} onSubmit={submitWith(form, values => run(values))}>
        <DraftNote draft={draft} />
        <p className={styles.note}>
          Enter the code from any completed invoice or from your ticket page. If you bought the rig, ask the
          seller for a transfer code.
        </p>
        <TextInput
          label="VIN"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          inputContainer={scanInputContainer(vin => form.setFieldValue('vin', vin))}
          {...form.getInputProps('vin')}
        />
        <TextInput
          label="Code"
          description="10 characters, e.g. 7KQ2M-XW4PB"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          {...form.getInputProps('code')}
          error={form.errors.code && <MailLinks text={String(form.errors.code)} />}
        />
        <PrimaryButton type="submit" loading={isRunning} loadingText="Claiming…">
          Claim Rig
        </PrimaryButton>
      </form>
    </Panel>
  )
}
