import { recordingIo } from '@recallite/command-line/testing'
import type { ProcessResult } from '@recallite/test-kit'
import { main } from '../main.js'

/** The run that was asked for last: variables and the working folder belong to the whole process. */
let last: Promise<unknown> = Promise.resolve()

/**
 * Runs the program in this process, as a process of its own would with these variables in this folder: a tenth of a
 * second instead of half a second. Runs take turns; what is about processes, signals or streams starts the built program.
 */
export function runHere(
  args: readonly string[],
  { cwd, env }: { readonly cwd: string; readonly env: Readonly<Record<string, string>> },
): Promise<ProcessResult> {
  const run = last.then(async () => {
    const [folder, variables] = [process.cwd(), { ...process.env }]
    const { io, written, talked } = recordingIo()
    process.chdir(cwd)
    Object.assign(process.env, env)
    try {
      const exitCode = await main(args, io)
      return { exitCode, stdout: written(), stderr: talked() }
    } finally {
      process.chdir(folder)
      for (const name of Object.keys(env)) {
        if (variables[name] === undefined) delete process.env[name]
        else process.env[name] = variables[name]
      }
    }
  })
  last = run.catch(() => undefined)
  return run
}
