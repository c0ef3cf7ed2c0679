// A local S3 server in its own folder, with one private bucket.

import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'

export const BUCKET = 'pictures'

/** The only credentials that such a server accepts. */
export const BUCKET_KEYS = { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' }

export type S3Server = {
  readonly endpoint: string
  /** Where it keeps everything. */
  readonly folder: string
  readonly close: () => Promise<void>
}

export async function startS3Server(): Promise<S3Server> {
  const directory = await mkdtemp(join(tmpdir(), 'rigwright-bucket-'))
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: BUCKET, configs: [] }],
  })
  const { port } = (await server.run()) as AddressInfo
  return {
    endpoint: `http://127.0.0.1:${port}`,
    folder: directory,
    close: async () => {
      await server.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}
