export { commandReference } from './command-reference.js'
export { InvalidArgumentError, parseCount, parseNumber } from './command.js'
export type { Command, Completes, Flag, Request, Run } from './command.js'
export { completionsRun } from './completions/run-completions.js'
export { databasePath, recalliteFolder, type DatabaseChoice } from './database-path.js'
export {
  didYouMean,
  exitCodes,
  LastSearchError,
  LockedError,
  UsageError,
  type LastSearchErrorCode,
} from './errors.js'
export type { Failure } from './failure.js'
export {
  forgetLastSearch,
  keepLastSearch,
  readLastSearch,
  type LastSearch,
  type LastSearchResult,
} from './last-search.js'
export { loadProvider, type ProviderPackage } from './load-provider.js'
export { printable, renderJson, renderJsonLine } from './printable.js'
export { createProcessIo, type Io } from './process-io.js'
export { createProgressBar, type ProgressBar, type Step } from './progress-bar.js'
export { readVersion, runProgram, type Program } from './run-program.js'
export { assertFilePlace, writeWhole, type WriteWholeOptions } from './write-whole.js'
export { withLock, type LockOptions } from './with-lock.js'
