import { useQuery } from '@tanstack/react-query'
import { meQuery } from '#web/session.ts'
import { LinkButton } from '#web/ui/links.tsx'
import { Panel } from '#web/ui/panel.tsx'
import styles from './keep-history.module.css'

/** For a customer without an account, once the work is done. */
export function KeepHistory() {
  const { data: actor } = useQuery(meQuery)
  if (actor?.kind !== 'visitor') return null
  return (
    <Panel title="Keep this RV's history">
      <div className={styles.row}>
        <p className={styles.sentence}>
          With an account you find this ticket, and every other of your RV, in one place. It costs nothing.
        </p>
        <LinkButton to="/join">Make an Account</LinkButton>
      </div>
    </Panel>
  )
}
