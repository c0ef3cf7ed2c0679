// A rig's full history, for its owner or a buyer with a report. One database query, which decides what is open to
// whom.

import { sql } from 'kysely'
import type { Qualification } from '#domain/employees/qualification.ts'
import type { Cents } from '#domain/lib/money.ts'
import type { PhotoStage } from '#domain/photos/photo.ts'
import type { NoteKind } from '#domain/rig-claims/claim-code.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { findRig } from '#server/features/rigs/store.ts'
import type { FileLocation } from '#server/files/file-keys.ts'
import { notFound } from '#server/lib/api-errors.ts'
import { MAX_VISITS } from './store.ts'

/** Who reads it: the owner, or a buyer with a report. */
type RecordKey = { readonly vin: string; readonly reportId: string | null }

type VisitKey = { readonly companyUUID: string; readonly ticketId: number }
type RecordRow = {
  readonly visits: readonly (VisitKey & {
    readonly completedTimestamp: string
    readonly timeZone: string
    readonly technician: string
    readonly totalBalance: Cents
    readonly isOpen: boolean
    /** `YYYY-MM-DD`, the company's date; null for work done here. */
    readonly importedOn: string | null
    readonly work: readonly {
      problem: string
      cause: string
      correction: string
      technicians?: readonly string[]
    }[]
  })[]
  readonly names: Readonly<Record<string, string>>
  readonly photos: readonly (VisitKey & {
    readonly photoId: string
    readonly problem: string
    readonly moment: PhotoStage
    readonly width: number
    readonly height: number
    /** Null for a photo of the work. */
    readonly addendumId: string | null
  })[]
  readonly addenda: readonly (VisitKey & {
    readonly addendumId: string
    readonly addedAt: string
    readonly text: string
  })[]
  readonly notes: readonly (VisitKey & {
    readonly kind: NoteKind
    readonly words: string
    readonly writtenAt: string
    readonly isMine: boolean
  })[]
}

/** How a technician's name is read on a visit. */
type FirstName = VisitKey & { readonly name: string; readonly firstName: string }

/** What a technician's name on a visit rests on. */
type Entered = VisitKey & Qualification & { readonly name: string }

/** For a visit to a company that has left the platform. */
const NOT_AVAILABLE = 'A former company'

const namesOn = ({
  technician,
  work,
}: Pick<RecordRow['visits'][number], 'technician' | 'work'>): string[] => [
  technician,
  ...work.flatMap(({ technicians = [] }) => technicians),
]

/** The rig with its visits, newest first, and the last company of them; NOT_FOUND without access. `folder`: the path of its photos. */
export async function getRigRecord(work: UnitOfWork, { vin, reportId }: RecordKey, folder: string) {
  const { rows } = await sql<{
    found: RecordRow | null
    firstNames: readonly FirstName[]
    qualifications: readonly Entered[]
  }>`
    select rig_record(${vin}, ${reportId}, ${work.now}, ${MAX_VISITS}) as found,
           rig_first_names(${vin}, ${reportId}, ${work.now}) as first_names,
           rig_qualifications(${vin}, ${reportId}, ${work.now}) as qualifications`.execute(work.database)
  const { found = null, firstNames = [], qualifications = [] } = rows[0] ?? {}
  const rig = await findRig(work, vin)
  if (found === null || rig === null) throw notFound('This rig isn’t on your list.')
  const visits = found.visits.map(({ importedOn: on, ...visit }) => {
    const { companyUUID, ticketId } = visit
    const companyName = found.names[companyUUID] ?? NOT_AVAILABLE
    const isSameVisit = (key: VisitKey) => key.companyUUID === companyUUID && key.ticketId === ticketId
    const photos = found.photos.filter(isSameVisit)
    const shown = new Map(firstNames.filter(isSameVisit).map(({ name, firstName }) => [name, firstName]))
    const nameOf = (name: string) => shown.get(name) ?? name
    // One who was renamed is read once, if by the first name alone.
    const entered = new Map(
      qualifications
        .filter(each => isSameVisit(each) && namesOn(visit).includes(each.name))
        .map(({ name, sinceYear, certificates }) => {
          const technician = nameOf(name)
          return [technician, { technician, sinceYear, certificates }]
        }),
    )
    const toDto = ({ photoId, moment, width, height }: RecordRow['photos'][number]) => {
      const url = `${folder}/photos/${companyUUID}/${photoId}`
      return { photoId, moment, width, height, small: `${url}/small`, large: `${url}/large` }
    }
    return {
      ...visit,
      companyName,
      imported: on === null ? null : { by: companyName, on },
      technician: nameOf(visit.technician),
      qualifications: [...entered.values()],
      completedTimestamp: new Date(visit.completedTimestamp),
      work: withPhotos(
        visit.work,
        photos.filter(({ addendumId }) => addendumId === null),
      ).map(line => ({
        ...line,
        ...(line.technicians && { technicians: line.technicians.map(nameOf) }),
        photos: line.photos.map(toDto),
      })),
      addenda: found.addenda.filter(isSameVisit).map(({ addendumId, addedAt, text }) => ({
        addendumId,
        addedAt: new Date(addedAt),
        text,
        photos: photos.filter(photo => photo.addendumId === addendumId).map(toDto),
      })),
      notes: found.notes.filter(isSameVisit).map(({ kind, words, writtenAt, isMine }) => ({
        kind,
        words,
        isMine,
        writtenAt: new Date(writtenAt),
      })),
    }
  })
  const { make, model, year, axleAmount } = rig
  const lastVisit = visits.find(({ companyUUID }) => companyUUID in found.names)
  return {
    rig: { vin, make, model, year, axleAmount },
    visits,
    lastCompanyUUID: lastVisit?.companyUUID ?? null,
  }
}

/** Each photo is on the first line with its problem; a corrected line leaves its photos on the last. */
function withPhotos<L extends { readonly problem: string }, P extends { readonly problem: string }>(
  lines: readonly L[],
  photos: readonly P[],
): (L & { photos: P[] })[] {
  const lineIndexOf = ({ problem }: P): number => {
    const index = lines.findIndex(line => line.problem === problem)
    return index === -1 ? lines.length - 1 : index
  }
  return lines.map((line, index) => ({
    ...line,
    photos: photos.filter(photo => lineIndexOf(photo) === index),
  }))
}

/** The location of a photo that the reader may see, or NOT_FOUND. */
export async function getRigPhoto(
  work: UnitOfWork,
  { vin, reportId }: RecordKey,
  companyId: string,
  photoId: string,
): Promise<FileLocation> {
  const { rows } = await sql<{ ticketId: number; bookingId: string | null }>`
    select * from rig_photo(${vin}, ${reportId}, ${work.now}, ${companyId}, ${photoId})`.execute(
    work.database,
  )
  const [location] = rows
  if (location === undefined) throw notFound()
  return { companyId, ...location, imageId: photoId }
}
