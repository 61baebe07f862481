export { commandReference } from './command-reference.js'
export type { Command, Flag, Request, Run } from './command.js'
export { databasePath, recalliteFolder, type DatabaseChoice } from './database-path.js'
export { LastSearchError, UsageError, type LastSearchErrorCode } from './errors.js'
export { exitCodes } from './exit-codes.js'
export type { Failure } from './failure.js'
export type { Io } from './io.js'
export {
  keepLastSearch,
  lastSearchFile,
  readLastSearch,
  type LastSearch,
  type LastSearchResult,
} from './last-search.js'
export { openLocalModel, type LocalModelOptions, type LocalModelProvider } from './local-model.js'
export { InvalidArgumentError, parseNumber } from './parse-number.js'
export { printable } from './printable.js'
export { createProcessIo } from './process-io.js'
export { createProgressBar, type ProgressBar, type Step } from './progress-bar.js'
export { readVersion } from './read-version.js'
export { runProgram, type Program } from './run-program.js'
