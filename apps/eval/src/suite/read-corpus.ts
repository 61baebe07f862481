import { statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { checkRecord, checkSession, readTime, RecordError } from '@recallite/store/records'
import type { RecordInput, SessionInput } from '@recallite/store/records'
import * as v from 'valibot'
import { malformed, EvaluationError } from '../errors.js'
import { object, text } from '../schema.js'
import { filledText, optionalText, poolField, readFields, readItems, type Item } from './json-lines.js'
import { packageDocuments, realPath } from './package-documents.js'
import { corpusFolder, type DocumentCorpus, type SuiteCorpus } from './suite.js'

/** A time for `readTime`. YAML parses an unquoted time as a date. */
export const time = v.optional(
  v.pipe(
    v.unknown(),
    v.transform((at) => readTime(at instanceof Date ? at.toISOString() : String(at))),
    v.number('a time such as "2026-07-01T09:00:00Z"'),
  ),
)

const root = v.object({
  name: filledText,
  path: filledText,
  include: v.exactOptional(v.array(filledText)),
  description: v.exactOptional(filledText),
  kind: v.exactOptional(v.picklist(['folder', 'sessions'])),
})
const packagesForm = v.object({ packages: v.pipe(v.array(v.string()), v.minLength(1)) })
const rootsForm = v.object({ roots: v.pipe(v.array(root), v.minLength(1)) })
const recordsForm = v.object({ records: v.string(), sessions: v.optional(v.string()) })
const documentsForm = v.object({ documents: v.string() })

/**
 * Reads the documents of the field `corpus` of a manifest: a folder (default `corpus`), `{packages: […]}`, `{roots: [{name, path,
 * include?, kind?}, …]}`, `{records: file, sessions?: file}`, or `{documents: file}` with {id, title?, text, session?} on each line.
 * Documents with the same `session` are consecutive turns of a conversation.
 * @param poolBy the field that contains the pool of a document
 * @throws EvaluationError
 */
export function readCorpus(folder: string, { file, fields }: Item, poolBy?: string): SuiteCorpus {
  const { corpus = corpusFolder } = fields
  if (v.is(documentsForm, corpus)) return readDocuments(join(folder, corpus.documents), poolBy)
  if (v.is(recordsForm, corpus)) return readRecords(folder, corpus)
  if (v.is(packagesForm, corpus)) {
    const files = packageDocuments(corpus.packages, folder, { file })
    if (files.size > 0) return { kind: 'files', files }
    throw new EvaluationError('SUITE_NOT_FOUND', 'Its packages have no Markdown file. Name others.', { file })
  }
  if (v.is(rootsForm, corpus)) {
    const at = (path: string) => folderAt(realPath(resolve(folder, path)), file)
    return { kind: 'roots', roots: corpus.roots.map((each) => ({ ...each, path: at(each.path) })) }
  }
  if (typeof corpus === 'string') return { kind: 'folder', path: folderAt(resolve(folder, corpus), file) }
  const forms = 'packages: [name, …]}, {roots: [{name, path}, …]} or {records: file}'
  throw malformed({ file }, `"corpus" must be a folder, {${forms}. Correct it.`)
}

function folderAt(path: string, file: string): string {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return path
  const message = `The corpus ${path} is not a folder. Create it, or name another with "corpus: …".`
  throw new EvaluationError('SUITE_NOT_FOUND', message, { file })
}

function readDocuments(file: string, poolBy: string | undefined): DocumentCorpus {
  const lastTurns = new Map<unknown, string>()
  const names = { id: ['_id', 'id'], title: ['title'], text: ['text'], session: ['session'] }
  const session = v.optional(v.unknown())
  const schema = object({ id: filledText, title: optionalText, text, session, ...poolField(poolBy) })
  const read = (item: Item) => {
    const { session: conversation, ...document } = readFields(item, schema)
    const replyTo = lastTurns.get(conversation)
    if (conversation !== undefined) lastTurns.set(conversation, document.text)
    return { ...document, replyTo }
  }
  const documents = readItems(file, read, poolBy === undefined ? names : { ...names, pool: [poolBy] })
  return { kind: 'documents', documents }
}

function readRecords(folder: string, files: v.InferOutput<typeof recordsForm>): SuiteCorpus {
  const readRecord = checked((record: RecordInput) => checkRecord(record, 0))
  const records = readItems(join(folder, files.records), readRecord)
  const sessions =
    files.sessions === undefined
      ? []
      : readItems(join(folder, files.sessions), checked<SessionInput>(checkSession))
  if (records.length > 0) return { kind: 'records', records, sessions }
  throw new EvaluationError('SUITE_EMPTY', 'The suite has no records. Add one.', { file: folder })
}

/** Checks an item as a store does. Drops the `kind` of lines from an export. */
function checked<Input extends object>(check: (input: Input) => unknown) {
  return ({ fields: { kind: _, ...fields }, ...position }: Item): Input & { readonly id: string } => {
    readFields({ ...position, fields }, object({ id: filledText }))
    const input = fields as unknown as Input & { readonly id: string }
    try {
      check(input)
      return input
    } catch (cause) {
      if (!RecordError.isInstance(cause)) throw cause
      throw malformed({ ...position, cause }, cause.message)
    }
  }
}
