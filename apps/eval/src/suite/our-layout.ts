import { statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { reasonOf } from '@recallite/core'
import { parse, YAMLParseError } from 'yaml'
import { isFields } from '../text-lines.js'
import { malformed, EvaluationError, type FilePosition } from '../errors.js'
import { idField, kindField, readJsonLines, readSuiteFile, textField, type Item } from './json-lines.js'
import { openCorpus, type OpenCorpus } from './open-corpus.js'
import { packageDocuments } from './package-documents.js'
import { readRelevant } from './read-relevant.js'
import { corpusFolder, ourMarkerFile, queriesFile, type FileCorpus, type Suite } from './suite.js'

/**
 * Reads a folder in this program's layout: `suite.yaml` ({name, description?, corpus?: folder, default `corpus`, or
 * {packages: […]}}) and `queries.jsonl` (as `readQuery` reads each line). A document's id is its path in the corpus.
 * The suite may be without queries.
 * @throws EvaluationError
 */
export function readOurLayout(folder: string): Suite<FileCorpus> {
  const file = join(folder, ourMarkerFile)
  const fields = parseManifest(file)
  if (!isFields(fields)) throw malformed({ file }, 'It holds no settings. Give it at least a line "name: …".')
  const manifest = { file, fields }
  const corpus = readCorpus(folder, manifest)
  const known = { taken: new Set<string>(), corpus: openCorpus(corpus) }
  const queries = readJsonLines(join(folder, queriesFile)).map((item) => readQuery(item, known))
  const name = textField(manifest, 'name')
  checkName(name, { file })
  return { name, description: textField(manifest, 'description', ''), corpus, queries }
}

/**
 * Reads a query: {id, text, kind, relevant: [{path, lines?, contains?, grade?: default 1}], note?}. `lines` is where the
 * answer stands, as 12, [12, 15], "12" or "12-15"; `contains` is a text that is part of it.
 * @param known the ids of earlier queries, to which this one's is added, and the documents
 * @throws EvaluationError
 */
export function readQuery(item: Item, { taken, corpus }: { taken: Set<string>; corpus: OpenCorpus }) {
  return {
    id: idField(item, taken),
    text: textField(item, 'text'),
    kind: kindField(item, 'kind'),
    ...readRelevant(item, corpus),
    note: textField(item, 'note', ''),
  }
}

/** Checks that a suite has a name and a query with a text; throws an EvaluationError. */
export function checkSuite(suite: Suite, position: FilePosition): Suite {
  checkName(suite.name, position)
  if (suite.queries.some(({ text }) => text.trim() !== '')) return suite
  const message = 'It has no query that asks something, so nothing could be measured. Give it one.'
  throw new EvaluationError('SUITE_EMPTY', message, position)
}

function checkName(name: string, position: FilePosition): void {
  if (name.trim() === '') throw malformed(position, 'The name of the suite is blank. Give it one.')
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

function readCorpus(folder: string, manifest: Item): FileCorpus {
  const { file, fields } = manifest
  const corpus = fields['corpus']
  if (isFields(corpus)) {
    const files = packageDocuments(listPackages(corpus, file), folder, { file })
    if (files.size > 0) return { kind: 'files', files }
    throw new EvaluationError('SUITE_NOT_FOUND', 'Its packages have no Markdown file. Name others.', { file })
  }
  const path = resolve(folder, textField(manifest, 'corpus', corpusFolder))
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return { kind: 'folder', path }
  const message = `The corpus ${path} is not a folder. Make it, or name another with "corpus: …".`
  throw new EvaluationError('SUITE_NOT_FOUND', message, { file })
}

function listPackages({ packages }: Item['fields'], file: string): readonly string[] {
  const isList = Array.isArray(packages) && packages.length > 0
  if (isList && packages.every((each): each is string => typeof each === 'string')) return packages
  const message = 'neither a folder nor packages. Write "corpus: folder" or "corpus: {packages: [name, …]}".'
  throw malformed({ file }, `"corpus" is ${message}`)
}
