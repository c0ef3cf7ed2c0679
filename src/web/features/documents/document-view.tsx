import { Fragment } from 'react'
import type { Line, Paper, PaperJob } from '#domain/documents/document.ts'
import styles from './document-view.module.css'

export type SheetPhoto = {
  readonly photo: {
    readonly photoId: string
    readonly small: string
    readonly large: string
    readonly width: number
    readonly height: number
  }
  readonly words: string
}

type SheetProps = { paper: Paper; sign: string | null; photos: readonly SheetPhoto[] }

/** The paper itself: black on white, on every screen and in print. */
export const PaperSheet = ({ paper, sign, photos }: SheetProps) => (
  <article className={styles.sheet}>
    <Letterhead paper={paper} sign={sign} />
    <div className={styles.parties}>
      <Block title="Customer" lines={paper.customer} />
      <Block title="RV" lines={paper.rig} />
    </div>
    {paper.jobs.length > 0 && (
      <section>
        <h2>Job Lines</h2>
        <ol className={styles.jobs}>
          {paper.jobs.map(job => (
            <JobOnPaper key={job.jobNumber} job={job} />
          ))}
        </ol>
      </section>
    )}
    <PartsOnPaper paper={paper} />
    <div className={styles.sums}>
      <div className={styles.notes}>
        {paper.notes.map(note => (
          <p key={note}>{note}</p>
        ))}
      </div>
      <Lines lines={paper.totals} className={styles.totals} />
    </div>
    <DeclinedOnPaper paper={paper} />
    {photos.length > 0 && (
      <section>
        <h2>Photos</h2>
        <ul className={styles.photos}>
          {photos.map(({ photo: { photoId, large, width, height }, words }) => (
            <li key={photoId}>
              <img src={large} width={width} height={height} alt="" />
              <p>{words}</p>
            </li>
          ))}
        </ul>
      </section>
    )}
  </article>
)

function Letterhead({ paper: { company, title, about }, sign }: Pick<SheetProps, 'paper' | 'sign'>) {
  const [name, ...lines] = company
  return (
    <header className={styles.head}>
      {sign !== null && <img className={styles.sign} src={sign} alt="" />}
      <div className={styles.company}>
        <p className={styles.name}>{name}</p>
        {lines.map(line => (
          <p key={line}>{line}</p>
        ))}
      </div>
      <div className={styles.about}>
        <h1>{title}</h1>
        <Lines lines={about} />
      </div>
    </header>
  )
}

const Lines = ({ lines, className }: { lines: readonly Line[]; className?: string | undefined }) => (
  <dl className={`${styles.lines} ${className ?? ''}`}>
    {lines.map(({ label, value }) => (
      <Fragment key={label}>
        <dt>{label}</dt>
        <dd>{value}</dd>
      </Fragment>
    ))}
  </dl>
)

const Block = ({ title, lines }: { title: string; lines: readonly string[] }) => (
  <section>
    <h2>{title}</h2>
    {lines.map(line => (
      <p key={line}>{line}</p>
    ))}
  </section>
)

const JobOnPaper = ({ job }: { job: PaperJob }) => (
  <li className={styles.job}>
    <div className={styles.jobHead}>
      <h3>
        {job.jobNumber}. {job.problem}
      </h3>
      <p>
        <span className={styles.soft}>Estimated Time</span> {job.estimatedTime}
        {job.isEstimate && <span className={styles.mark}>Estimate</span>}
      </p>
      <p>
        <span className={styles.soft}>Balance</span> {job.balance}
      </p>
    </div>
    {job.findings.map(({ label, value }) => (
      <p key={label} className={styles.finding}>
        <span className={styles.soft}>{label}:</span> {value}
      </p>
    ))}
  </li>
)

function PartsOnPaper({ paper: { parts } }: { paper: Paper }) {
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
              <td>{perItemPrice}</td>
              <td>{amount}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function DeclinedOnPaper({ paper: { declined } }: { paper: Paper }) {
  if (declined.length === 0) return null
  return (
    <section>
      <h2>Declined by you, not charged</h2>
      <ul className={styles.declined}>
        {declined.map(({ problem, parts }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two lines may say the same, and none moves
          <li key={index}>
            {problem}
            {parts.map(part => (
              <p key={part} className={styles.soft}>
                {part}
              </p>
            ))}
          </li>
        ))}
      </ul>
    </section>
  )
}
