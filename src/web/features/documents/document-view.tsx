import { Fragment } from 'react'
import type {
  DocumentJob,
  EmphasizedValue,
  EstimateTerms,
  LabeledValue,
  TicketDocument,
} from '#domain/documents/ticket-document.ts'
import { CONDITION_TITLE } from '#domain/walkarounds/walkaround.ts'
import { SignatureMark } from '#web/features/signatures/signature-list.tsx'
import { QrCode } from '#web/ui/images/qr-code.tsx'
import { MoneyText, TextWithAmounts, translateOf } from '#web/ui/numbers.tsx'
import styles from './document-view.module.css'

export type DocumentPhoto = {
  readonly photo: {
    readonly photoId: string
    readonly small: string
    readonly large: string
    readonly width: number
    readonly height: number
  }
  readonly caption: string
}

type DocumentViewProps = { document: TicketDocument; logo: string | null; photos: readonly DocumentPhoto[] }

/** The document itself: black on white, on every screen and in print. */
export const DocumentView = ({ document, logo, photos }: DocumentViewProps) => (
  <article className={styles.document}>
    <Letterhead
      document={{ ...document, about: [...document.about, ...(document.terms?.about ?? [])] }}
      logo={logo}
    />
    <div className={styles.parties}>
      <AddressBlock title="Customer" lines={document.customer} />
      <AddressBlock title="RV" lines={document.rig} />
    </div>
    {document.jobs.length > 0 && (
      <section>
        <h2>Job Lines</h2>
        <ol className={styles.jobs}>
          {document.jobs.map(job => (
            <DocumentJobView key={job.jobNumber} job={job} hoursLabel={document.hoursLabel} />
          ))}
        </ol>
      </section>
    )}
    <DocumentParts document={document} />
    <div className={styles.sums}>
      <div className={styles.notes}>
        {[...document.notes, ...(document.terms?.notes ?? [])].map(note => (
          <p key={note}>{note}</p>
        ))}
        <CodeAndSignature terms={document.terms ?? null} />
      </div>
      <div className={styles.amounts}>
        <LabeledValues lines={document.totals} className={`${styles.totals} ${styles.totalBalance}`} />
        {document.terms && <LabeledValues lines={document.terms.totals} className={styles.totals} />}
      </div>
    </div>
    {document.terms?.footText && <p className={styles.foot}>{document.terms.footText}</p>}
    <DeclinedJobs document={document} />
    <Condition document={document} />
    <Signatures document={document} />
    <Addenda document={document} />
    {photos.length > 0 && (
      <section>
        <h2>Photos</h2>
        <ul className={styles.photos}>
          {photos.map(({ photo: { photoId, large, width, height }, caption }) => (
            <li key={photoId}>
              <img src={large} width={width} height={height} alt="" />
              <p>{caption}</p>
            </li>
          ))}
        </ul>
      </section>
    )}
  </article>
)

function CodeAndSignature({ terms }: { terms: EstimateTerms | null }) {
  if (terms === null) return null
  const { link, signature } = terms
  return (
    <>
      {link !== null && (
        <div className={styles.code}>
          <QrCode url={link.url} alt="Code of the ticket’s page" />
          <p>{link.caption}</p>
        </div>
      )}
      {signature !== null && (
        <p className={styles.signature}>
          <span>{signature}</span>
          <span>Date</span>
        </p>
      )}
    </>
  )
}

function Letterhead({
  document: { company, title, about },
  logo,
}: Pick<DocumentViewProps, 'document' | 'logo'>) {
  const [name, ...lines] = company
  return (
    <header className={styles.head}>
      {logo !== null && <img className={styles.logo} src={logo} alt="" />}
      <div className={styles.company}>
        <p className={styles.name}>{name}</p>
        {lines.map(line => (
          <p key={line}>{line}</p>
        ))}
      </div>
      <div className={styles.about}>
        <h1>{title}</h1>
        <LabeledValues lines={about} />
      </div>
    </header>
  )
}

const LabeledValues = ({
  lines,
  className,
}: {
  lines: readonly (LabeledValue | EmphasizedValue)[]
  className?: string | undefined
}) => (
  <dl className={`${styles.lines} ${className ?? ''}`}>
    {lines.map(line => (
      <Fragment key={line.label}>
        <dt data-strong={('isStrong' in line && line.isStrong) || undefined}>{line.label}</dt>
        <dd
          data-strong={('isStrong' in line && line.isStrong) || undefined}
          translate={translateOf(line.value)}
        >
          {line.value}
        </dd>
      </Fragment>
    ))}
  </dl>
)

const AddressBlock = ({ title, lines }: { title: string; lines: readonly string[] }) => (
  <section>
    <h2>{title}</h2>
    {lines.map(line => (
      <p key={line}>{line}</p>
    ))}
  </section>
)

const DocumentJobView = ({ job, hoursLabel }: { job: DocumentJob; hoursLabel: string }) => (
  <li className={styles.job}>
    <div className={styles.jobHead}>
      <h3>{`${job.jobNumber}. ${job.problem}`}</h3>
      <p>
        <span className={styles.muted}>{hoursLabel}</span>
        <span>{` ${job.hours}`}</span>
        {job.isEstimate && <span className={styles.mark}>Estimate</span>}
      </p>
      <p>
        <span className={styles.muted}>Balance</span> <MoneyText amount={job.balance} />
      </p>
    </div>
    {job.findings.map(({ label, value }) => (
      <p key={label} className={styles.finding}>
        <span className={styles.muted}>{`${label}:`}</span>
        <span>{` ${value}`}</span>
      </p>
    ))}
  </li>
)

function DocumentParts({ document: { parts } }: { document: TicketDocument }) {
  if (parts.length === 0) return null
  return (
    <section>
      <h2>Parts</h2>
      <table className={styles.parts}>
        <thead>
          <tr>
            <th scope="col">Quantity</th>
            <th scope="col">Description</th>
            <th scope="col">Per Item Price</th>
            <th scope="col">Amount</th>
          </tr>
        </thead>
        <tbody>
          {parts.map(({ quantity, description, perItemPrice, amount }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two parts may say the same, and none moves
            <tr key={index}>
              <td>{quantity}</td>
              <td>{description}</td>
              <td translate={translateOf(perItemPrice)}>{perItemPrice}</td>
              <td translate={translateOf(amount)}>{amount}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Addenda({ document: { addenda = [] } }: { document: TicketDocument }) {
  if (addenda.length === 0) return null
  return (
    <section>
      {addenda.map(({ label, value }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two may say the same, and none moves
        <div key={index}>
          <h2>{label}</h2>
          <p className={styles.finding}>{value}</p>
        </div>
      ))}
    </section>
  )
}

function Signatures({ document: { signatures = [] } }: { document: TicketDocument }) {
  if (signatures.length === 0) return null
  return (
    <section>
      <h2>Signed</h2>
      {signatures.map(({ label, jobLines, name, signed, path }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two may say the same, and none moves
        <div key={index} className={styles.signed}>
          <p>
            <TextWithAmounts text={[label, jobLines].filter(text => text !== '').join(': ')} />
          </p>
          <SignatureMark name={name} path={path} />
          <p className={styles.muted}>{`${name}, ${signed}`}</p>
        </div>
      ))}
    </section>
  )
}

function Condition({ document: { condition = [] } }: { document: TicketDocument }) {
  if (condition.length === 0) return null
  return (
    <section>
      <h2>{CONDITION_TITLE}</h2>
      <LabeledValues lines={condition} />
    </section>
  )
}

function DeclinedJobs({ document: { declined } }: { document: TicketDocument }) {
  if (declined.length === 0) return null
  return (
    <section>
      <h2>Declined work (not charged)</h2>
      <ul className={styles.declined}>
        {declined.map(({ problem, parts }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two lines may say the same, and none moves
          <li key={index}>
            <span>{problem}</span>
            {parts.map(part => (
              <p key={part} className={styles.muted}>
                {part}
              </p>
            ))}
          </li>
        ))}
      </ul>
    </section>
  )
}
