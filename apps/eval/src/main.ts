import { type Io, runProgram } from '@recallite/command-line'
import { useProxy } from '@recallite/settings/environment'
import { commands } from './command-table.js'
import { describeFailure } from './errors.js'
import { version } from './package.js'

/** Runs the program; returns its exit status: 0 done, 1 failed, 2 wrong usage, 3 below a threshold, 130 interrupted. */
export function main(argv: readonly string[], io: Io): Promise<number> {
  useProxy()
  const program = {
    name: 'recallite-eval',
    description: 'Replays query suites over an index and compares fusion strategies in numbers.',
    version,
    commands,
    whenInterrupted: 'Stopped. Embeddings and answers are saved: repeat the command to continue.',
    describeFailure,
  }
  return runProgram(program, argv, io)
}
