import { join } from 'node:path'
import { parse, YAMLParseError } from 'yaml'
import { checkName } from './check-suite.js'
import { SuiteError } from './errors.js'
import { idField, isFields, kindField, readJsonLines, textField, type Item } from './json-lines.js'
import { ourMarkerFile, queriesFile } from './layout-files.js'
import { openCorpus, type OpenCorpus } from './open-corpus.js'
import { readCorpus } from './read-corpus.js'
import { readSuiteFile } from './read-lines.js'
import { readRelevant } from './read-relevant.js'
import type { FileCorpus, Suite, SuiteQuery } from './suite.js'

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
