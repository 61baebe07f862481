import { statSync } from 'node:fs'
import { join, posix, resolve } from 'node:path'
import { parse, YAMLParseError } from 'yaml'
import type { Grades } from '../measures/measure.js'
import { SuiteError } from './errors.js'
import { addGrade, checkGrade } from './judgements.js'
import { idField, isFields, readJsonLines, textField, type Item } from './json-lines.js'
import { readSuiteFile } from './read-lines.js'
import type { Suite, SuiteQuery } from './suite.js'

/** The file by which this layout is told. */
export const ourMarkerFile = 'suite.yaml'

function readManifest(file: string): Item {
  const text = readSuiteFile(file)
  try {
    const fields: unknown = parse(text)
    if (isFields(fields)) return { file, fields }
  } catch (cause) {
    if (!(cause instanceof YAMLParseError)) throw cause
    const line = cause.linePos?.[0].line
    throw new SuiteError('SUITE_MALFORMED', `This is not YAML (${cause.message}). Mend it.`, {
      file,
      line,
      cause,
    })
  }
  throw new SuiteError('SUITE_MALFORMED', 'It holds no settings. Give it at least a line "name: …".', {
    file,
  })
}

function corpusFolder(folder: string, manifest: Item): string {
  const path = resolve(folder, textField(manifest, 'corpus', 'corpus'))
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return path
  const message = `The corpus ${path} is not a folder. Make it, or name another with "corpus: …".`
  throw new SuiteError('SUITE_NOT_FOUND', message, { file: manifest.file })
}

function isFileOf(corpus: string, path: string): boolean {
  const isPlain = path === posix.normalize(path) && !path.startsWith('../') && !posix.isAbsolute(path)
  return isPlain && statSync(join(corpus, path), { throwIfNoEntry: false })?.isFile() === true
}

function readGrades(item: Item, corpus: string): Grades {
  const { file, line, fields } = item
  const place = { file, line }
  const grades = new Map<string, number>()
  if (!Array.isArray(fields['relevant'])) {
    const message =
      '"relevant" is not a list. Give the documents that answer; [] where nothing should be found.'
    throw new SuiteError('SUITE_MALFORMED', message, place)
  }
  for (const entry of fields['relevant']) {
    if (!isFields(entry)) {
      throw new SuiteError('SUITE_MALFORMED', '"relevant" holds something else than {"path": …}.', place)
    }
    const path = textField({ ...place, fields: entry }, 'path')
    if (!isFileOf(corpus, path)) {
      const message = `There is no file ${JSON.stringify(path)} in ${corpus}. Give a path inside it, with forward slashes.`
      throw new SuiteError('SUITE_UNKNOWN_ID', message, place)
    }
    addGrade(grades, { id: path, grade: checkGrade(entry['grade'] ?? 1, place) }, place)
  }
  return grades
}

/**
 * Reads a folder laid out our way: `suite.yaml` ({name, description?, corpus?: folder, default `corpus`}) and
 * `queries.jsonl` ({id, text, kind, relevant: [{path, grade?: default 1}], note?}); a document's id is its path in the
 * corpus.
 * @throws SuiteError
 */
export function readOurLayout(folder: string): Suite {
  const manifest = readManifest(join(folder, ourMarkerFile))
  const path = corpusFolder(folder, manifest)
  const taken = new Set<string>()
  const queries = readJsonLines(join(folder, 'queries.jsonl')).map((item): SuiteQuery => ({
    id: idField(item, taken),
    text: textField(item, 'text'),
    kind: textField(item, 'kind'),
    grades: readGrades(item, path),
  }))
  return {
    name: textField(manifest, 'name'),
    description: textField(manifest, 'description', ''),
    corpus: { kind: 'folder', path },
    queries,
  }
}
