import { existsSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { queriesFile } from '@recallite/command-line/suite-file'
import * as v from 'valibot'
import { kindName } from '../run/run.js'
import { fits, list, object, text } from '../schema.js'
import { malformed, EvaluationError } from '../errors.js'
import { filledText, optionalText, readFields, readId, readJsonLines, type Item } from './json-lines.js'
import { readManifest, readTitle, time } from './manifest.js'
import { openCorpus, type OpenCorpus } from './open-corpus.js'
import { packageDocuments, realPath } from './package-documents.js'
import { checkFileEntry, fileEntry, joinRelevant } from './read-relevant.js'
import { corpusFolder, type FileCorpus, type Suite } from './suite.js'

/**
 * Reads a folder in this program's layout: `suite.yaml` ({name, description?, at?: when the queries are asked, corpus?: folder, default `corpus`, or
 * {packages: […]}, or {roots: [{name, path, include?, kind?}, …]}, the roots of a memory) and `queries.jsonl` (as `readQuery`
 * reads each line). A document's id is its path in the corpus, of several roots `root:path`. The suite may be without queries.
 * @throws EvaluationError
 */
export function readOurLayout(folder: string, manifest = readManifest(folder)): Suite<FileCorpus> {
  const corpus = readCorpus(folder, manifest)
  const known = { taken: new Set<string>(), corpus: openCorpus(corpus) }
  const file = join(folder, queriesFile)
  const queries = existsSync(file) ? readJsonLines(file).map((item) => readQuery(item, known)) : []
  const { at } = readFields(manifest, object({ at: time }))
  return { ...readTitle(manifest), corpus, at: at ?? undefined, queries }
}

/** What every query of this program's layout says, whatever it is about. */
export const queryFields = { text, kind: kindName, note: optionalText }

const fileQuery = object({ ...queryFields, relevant: list(fileEntry) })

/**
 * Reads a query: {id, text, kind, relevant: [{path, lines?, contains?, grade?: default 1}], note?}. `lines` is where the
 * answer stands, as 12, [12, 15], "12" or "12-15"; `contains` is a text that is part of it.
 * @param known the ids of earlier queries, to which this one's is added, and the documents
 * @throws EvaluationError
 */
export function readQuery(item: Item, { taken, corpus }: { taken: Set<string>; corpus: OpenCorpus }) {
  const id = readId(item, taken)
  const { relevant, ...fields } = readFields(item, fileQuery)
  const entries = relevant.map((entry) => checkFileEntry(entry, corpus, item))
  return { id, ...fields, ...joinRelevant(entries, item) }
}

const packageCorpus = v.object({ packages: v.pipe(v.array(v.string()), v.minLength(1)) })
const root = v.object({
  name: filledText,
  path: filledText,
  include: v.exactOptional(v.array(filledText)),
  description: v.exactOptional(filledText),
  kind: v.exactOptional(v.picklist(['folder', 'sessions'])),
})
const rootsCorpus = v.object({ roots: v.pipe(v.array(root), v.minLength(1)) })
const corpusForm =
  'a folder, "corpus: folder", packages, "corpus: {packages: [name, …]}", roots, "corpus: {roots: [{name, path}, …]}", or records, "corpus: {records: file}"'

function readCorpus(folder: string, { file, fields }: Item): FileCorpus {
  const { corpus = corpusFolder } = fields
  if (fits(packageCorpus, corpus)) {
    const files = packageDocuments(corpus.packages, folder, { file })
    if (files.size > 0) return { kind: 'files', files }
    throw new EvaluationError('SUITE_NOT_FOUND', 'Its packages have no Markdown file. Name others.', { file })
  }
  if (fits(rootsCorpus, corpus)) {
    const at = (path: string) => folderAt(realPath(resolve(folder, path)), file)
    return { kind: 'roots', roots: corpus.roots.map((each) => ({ ...each, path: at(each.path) })) }
  }
  if (typeof corpus !== 'string') {
    throw malformed({ file }, `"corpus" must be ${corpusForm}; to records no query can be added.`)
  }
  return { kind: 'folder', path: folderAt(resolve(folder, corpus), file) }
}

function folderAt(path: string, file: string): string {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return path
  const message = `The corpus ${path} is not a folder. Make it, or name another with "corpus: …".`
  throw new EvaluationError('SUITE_NOT_FOUND', message, { file })
}
