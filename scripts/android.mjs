// `npm run android`: makes the Android app from android/ and signs it, as reference/android/rigwright.apk.
// `npm run android -- --new-key FILE` makes a key first. Needs Debian's packages alone, and nothing of the product.

import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeKey, namedKey, sign } from './android-key.mjs'
import { digestOfSources, SOURCES_FILE, sources, version, versionCode } from './android-sources.mjs'
import { findTools } from './android-tools.mjs'
import { cache, root, run, step } from './steps.mjs'

const { framework, smali } = await findTools()
const [option, file] = process.argv.slice(2)
const newKey = option === '--new-key' ? await makeKey(file) : null

const work = join(cache, 'android')
const [bare, aligned] = [join(work, 'bare.apk'), join(work, 'aligned.apk')]
await step('Building the Android app', async () => {
  rmSync(work, { recursive: true, force: true })
  mkdirSync(work, { recursive: true })
  cpSync(join(sources, 'assets'), join(work, 'assets'), { recursive: true })
  writeFileSync(join(work, SOURCES_FILE), digestOfSources())
  await run('aapt', [
    ...['package', '-f', '--no-crunch', '-M', join(sources, 'AndroidManifest.xml')],
    ...['-S', join(sources, 'res'), '-A', join(work, 'assets'), '-I', framework, '-F', bare],
    ...['--version-name', version, '--version-code', String(versionCode(version))],
  ])
  // 24, the oldest Android that the manifest names.
  await run('java', [...smali, '--api', '24', '-o', join(work, 'classes.dex'), join(sources, 'smali')])
  await run('aapt', ['add', bare, 'classes.dex'], { cwd: work })
  await run('zipalign', ['-f', '-p', '4', bare, aligned])
})

const key = newKey ?? namedKey()
const signed = join(root, 'reference', 'android', 'rigwright.apk')
await step('Signing it', async () => {
  mkdirSync(join(signed, '..'), { recursive: true })
  await sign(key, aligned, signed)
  await run('apksigner', ['verify', signed])
})
console.log(`Version ${version} is in ${signed}`)
