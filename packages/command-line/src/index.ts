export {
  actionsRun,
  describeRange,
  InvalidArgumentError,
  numberIn,
  parseCount,
  parseNumber,
} from './command.js'
export type { Command, Flag, NumberRange, Request, Run } from './command.js'
export { CodedError, didYouMean, exitCodes, orUndefined, UsageError } from './errors.js'
export type { Failure } from './failure.js'
export { printable, renderJson, renderJsonLine, shellWord } from './printable.js'
export { createProcessIo, type Io } from './process-io.js'
export { readVersion, runProgram } from './run-program.js'
export { assertPathLength, assertWritableFile, replaceFile, writeWhole } from './write-whole.js'
