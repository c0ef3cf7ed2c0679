// Third-party programs: whether one exists, and how to download one that may fail.

import { spawn } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { seconds } from './task-runner.mjs'

const TIMEOUT_MS = 60_000

/** Whether Debian packages can be installed without a prompt. */
export const canInstallDebianPackages = () => process.getuid?.() === 0 && existsSync('/etc/debian_version')

/** Only as root, on Debian. @param {string} what @param {string[]} packages */
export async function installDebianPackages(what, packages) {
  if (!canInstallDebianPackages()) return
  const install = `apt-get update && apt-get install -y --no-install-recommends ${packages.join(' ')}`
  await runOptional(`Installing ${what} (once, a minute or two)`, '/bin/sh', ['-c', install], {
    DEBIAN_FRONTEND: 'noninteractive',
  })
}

/** @param {string} path */
export function isProgram(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/**
 * Times out after a minute without output; output is shown only on failure.
 * @param {string} name @param {string} file @param {string[]} args @param {Record<string, string>} [env]
 * @returns {Promise<void>}
 */
export function runOptional(name, file, args, env = {}) {
  const began = performance.now()
  console.log(`${name} …`)
  return new Promise(resolve => {
    const child = spawn(file, args, {
      detached: process.platform !== 'win32', // its children end with it
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...env },
    })
    let output = ''
    const giveUp = () => {
      output += `\nNo output for ${TIMEOUT_MS / 1000} s.`
      if (child.pid) process.kill(process.platform === 'win32' ? child.pid : -child.pid, 'SIGKILL')
    }
    let silence = setTimeout(giveUp, TIMEOUT_MS)
    const onOutput = (/** @type {Buffer} */ chunk) => {
      output += chunk
      clearTimeout(silence)
      silence = setTimeout(giveUp, TIMEOUT_MS)
    }
    child.stdout.on('data', onOutput)
    child.stderr.on('data', onOutput)
    child.on('error', error => onOutput(Buffer.from(error.message)))
    child.on('close', code => {
      clearTimeout(silence)
      if (code === 0) console.log(`  done in ${seconds(began)}`)
      else console.log(`${output.trim().split('\n').slice(-3).join('\n')}\n  failed (${seconds(began)})`)
      resolve()
    })
  })
}
