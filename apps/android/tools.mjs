// Debian's tools for building an Android app. They include no Java compiler for Android, so the app is written in
// smali.

import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { installDebianPackages } from '../../scripts/optional-programs.mjs'
import { exitWithError } from '../../scripts/task-runner.mjs'

const JARS = ['smali', 'smali-util', 'dexlib2', 'antlr3-runtime', 'guava', 'jcommander'].map(
  name => `/usr/share/java/${name}.jar`,
)
const FRAMEWORK = '/usr/share/android-framework-res/framework-res.apk'

/** The needed tools, how to detect them, and their packages. */
const REQUIRED_TOOLS = [
  { what: 'java', debian: 'default-jre-headless', isHere: () => isOnPath('java') },
  { what: 'keytool', debian: 'default-jre-headless', isHere: () => isOnPath('keytool') },
  { what: 'aapt', debian: 'aapt', isHere: () => isOnPath('aapt') },
  { what: 'zipalign', debian: 'zipalign', isHere: () => isOnPath('zipalign') },
  { what: 'apksigner', debian: 'apksigner', isHere: () => isOnPath('apksigner') },
  { what: 'smali', debian: 'libsmali-java', isHere: () => JARS.every(jar => existsSync(jar)) },
  {
    what: "Android's own resources",
    debian: 'android-framework-res',
    isHere: () => existsSync(FRAMEWORK),
  },
]

const missing = () => REQUIRED_TOOLS.filter(({ isHere }) => !isHere())

/** Installs what is missing, or exits with a message that names it. */
export async function findTools() {
  const packages = [...new Set(missing().map(({ debian }) => debian))]
  if (packages.length > 0) await installDebianPackages("Debian's tools for Android", packages)
  const names = missing().map(({ what }) => what)
  if (names.length > 0)
    exitWithError(
      `The Android app cannot be made here without ${names.join(', ')}. On Debian: apt-get install ${packages.join(' ')}`,
    )
  return { framework: FRAMEWORK, smali: ['-cp', JARS.join(delimiter), 'org.jf.smali.Main', 'assemble'] }
}

/** @param {string} name */
function isOnPath(name) {
  return (process.env.PATH ?? '').split(delimiter).some(folder => existsSync(join(folder, name)))
}
