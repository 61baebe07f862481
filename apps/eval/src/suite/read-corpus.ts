import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { SuiteError } from './errors.js'
import { isFields, textField, type Item } from './json-lines.js'
import { corpusFolder } from './layout-files.js'
import { packageDocuments } from './package-documents.js'
import type { FileCorpus } from './suite.js'

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
export function readCorpus(folder: string, manifest: Item): FileCorpus {
  const { file, fields } = manifest
  const corpus = fields['corpus']
  if (!isFields(corpus)) return readFolder(folder, manifest)
  const files = packageDocuments(listPackages(corpus, file), folder, { file })
  if (files.size > 0) return { kind: 'files', files }
  throw new SuiteError('SUITE_NOT_FOUND', 'Its packages have no Markdown file. Name others.', { file })
}
