// Images of the tree: it has their URLs, which name files of a file storage.

import type { PhotoStage } from '#domain/photos/photo.ts'
import type { TreeContext } from './tree-checks.ts'
import type { TreeNode } from './tree-node.ts'

/** An image that is imported if its file is there. */
export type TreeImage = {
  /** Of its URL in the tree. */
  readonly path: string
  /** Of its file in the storage: relative, without `.` and `..`. */
  readonly objectPath: string
  readonly imageId: string
}

/** An image of a ticket: of its customer, its rig or a job line. */
export type TreeTicketImage = TreeImage &
  (
    | { readonly slot: 'customer-image' | 'rig-image' }
    | {
        readonly slot: 'photo'
        readonly jobNumber: number
        readonly moment: PhotoStage
        readonly addedAt: Date
        /** Of what was added later. */
        readonly addendumId?: string | undefined
      }
  )

/** The path within a URL of a file storage, still encoded as the URL has it: `…/o/{path}?alt=media`, `gs://…`, a path. */
function encodedPathOf(url: string): { path: string; isEncoded: boolean } | null {
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(url)?.[1]?.toLowerCase()
  if (scheme === undefined) return { path: url.replace(/^\//, '').replace(/\?.*$/s, ''), isEncoded: false }
  if (scheme === 'gs') {
    const [, path = ''] = /^gs:\/\/[^/]+\/(.+)$/is.exec(url) ?? []
    return path === '' ? null : { path, isEncoded: false }
  }
  if (scheme !== 'https' && scheme !== 'http') return null
  const [, path = ''] = /^https?:\/\/[^/]+(\/[^?#]*)/i.exec(url) ?? []
  const [, object] = /\/o\/([^/]+)$/.exec(path) ?? []
  return { path: object ?? path.slice(1), isEncoded: true }
}

/** The path of the file that an image's URL names; null if it names none, or one outside of the storage. */
export function objectPathOf(url: string): string | null {
  const found = encodedPathOf(url.trim())
  if (found === null) return null
  let path: string
  try {
    path = found.isEncoded ? decodeURIComponent(found.path) : found.path
  } catch {
    return null
  }
  const isInside = path.split('/').every(name => name !== '' && name !== '.' && name !== '..')
  return isInside && !/[\\\0]/.test(path) ? path : null
}

/**
 * An image's URL at `node`; null with a report if it names no file, without one if there is no image. Its id is that of
 * our own URLs and exports (`…?v={id}`, `…/{id}.webp`), or made of `owner` and the URL.
 */
export function readImage(
  node: TreeNode,
  owner: string,
  { checks, idOf }: Pick<TreeContext, 'checks' | 'idOf'>,
): TreeImage | null {
  const url = node.text()
  if (url === '') return null
  const objectPath = objectPathOf(url)
  if (objectPath === null)
    return node.skip('This URL names no file in the folder of images; the image was left out.')
  const [, ownId = ''] = /(?:[?&]v=|\/)([0-9a-f-]{36})(?:\.webp)?$/.exec(url) ?? []
  const imageId = 'value' in checks.uuid(ownId) ? idOf(ownId) : idOf(`${owner}/${url}`)
  return { path: node.path, objectPath, imageId }
}
