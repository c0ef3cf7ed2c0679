import { LinkButton } from '#web/ui/links.tsx'
import { Panel } from '#web/ui/panel.tsx'
import styles from './claim-note.module.css'
import type { FollowView } from './follow-view.ts'

type ClaimNoteProps = { claim: NonNullable<FollowView['claim']>; vin: string }

/** Once the work is done: how the rig's owner keeps it in one place for good. */
export const ClaimNote = ({ claim: { code }, vin }: ClaimNoteProps) => (
  <Panel title="Keep its history">
    <p className={styles.words}>
      Claim this rig, and you have everything that was ever done to it in one place, whichever company did it.
      You need its VIN, {vin}, and this code:
    </p>
    <p className={styles.code}>{code}</p>
    <LinkButton to="/my" variant="default">
      Claim this rig
    </LinkButton>
  </Panel>
)
