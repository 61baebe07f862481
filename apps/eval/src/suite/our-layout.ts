import { statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { YAMLParseError, parse } from 'yaml'
import { SuiteError, type SuitePlace } from './errors.js'
import {
  type Item,
  idField,
  isFields,
  kindField,
  readJsonLines,
  readSuiteFile,
  textField,
} from './json-lines.js'
import { type OpenCorpus, openCorpus } from './open-corpus.js'
import { packageDocuments } from './package-documents.js'
import { readRelevant } from './read-relevant.js'
import {
  type FileCorpus,
  type Suite,
  type SuiteQuery,
  corpusFolder,
  ourMarkerFile,
  queriesFile,
} from './suite.js'

/**
 * Reads a query as a line of `queries.jsonl` has it.
 * @param item {id, text, kind, relevant: [{path, lines?, contains?, grade?: default 1}], note?}
 * @param options the ids of earlier queries, to which this one's is added, and the documents
 * @throws SuiteError
 */
export function readQuery(
  item: Item,
  { taken, corpus }: { readonly taken: Set<string>; readonly corpus: OpenCorpus },
): SuiteQuery {
  return {
    id: idField(item, taken),
    text: textField(item, 'text'),
    kind: kindField(item, 'kind'),
    ...readRelevant(item, corpus),
    note: textField(item, 'note', ''),
  }
}

/**
 * Reads a folder laid out our way: `suite.yaml` ({name, description?, corpus?: folder, default `corpus`, or
 * {packages: […]}}) and `queries.jsonl` ({id, text, kind, relevant: [{path, lines?, contains?, grade?: default 1}], note?}); a document's id
 * is its path in the corpus. `lines` is where its answer stands, as 12, [12, 15], "12" or "12-15", `contains` a text
 * that is part of it. It need not hold a query yet.
 * @throws SuiteError
 */
export function readOurLayout(folder: string): Suite & { readonly corpus: FileCorpus } {
  const manifest = readManifest(join(folder, ourMarkerFile))
  const corpus = readCorpus(folder, manifest)
  const known = { taken: new Set<string>(), corpus: openCorpus(corpus) }
  const queries = readJsonLines(join(folder, queriesFile)).map((item) => readQuery(item, known))
  return {
    name: checkName(textField(manifest, 'name'), { file: manifest.file }),
    description: textField(manifest, 'description', ''),
    corpus,
    queries,
  }
}

/**
 * A suite that can be run: it has a name, and asks something.
 * @param place what is blamed
 * @throws SuiteError `SUITE_MALFORMED`, `SUITE_EMPTY`
 */
export function checkSuite(suite: Suite, place: SuitePlace): Suite {
  checkName(suite.name, place)
  if (suite.queries.some(({ text }) => text.trim() !== '')) return suite
  const message = 'It has no query that asks something, so nothing could be measured. Give it one.'
  throw new SuiteError('SUITE_EMPTY', message, place)
}

/** Besides what its parser finds, aliases may lead nowhere or multiply, and lists may nest deeper than the stack. */
function notYaml(file: string, cause: unknown): SuiteError {
  const line = cause instanceof YAMLParseError ? cause.linePos?.[0].line : undefined
  const reason = cause instanceof Error ? cause.message : String(cause)
  return new SuiteError('SUITE_MALFORMED', `This is not YAML (${reason}). Mend it.`, { file, line, cause })
}

function parseManifest(file: string, text: string): unknown {
  try {
    // Warnings would be printed behind our back; errors are thrown all the same.
    return parse(text, { logLevel: 'error' })
  } catch (cause) {
    throw notYaml(file, cause)
  }
}

function readManifest(file: string): Item {
  const fields = parseManifest(file, readSuiteFile(file))
  if (isFields(fields)) return { file, fields }
  throw new SuiteError('SUITE_MALFORMED', 'It holds no settings. Give it at least a line "name: …".', {
    file,
  })
}

function readFolder(folder: string, manifest: Item): FileCorpus {
  const path = resolve(folder, textField(manifest, 'corpus', corpusFolder))
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return { kind: 'folder', path }
  const message = `The corpus ${path} is not a folder. Make it, or name another with "corpus: …".`
  throw new SuiteError('SUITE_NOT_FOUND', message, { file: manifest.file })
}

function listPackages(corpus: Item['fields'], file: string): readonly string[] {
  const packages = corpus['packages']
  const isList = Array.isArray(packages) && packages.length > 0
  if (isList && packages.every((each): each is string => typeof each === 'string')) return packages
  const message =
    '"corpus" is neither a folder nor packages. Write "corpus: folder" or "corpus: {packages: [name, …]}".'
  throw new SuiteError('SUITE_MALFORMED', message, { file })
}

/**
 * The documents that a suite's manifest names: `corpus`, a folder (default `corpus`) or `{packages: [name, …]}`, the
 * Markdown files of npm packages.
 * @throws SuiteError
 */
function readCorpus(folder: string, manifest: Item): FileCorpus {
  const { file, fields } = manifest
  const corpus = fields['corpus']
  if (!isFields(corpus)) return readFolder(folder, manifest)
  const files = packageDocuments(listPackages(corpus, file), folder, { file })
  if (files.size > 0) return { kind: 'files', files }
  throw new SuiteError('SUITE_NOT_FOUND', 'Its packages have no Markdown file. Name others.', { file })
}

/**
 * A suite's name: not blank, since reports and files are headed by it.
 * @throws SuiteError `SUITE_MALFORMED`
 */
function checkName(name: string, place: SuitePlace): string {
  if (name.trim() !== '') return name
  throw new SuiteError('SUITE_MALFORMED', 'The name of the suite is blank. Give it one.', place)
}
