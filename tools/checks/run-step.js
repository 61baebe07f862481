import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { pnpmCommand } from './pnpm-command.js'

const root = fileURLToPath(new URL('../../', import.meta.url))

/**
 * @typedef {object} Step one check, as steps.json has it
 * @property {string} name the word to ask for it by
 * @property {string[]} command a tool of the workspace and its arguments; `pnpm` is pnpm itself
 * @property {string} unit what it counts
 * @property {string} looked a pattern whose group is how many it says it looked at; without a group, how often it fits
 * @property {number} atLeast fewer means that it did not look
 * @property {string} [hide] lines of its output that only count
 * @property {string} [show] its group is worth reading in any case
 */

/** @param {string[]} command */
function resolved([name = '', ...args]) {
  return name === 'pnpm' ? [...pnpmCommand(), ...args] : [join(root, 'node_modules/.bin', name), ...args]
}

/** What a tool needs to print plainly and to keep to itself. */
function environment() {
  const { FORCE_COLOR: _, ...inherited } = process.env
  return { ...inherited, NO_COLOR: '1', TURBO_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1' }
}

/**
 * @typedef {object} Outcome what came of a step
 * @property {boolean} passed
 * @property {number} looked how many things it looked at
 * @property {number} seconds
 * @property {string} output what it printed
 * @property {string[]} shown what of it is worth reading in any case
 */

/**
 * Runs a step; one that looked at too little has not passed, whatever it says.
 * @param {Step} step
 * @returns {Outcome}
 */
export function runStep(step) {
  const started = performance.now()
  const [program = '', ...args] = resolved(step.command)
  const result = spawnSync(program, args, {
    cwd: root,
    env: environment(),
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  })
  const printed = `${result.stdout ?? ''}${result.stderr ?? ''}${result.error?.message ?? ''}`
  const lines = printed.split('\n')
  const found = [...printed.matchAll(new RegExp(step.looked, 'gm'))]
  const looked = Number(found[0]?.[1] ?? found.length)
  const [hide, show] = [step.hide, step.show].map((pattern) => new RegExp(pattern ?? '(?!)'))
  return {
    passed: result.status === 0 && looked >= step.atLeast,
    looked,
    seconds: (performance.now() - started) / 1000,
    output: lines.filter((line) => !hide?.test(line)).join('\n'),
    shown: lines.flatMap((line) => show?.exec(line)?.[1] ?? []),
  }
}
