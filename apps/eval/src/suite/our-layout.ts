import { statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { isFields } from '../text-lines.js'
import { malformed, EvaluationError } from '../errors.js'
import { idField, kindField, readJsonLines, textField, type Item } from './json-lines.js'
import { isRecordCorpus, readManifest, readTitle } from './manifest.js'
import { openCorpus, type OpenCorpus } from './open-corpus.js'
import { packageDocuments } from './package-documents.js'
import { readFileEntry, readRelevant } from './read-relevant.js'
import { corpusFolder, queriesFile, type FileCorpus, type Suite } from './suite.js'

/**
 * Reads a folder in this program's layout: `suite.yaml` ({name, description?, corpus?: folder, default `corpus`, or
 * {packages: […]}}) and `queries.jsonl` (as `readQuery` reads each line). A document's id is its path in the corpus.
 * The suite may be without queries.
 * @throws EvaluationError
 */
export function readOurLayout(folder: string, manifest = readManifest(folder)): Suite<FileCorpus> {
  const corpus = readCorpus(folder, manifest)
  const known = { taken: new Set<string>(), corpus: openCorpus(corpus) }
  const queries = readJsonLines(join(folder, queriesFile)).map((item) => readQuery(item, known))
  return { ...readTitle(manifest), corpus, queries }
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
    ...readRelevant(item, (entry) => readFileEntry(entry, corpus)),
    note: textField(item, 'note', ''),
  }
}

function readCorpus(folder: string, manifest: Item): FileCorpus {
  const { file, fields } = manifest
  const corpus = fields['corpus']
  if (isFields(corpus)) {
    if (isRecordCorpus(corpus)) throw malformed({ file }, ofRecords)
    const files = packageDocuments(listPackages(corpus, file), folder, { file })
    if (files.size > 0) return { kind: 'files', files }
    throw new EvaluationError('SUITE_NOT_FOUND', 'Its packages have no Markdown file. Name others.', { file })
  }
  const path = resolve(folder, textField(manifest, 'corpus', corpusFolder))
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return { kind: 'folder', path }
  const message = `The corpus ${path} is not a folder. Make it, or name another with "corpus: …".`
  throw new EvaluationError('SUITE_NOT_FOUND', message, { file })
}

const ofRecords = 'Its documents are records. Write further queries into its queries.jsonl.'

function listPackages({ packages }: Item['fields'], file: string): readonly string[] {
  const isList = Array.isArray(packages) && packages.length > 0
  if (isList && packages.every((each): each is string => typeof each === 'string')) return packages
  const message =
    'neither a folder, packages nor records. Write "corpus: folder", "corpus: {packages: [name, …]}" or "corpus: {records: file}".'
  throw malformed({ file }, `"corpus" is ${message}`)
}
