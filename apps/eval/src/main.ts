import { readVersion, runProgram, type Io } from '@recallite/command-line'
import { commands } from './command-table.js'
import { describeFailure } from './failure.js'

/** Runs the program and returns its exit status: 0 done, 1 failed, 2 not understood, 130 interrupted. */
export function main(argv: readonly string[], io: Io): Promise<number> {
  const program = {
    name: 'recallite-eval',
    description: 'Replays query suites over an index and compares fusion strategies in numbers.',
    version: readVersion(new URL('../package.json', import.meta.url)),
    commands,
    whenInterrupted: 'Stopped. With --work, what was embedded stays for the next run.',
    describeFailure,
  }
  return runProgram(program, argv, io)
}
