import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { pnpmCommand } from './pnpm-command.js'

const root = fileURLToPath(new URL('../../', import.meta.url))

/**
 * @typedef {object} Step a check, as in steps.json
 * @property {string} name the name on the command line
 * @property {string[]} command a tool of the workspace and its arguments; `pnpm` is pnpm itself
 * @property {string} unit what it counts
 * @property {string} looked a pattern whose group is the number of checked items; without a group, its matches are counted
 * @property {number} atLeast the minimum; with fewer items, the check probably did not run
 * @property {string} [hide] lines of output that are only counted
 * @property {string} [show] its group is always printed
 */

/** @param {string[]} command */
function resolved([name = '', ...args]) {
  return name === 'pnpm' ? [...pnpmCommand(), ...args] : [join(root, 'node_modules/.bin', name), ...args]
}

/** The environment for plain output of a tool. */
function environment() {
  const { FORCE_COLOR: _, ...inherited } = process.env
  return { ...inherited, NO_COLOR: '1', TURBO_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1' }
}

/**
 * @typedef {object} Outcome the result of a step
 * @property {boolean} passed
 * @property {number} looked number of checked items
 * @property {number} seconds
 * @property {string} output
 * @property {string[]} details parts of the output that are always printed
 */

/**
 * Runs a step. A step that checked too few items fails.
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
    details: lines.flatMap((line) => show?.exec(line)?.[1] ?? []),
  }
}
