import { useQuery } from '@tanstack/react-query'
import { CODE_REVOKED } from '#domain/rig-claims/claim-code.ts'
import { meQuery } from '#web/api/session.ts'
import { Panel } from '#web/ui/layout/panel.tsx'
import { LinkButton } from '#web/ui/links.tsx'
import trackStyles from './track.module.css'
import type { TrackedTicket } from './tracked-ticket-query.ts'

type SaveHistoryPromptProps = { claim: NonNullable<TrackedTicket['claim']>; vin: string }

/** After the visit: how the rig's owner claims it, with or without an account. */
export const SaveHistoryPrompt = ({ claim: { code }, vin }: SaveHistoryPromptProps) => (
  <Panel title="Keep this RV's history">
    {code === null ? (
      <p className={trackStyles.words}>{CODE_REVOKED}</p>
    ) : (
      <ClaimInstructions code={code} vin={vin} />
    )}
  </Panel>
)

function ClaimInstructions({ code, vin }: { code: string; vin: string }) {
  const { data: actor } = useQuery(meQuery)
  const isNew = actor?.kind === 'visitor'
  return (
    <>
      <p
        className={trackStyles.words}
      >{`Claim this rig to keep its full history in one place, from every shop. ${isNew ? 'All it takes is a free account. ' : ''}You’ll need its VIN, ${vin}, and this code:`}</p>
      <p className={trackStyles.code}>{code}</p>
      {isNew ? (
        <LinkButton to="/join" search={{ to: `/my?vin=${vin}&code=${code}` }}>
          Create an Account
        </LinkButton>
      ) : (
        <LinkButton to="/my" search={{ vin, code }} variant="default">
          Claim this rig
        </LinkButton>
      )}
    </>
  )
}
