export { commandReference } from './command-reference.js'
export type { Command, Completes, Flag, Request, Run } from './command.js'
export { completionsRun } from './completions/run-completions.js'
export { databasePath, recalliteFolder, type DatabaseChoice } from './database-path.js'
export { didYouMean } from './did-you-mean.js'
export { LastSearchError, LockedError, UsageError, type LastSearchErrorCode } from './errors.js'
export { exitCodes } from './exit-codes.js'
export type { Failure } from './failure.js'
export type { Io } from './io.js'
export {
  forgetLastSearch,
  keepLastSearch,
  readLastSearch,
  type LastSearch,
  type LastSearchResult,
} from './last-search.js'
export { loadProvider, type ProviderPackage } from './load-provider.js'
export { InvalidArgumentError, parseCount, parseNumber } from './parse-number.js'
export { printable } from './printable.js'
export { createProcessIo } from './process-io.js'
export { createProgressBar, type ProgressBar, type Step } from './progress-bar.js'
export { readVersion } from './read-version.js'
export { renderJson, renderJsonLine } from './render-json.js'
export { runProgram, type Program } from './run-program.js'
export { assertFilePlace, writeWhole, type WriteWholeOptions } from './write-whole.js'
export { withLock, type LockOptions } from './with-lock.js'
