import { type CustomerSignature, printedSignature, SIGNATURE_BOX } from '#domain/signatures/signature.ts'
import { TextWithAmounts } from '#web/ui/numbers.tsx'
import styles from './signatures.module.css'

type SignatureListProps = {
  signatures: readonly (CustomerSignature & {
    readonly takenBy?: string | null
    readonly outdated?: boolean
  })[]
  timeZone: string
}

/** What was signed, each with its strokes or the typed name. */
export const SignatureList = ({ signatures, timeZone }: SignatureListProps) => (
  <ul className={styles.list}>
    {signatures.map(signature => {
      const { label, jobLines, name, signed, path } = printedSignature(signature, timeZone)
      const { signatureId, takenBy = null, outdated = false } = signature
      return (
        <li key={signatureId} className={styles.signature}>
          <p className={styles.subject}>
            <TextWithAmounts text={label} />
          </p>
          {jobLines !== '' && <p className={styles.lines}>{jobLines}</p>}
          <SignatureMark name={name} path={path} />
          <p className={styles.lines}>
            {`${name}, ${signed}${takenBy === null ? '' : `, taken by ${takenBy}`}`}
          </p>
          {outdated && <p className={styles.lines}>The job lines changed before it was sent.</p>}
        </li>
      )
    })}
  </ul>
)

/** The strokes, black on white in dark mode as well, or the typed name. */
export const SignatureMark = ({ name, path }: { name: string; path: string | null }) =>
  path === null ? (
    <p className={styles.typed}>{name}</p>
  ) : (
    <svg
      className={styles.drawn}
      viewBox={`0 0 ${SIGNATURE_BOX.width} ${SIGNATURE_BOX.height}`}
      role="img"
      aria-label={`Signature of ${name}`}
    >
      <path d={path} />
    </svg>
  )
