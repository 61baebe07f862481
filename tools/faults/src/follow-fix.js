import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { builtProgram, runCommand, shellWord } from './program.js'

/** Commands that a fix may begin with; what else it says is for the user alone. */
const runnable = /^(?:recallite|mv|rm|chmod|rmdir|unlink)\s/

/**
 * Whether a fix is a command that the suite follows, within the case's own folder.
 * @param {string} fix
 */
export function isRunnable(fix) {
  return runnable.test(fix) && !/[;&|<>`$\n]/.test(fix) && !/\b[A-Z]{3,}\b/.test(fix)
}

/**
 * Runs a command that the program named, as a user would paste it into a shell.
 * @param {string} fix
 * @param {import('./world.js').World} world
 */
export function followFix(fix, world) {
  const bin = join(world.folder, 'bin')
  mkdirSync(bin, { recursive: true })
  const shim = join(bin, 'recallite')
  writeFileSync(shim, `#!/bin/sh\nexec ${shellWord(process.execPath)} ${shellWord(builtProgram)} "$@"\n`)
  chmodSync(shim, 0o755)
  return runCommand(['sh', '-c', fix], {
    cwd: world.folder,
    env: { ...world.env, PATH: `${bin}:${world.env.PATH}` },
  })
}
