import { execFile } from 'node:child_process'

/**
 * Runs a command to its end and gives what it wrote to stdout.
 * @param {readonly string[]} command
 * @param {{ cwd: string, env?: NodeJS.ProcessEnv }} options
 * @returns {Promise<string>}
 * @throws Failure with all that it wrote, where it ends with another status than 0
 */
export function run([program = '', ...args], { cwd, env = process.env }) {
  return new Promise((resolve, reject) => {
    const options = { cwd, env, maxBuffer: 2 ** 28, timeout: longest }
    execFile(program, args, options, (error, stdout, stderr) => {
      if (error === null) return resolve(stdout)
      const how = error.killed
        ? `took more than ${longest / 1000} s`
        : `ended with ${error.code ?? error.signal}`
      reject(new Failure(`${[program, ...args].join(' ')} ${how}:\n${stdout}${stderr}`))
    })
  })
}

/** A step of the rehearsal that did not succeed. */
export class Failure extends Error {}

/**
 * The result of something that takes time, and how many seconds it took.
 * @template Result
 * @param {() => Promise<Result>} task
 */
export async function timed(task) {
  const start = performance.now()
  const result = await task()
  return { result, seconds: (performance.now() - start) / 1000 }
}

/** A command that takes longer, in milliseconds, hangs. */
const longest = 600_000
