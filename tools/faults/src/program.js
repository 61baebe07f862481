import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** The program that is tested: the built one, unless RECALLITE_FAULTS_PROGRAM names another build. */
export const builtProgram =
  process.env['RECALLITE_FAULTS_PROGRAM'] ??
  fileURLToPath(new URL('../../../apps/cli/dist/bin.js', import.meta.url))

/**
 * @typedef {object} Run a process that has ended
 * @property {string} command what was run, for a report
 * @property {number | null} exitCode null where a signal ended it
 * @property {string | null} signal
 * @property {boolean} isTimedOut whether it was stopped because it did not end in time
 * @property {string} stdout
 * @property {string} stderr
 * @property {number} milliseconds
 */

/**
 * @typedef {object} RunOptions
 * @property {string} cwd
 * @property {Readonly<Record<string, string>>} env the whole environment; nothing is inherited
 * @property {readonly string[]} [through] a program and its arguments that run the command, such as strace
 * @property {number} [timeout] milliseconds after which it counts as hanging
 * @property {(control: Control) => void} [onStart]
 */

/**
 * @typedef {object} Control of a process that runs
 * @property {() => boolean} kill ends it and all its children by SIGKILL; false where it had ended before
 * @property {() => boolean} hasEnded
 */

const defaultTimeout = 60_000
const mostOutput = 4_000_000

/** @param {number | undefined} pid @param {NodeJS.Signals} signal */
function signalGroup(pid, signal) {
  if (pid === undefined) return false
  try {
    return process.kill(-pid, signal)
  } catch {
    return false
  }
}

/** @param {import('node:child_process').ChildProcessWithoutNullStreams} child */
function collect(child) {
  const output = { stdout: '', stderr: '' }
  for (const name of /** @type {const} */ (['stdout', 'stderr'])) {
    child[name].setEncoding('utf8').on('data', (/** @type {string} */ text) => {
      if (output[name].length < mostOutput) output[name] += text
    })
  }
  return output
}

/**
 * Runs a command to its end, in a process group of its own.
 * @param {readonly string[]} command
 * @param {RunOptions} options
 * @returns {Promise<Run>}
 */
export function runCommand(command, options) {
  const [file = '', ...args] = [...(options.through ?? []), ...command]
  const started = performance.now()
  const child = spawn(file, args, { cwd: options.cwd, env: { ...options.env }, detached: true })
  const output = collect(child)
  const state = { hasEnded: false, isTimedOut: false }
  child.stdin.on('error', () => undefined).end()
  const timer = setTimeout(() => {
    state.isTimedOut = true
    signalGroup(child.pid, 'SIGKILL')
  }, options.timeout ?? defaultTimeout)
  options.onStart?.({
    kill: () => !state.hasEnded && child.exitCode === null && signalGroup(child.pid, 'SIGKILL'),
    hasEnded: () => state.hasEnded,
  })
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (exitCode, signal) => {
      clearTimeout(timer)
      state.hasEnded = true
      resolve({
        command: command.map(shellWord).join(' '),
        exitCode,
        signal,
        isTimedOut: state.isTimedOut,
        ...output,
        milliseconds: Math.round(performance.now() - started),
      })
    })
  })
}

/**
 * Runs the program with these arguments.
 * @param {readonly string[]} args
 * @param {RunOptions} options
 */
export async function runProgram(args, options) {
  const run = await runCommand([process.execPath, builtProgram, ...args], options)
  return { ...run, command: ['recallite', ...args].map(shellWord).join(' ') }
}

/**
 * A word as a shell reads it.
 * @param {string} word
 */
export function shellWord(word) {
  return /^[\w./:=@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`
}
