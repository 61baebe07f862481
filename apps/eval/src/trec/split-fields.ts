import { SuiteError } from '../suite/errors.js'
import type { Line } from '../suite/read-lines.js'

/** As the C programs that read these files do: an id may hold other white space. */
const between = /[ \t\v\f\r]+/u

/** The fields of a line. */
export function splitFields({ text }: Line): string[] {
  return text.split(between).filter((field) => field !== '')
}

/** Why a line is refused. */
export function malformed({ file, line }: Line, message: string): SuiteError {
  return new SuiteError('SUITE_MALFORMED', message, { file, line })
}
