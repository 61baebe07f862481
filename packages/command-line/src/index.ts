export {
  actionsRun,
  describeRange,
  InvalidArgumentError,
  numberIn,
  parseCount,
  parseNumber,
} from './command.js'
export type { Command, Flag, NumberRange, Request, Run } from './command.js'
export { CodedError, didYouMean, exitCodes, UsageError } from './errors.js'
export type { Failure } from './failure.js'
export { printable, renderJson, renderJsonLine } from './printable.js'
export { createProcessIo, type Io } from './process-io.js'
export { readVersion, runProgram } from './run-program.js'
export { replaceFile } from './write-whole.js'
export { assertWritableFile, assertPathLength, writeWhole } from './write-whole.js'
export { orUndefined } from './errors.js'
export { shellWord } from './printable.js'
