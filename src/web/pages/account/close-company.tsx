import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CLOSING_DAYS } from '#domain/companies/closing.ts'
import { dayOf, formatDayWithYear } from '#domain/lib/company-time.ts'
import { api, client } from '#web/api/client.ts'
import { useMutationOnce } from '#web/api/use-mutation-once.ts'
import { PasswordForm } from '#web/features/account/password-form.tsx'
import styles from '#web/features/account/security.module.css'
import { notify } from '#web/ui/feedback/notify.ts'
import { ignoreDoubleClick } from '#web/ui/ignore-double-click.ts'
import { Panel } from '#web/ui/layout/panel.tsx'
import { TextLink } from '#web/ui/links.tsx'
import { useDisclosureFocus } from '#web/ui/use-disclosure-focus.ts'

/** An owner closes their company, or takes it back: what is deleted, what is kept, and the password again. */
export function CloseCompany() {
  const queries = useQueryClient()
  const { opener, isOpen, setOpen } = useDisclosureFocus()
  const { data: company } = useQuery(api.companies.mine.queryOptions())
  const refetch = () => queries.invalidateQueries({ queryKey: api.companies.mine.key() })
  const keepOpen = useMutationOnce(client.companies.keepOpen, {
    onDone: async () => {
      await refetch()
      notify.success('Your company stays open.')
    },
  })
  if (company === undefined) return null
  const { companyName, closesAt, timeZone } = company
  const isClosing = closesAt !== null
  return (
    <Panel title="Close my company">
      <div className={styles.form}>
        {isClosing && (
          <p className={styles.sentence} role="status">
            <strong>
              {companyName} closes on {formatDayWithYear(dayOf(closesAt, timeZone))}.
            </strong>{' '}
            Everything works until then.
          </p>
        )}
        <p className={styles.sentence}>
          <strong>Deleted:</strong> your account and your employees’, tickets, messages, prices and customers’
          details.
        </p>
        <p className={styles.sentence}>
          <strong>Kept:</strong> the work you completed, in the work histories of the rigs, under your
          company’s name.
        </p>
        <p className={styles.sentence}>
          <TextLink to="/downloads">Export everything</TextLink> first.
        </p>
        {isOpen ? (
          <PasswordForm
            sentence={`${companyName} closes in ${CLOSING_DAYS} days. Until then you can take it back here.`}
            label="Close My Company"
            busyLabel="Closing…"
            command={client.companies.close}
            onDone={async () => {
              await refetch()
              setOpen(false)
              notify.success('Your company is closing.')
            }}
            onCancel={() => setOpen(false)}
          />
        ) : (
          <div>
            {/* One button for both, so that it keeps the focus. */}
            <Button
              ref={opener}
              variant={isClosing ? 'default' : 'subtle'}
              {...(!isClosing && { color: 'red' })}
              disabled={keepOpen.isRunning}
              onClick={ignoreDoubleClick(() => (isClosing ? keepOpen.run({}) : setOpen(true)))}
            >
              {isClosing ? 'Keep It Open' : 'Close My Company'}
            </Button>
          </div>
        )}
      </div>
    </Panel>
  )
}
