import { Button, Checkbox } from '@mantine/core'
import { IconFileTypePdf, IconPrinter } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import {
  type captionPhotos,
  documentName,
  MAX_DOCUMENT_PHOTOS,
  type TicketDocument,
} from '#domain/documents/ticket-document.ts'
import { PrimaryButton } from '#web/ui/buttons/primary-button.tsx'
import { LinkButton } from '#web/ui/links.tsx'
import styles from './document-page.module.css'
import { type DocumentPhoto, DocumentView } from './document-view.tsx'

type CaptionedPhotos = ReturnType<
  typeof captionPhotos<DocumentPhoto['photo'] & { readonly moment: 'before' | 'after' | '' }>
>

type DocumentPageProps = {
  document: TicketDocument
  /** The company's image. */
  logo: string | null
  /** All available photos. */
  photos: CaptionedPhotos
  /** The URL of its PDF. */
  pdf: string
  /** The page it was opened from. */
  back: string
  /** The PDFs of the ticket's open invoice, and what they are called; none without one. */
  invoices: readonly { readonly label: string; readonly pdf: string }[]
}

/** What a ticket's documents are once it is invoiced. */
const InvoiceOffer = ({ invoices }: Pick<DocumentPageProps, 'invoices'>) =>
  invoices.map(({ label, pdf }) => (
    <div key={label} className={styles.bar}>
      <p>{`${label} was issued for this ticket. It has tax, payments and what is due.`}</p>
      <Button
        component="a"
        href={pdf}
        target="_blank"
        rel="noreferrer"
        leftSection={<IconFileTypePdf size={18} aria-hidden />}
      >
        {`${label} as PDF`}
      </Button>
    </div>
  ))

/** A document with its actions above. Printing prints only the document. */
export function DocumentPage({ document, logo, photos, pdf, back, invoices }: DocumentPageProps) {
  const [chosen, setChosen] = useState<readonly string[]>([])
  const selectedPhotos = photos.filter(({ photo }) => chosen.includes(photo.photoId))
  const ids = selectedPhotos.map(({ photo }) => photo.photoId).join(',')
  return (
    <div className={styles.page}>
      <title>{`${documentName(document)} · Rigwright`}</title>
      <div className={styles.tools}>
        <div className={styles.bar}>
          <LinkButton to={back} variant="default">
            Back
          </LinkButton>
          <Button
            component="a"
            variant="default"
            href={ids === '' ? pdf : `${pdf}?photos=${ids}`}
            target="_blank"
            rel="noreferrer"
            leftSection={<IconFileTypePdf size={18} aria-hidden />}
          >
            PDF
          </Button>
          <PrimaryButton onClick={() => window.print()} leftSection={<IconPrinter size={18} aria-hidden />}>
            Print
          </PrimaryButton>
        </div>
        <InvoiceOffer invoices={invoices} />
        {photos.length > 0 && <DocumentPhotos photos={photos} chosen={chosen} onChoose={setChosen} />}
      </div>
      <DocumentView document={document} logo={logo} photos={selectedPhotos} />
    </div>
  )
}

/** Shown when the document is not available. */
export const DocumentError = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className={styles.page}>
    <title>{`${title} · Rigwright`}</title>
    {children}
  </div>
)

type DocumentPhotosProps = {
  photos: readonly DocumentPhoto[]
  chosen: readonly string[]
  onChoose: (chosen: readonly string[]) => void
}

/** Selects the photos to print. */
function DocumentPhotos({ photos, chosen, onChoose }: DocumentPhotosProps) {
  const isFull = chosen.length >= MAX_DOCUMENT_PHOTOS
  return (
    <fieldset className={styles.photos}>
      <legend className={styles.legend}>Photos to print</legend>
      {photos.length > MAX_DOCUMENT_PHOTOS && (
        <p className={styles.limitNote}>{`At most ${MAX_DOCUMENT_PHOTOS} photos.`}</p>
      )}
      <ul className={styles.list}>
        {photos.map(({ photo: { photoId, small }, caption }) => {
          const isChosen = chosen.includes(photoId)
          return (
            <li key={photoId} className={styles.photo}>
              <Checkbox
                checked={isChosen}
                disabled={isFull && !isChosen}
                onChange={() =>
                  onChoose(isChosen ? chosen.filter(id => id !== photoId) : [...chosen, photoId])
                }
                label={
                  <span className={styles.label}>
                    <img className={styles.image} src={small} alt="" loading="lazy" decoding="async" />
                    <span>{caption}</span>
                  </span>
                }
              />
            </li>
          )
        })}
      </ul>
    </fieldset>
  )
}
