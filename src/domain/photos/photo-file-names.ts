import type { Photo } from './photo.ts'

type PhotosOf<P> = { readonly photos: readonly P[] }

/** Each photo's file name, by its job line and stage: `line-1-before-1.jpg`. Those of addenda: `added-later-1.jpg`. */
export function photoFileNames<P extends Pick<Photo, 'moment'>>(
  jobs: readonly (PhotosOf<P> & { readonly jobNumber: number })[],
  addenda: readonly PhotosOf<P>[],
): { photo: P; fileName: string }[] {
  const counts = new Map<string, number>()
  const named = (photo: P, group: string) => {
    const count = (counts.get(group) ?? 0) + 1
    counts.set(group, count)
    return { photo, fileName: `${group}-${count}.jpg` }
  }
  return [
    ...jobs.flatMap(({ jobNumber, photos }) =>
      photos.map(photo => named(photo, `line-${jobNumber}-${photo.moment || 'photo'}`)),
    ),
    ...addenda.flatMap(({ photos }) => photos.map(photo => named(photo, 'added-later'))),
  ]
}
