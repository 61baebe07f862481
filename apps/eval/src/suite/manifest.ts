import { join } from 'node:path'
import { reasonOf } from '@recallite/core'
import { readTime } from '@recallite/store/records'
import * as v from 'valibot'
import { parse, YAMLParseError } from 'yaml'
import { suiteFile } from '@recallite/command-line/suite-file'
import { malformed, EvaluationError, type FilePosition } from '../errors.js'
import { object, questionSource } from '../schema.js'
import { isFields, type Fields } from '../text-lines.js'
import { filledText, optionalText, readFields, readSuiteFile, type Item } from './json-lines.js'
import { isAsking, type Suite } from './suite.js'

/** Reads the settings of a suite in this program's layout; throws an EvaluationError. */
export function readManifest(folder: string): Item {
  const file = join(folder, suiteFile)
  const fields = parseManifest(file)
  if (isFields(fields)) return { file, fields }
  throw malformed({ file }, 'It holds no settings. Give it at least a line "name: …".')
}

/** A time as `readTime` reads it; YAML reads a time that is not in quotes as a date. */
export const time = v.nullish(
  v.pipe(
    v.unknown(),
    v.transform((at) => readTime(at instanceof Date ? at.toISOString() : String(at))),
    v.number('a time such as "2026-07-01T09:00:00Z"'),
  ),
)

const title = object({ name: filledText, description: optionalText, questions: questionSource })

/** Reads what a suite is called, what it is about and where its questions are from; throws an EvaluationError. */
export const readTitle = (manifest: Item): Pick<Suite, 'name' | 'description' | 'questions'> =>
  readFields(manifest, title)

/** Whether the field `corpus` of a manifest names records. */
export function isRecordCorpus(corpus: unknown): corpus is Fields {
  return isFields(corpus) && corpus['records'] !== undefined
}

/** Checks that a suite has a query that asks something; throws an EvaluationError. */
export function checkSuite<Asked extends Pick<Suite, 'queries'>>(
  suite: Asked,
  position: FilePosition,
): Asked {
  if (suite.queries.some(isAsking)) return suite
  const message = 'It has no query that asks something, so nothing could be measured. Give it one.'
  throw new EvaluationError('SUITE_EMPTY', message, position)
}

function parseManifest(file: string): unknown {
  const text = readSuiteFile(file)
  try {
    // The default log level prints warnings; errors are thrown at any level.
    return parse(text, { logLevel: 'error' })
  } catch (cause) {
    // Not only parse errors: aliases may lead nowhere, and lists may nest deeper than the stack.
    const line = cause instanceof YAMLParseError ? cause.linePos?.[0].line : undefined
    throw malformed({ file, line, cause }, `This is not YAML (${reasonOf(cause)}). Correct it.`)
  }
}
