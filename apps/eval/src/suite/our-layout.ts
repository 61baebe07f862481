import { statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parse, YAMLParseError } from 'yaml'
import { SuiteError } from './errors.js'
import { idField, isFields, readJsonLines, textField, type Item } from './json-lines.js'
import { corpusFolder, ourMarkerFile, queriesFile } from './layout-files.js'
import { openCorpus } from './open-corpus.js'
import { readSuiteFile } from './read-lines.js'
import { readRelevant } from './read-relevant.js'
import type { Suite, SuiteQuery } from './suite.js'

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

function findCorpus(folder: string, manifest: Item): string {
  const path = resolve(folder, textField(manifest, 'corpus', corpusFolder))
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return path
  const message = `The corpus ${path} is not a folder. Make it, or name another with "corpus: …".`
  throw new SuiteError('SUITE_NOT_FOUND', message, { file: manifest.file })
}

/**
 * Reads a folder laid out our way: `suite.yaml` ({name, description?, corpus?: folder, default `corpus`}) and
 * `queries.jsonl` ({id, text, kind, relevant: [{path, lines?, contains?, grade?: default 1}], note?}); a document's id
 * is its path in the corpus. `lines` is where its answer stands, as 12, [12, 15], "12" or "12-15", `contains` a text
 * that is part of it.
 * @throws SuiteError
 */
export function readOurLayout(folder: string): Suite {
  const manifest = readManifest(join(folder, ourMarkerFile))
  const path = findCorpus(folder, manifest)
  const corpus = openCorpus(path)
  const taken = new Set<string>()
  const queries = readJsonLines(join(folder, queriesFile)).map((item): SuiteQuery => ({
    id: idField(item, taken),
    text: textField(item, 'text'),
    kind: textField(item, 'kind'),
    ...readRelevant(item, corpus),
    note: textField(item, 'note', ''),
  }))
  return {
    name: textField(manifest, 'name'),
    description: textField(manifest, 'description', ''),
    corpus: { kind: 'folder', path },
    queries,
  }
}
