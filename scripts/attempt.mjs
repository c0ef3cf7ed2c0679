// What may fail without an end to everything: fetching what this machine lacks.

import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { seconds } from './steps.mjs'

const SILENCE_MS = 60_000

/** Where that is possible: as root, on Debian. @param {string} what @param {string[]} packages */
export async function installDebians(what, packages) {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return
  const install = `apt-get update && apt-get install -y --no-install-recommends ${packages.join(' ')}`
  await attempt(`Installing ${what} (once, a minute or two)`, '/bin/sh', ['-c', install], {
    DEBIAN_FRONTEND: 'noninteractive',
  })
}

/**
 * Given up when it says nothing for a minute; its output is shown only when it fails.
 * @param {string} name @param {string} file @param {string[]} args @param {Record<string, string>} [env]
 * @returns {Promise<void>}
 */
export function attempt(name, file, args, env = {}) {
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
      output += `\nNothing happened for ${SILENCE_MS / 1000} s.`
      if (child.pid) process.kill(process.platform === 'win32' ? child.pid : -child.pid, 'SIGKILL')
    }
    let silence = setTimeout(giveUp, SILENCE_MS)
    const hear = (/** @type {Buffer} */ chunk) => {
      output += chunk
      clearTimeout(silence)
      silence = setTimeout(giveUp, SILENCE_MS)
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    child.on('error', error => hear(Buffer.from(error.message)))
    child.on('close', code => {
      clearTimeout(silence)
      if (code === 0) console.log(`  done in ${seconds(began)}`)
      else
        console.log(
          `${output.trim().split('\n').slice(-3).join('\n')}\n  that did not work (${seconds(began)})`,
        )
      resolve()
    })
  })
}
