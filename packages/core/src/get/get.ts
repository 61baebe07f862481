import { sliceSpan, splitLines } from '@recallite/chunker'
import { createPathMatcher, type DocumentAddress, type Root, type Span, type Store } from '@recallite/store'
import { RecordError } from '@recallite/store/records'
import { MemoryError } from '../errors.js'
import { versionsOf } from '../indexer/plan.js'
import { recordIdOf, recordPath, recordRoot } from '../records/record-path.js'
import type { RecordMemory } from '../records/record-memory.js'
import { readDocument } from '../readers/read-document.js'
import {
  ambiguous,
  documentsNamed,
  type FoundDocument,
  indexedAmong,
  documentsAt,
  isIndexed,
  suggestPaths,
} from './find-documents.js'
import { type LinkCache, type NoteLinks, readNoteLinks } from './note-links.js'
import { isAbsolute, join } from 'node:path'
import { pathGlob } from '../search/filter/filter-syntax.js'

/** A part of a document's text, read from its file. For a web page or a transcript, the text that its reader extracts. */
export interface Passage extends DocumentAddress, Span, NoteLinks {
  /** With `\n` line ends. */
  readonly text: string
  /** Number of lines of the whole document. */
  readonly lines: number
}

/** A span of a document; without lines, the whole document. */
interface Location extends Pick<LineRange, 'path'>, Pick<Span, 'startColumn' | 'endColumn'> {
  readonly startLine: number | null
  readonly endLine: number | null
}

/** Lines of a document. */
export interface LineRange {
  /** `path` or `root:path`; not parsed for lines. */
  readonly path: string
  /** The first line; default 1. */
  readonly from?: number | undefined
  /** Number of lines; default all that follow. */
  readonly lines?: number | undefined
}

const withSpan =
  /^(?<path>.+?):(?<line>\d+)(?::(?<column>\d+))?(?:-(?<endLine>\d+)(?::(?<endColumn>\d+))?)?$/su

/**
 * Reads a document or a span of it from its file.
 * @throws MemoryError `SPAN_INVALID`, `PATH_OUTSIDE_ROOT`, `DOCUMENT_UNKNOWN`, `DOCUMENT_AMBIGUOUS`, `DOCUMENT_UNREADABLE`
 */
export async function get(source: PassageSource, where: string | LineRange): Promise<Passage> {
  const location = typeof where === 'string' ? parseLocation(where) : lineLocation(where)
  const ofRecord = await readRecord(source, location)
  return ofRecord ?? readPassage(await findDocument(source.store, location.path), location, source)
}

/** What documents and records are read from. */
export interface PassageSource {
  readonly store: Store
  readonly records?: Pick<RecordMemory, 'get'> | undefined
  readonly links: LinkCache
}

/** Reads the record that a path names; undefined if it is not the path of a record. Rejects with RecordError `RECORD_UNKNOWN`. */
async function readRecord(
  { store, records }: Pick<PassageSource, 'store' | 'records'>,
  location: Location,
): Promise<Passage | undefined> {
  const id = recordIdOf(location.path)
  if (id === undefined || (await store.listRoots()).some(({ name }) => name === recordRoot)) return undefined
  const record = await records?.get(id)
  if (!record) {
    const message = `There is no record ${location.path}; it may have been forgotten. Use a path from a search result.`
    throw new RecordError('RECORD_UNKNOWN', message)
  }
  const address = { root: recordRoot, path: recordPath(record) }
  return toPassage({ ...address, ...unlinked, text: record.content }, location)
}

async function readPassage(
  found: FoundDocument,
  location: Location,
  source: PassageSource,
): Promise<Passage> {
  const { contentHash: _, ...read } = await readFound(found, source)
  return toPassage(read, location)
}

/** Reads the whole text of a document and its links. Rejects with MemoryError `PATH_OUTSIDE_ROOT`, `DOCUMENT_UNREADABLE`. */
export async function readFound(
  { root, path }: FoundDocument,
  { store, links }: Pick<PassageSource, 'store' | 'links'>,
) {
  const source = await readDocument(root, path)
  if (!('text' in source)) {
    throw new MemoryError(
      source.isOutside ? 'PATH_OUTSIDE_ROOT' : 'DOCUMENT_UNREADABLE',
      `${root.name}:${path} cannot be read: ${source.reason}. Run 'recallite index' to bring the index up to date.`,
    )
  }
  const address = { root: root.name, path }
  const linked = root.kind === 'sessions' ? unlinked : await readNoteLinks(address, store, links)
  return { ...address, ...linked, text: source.text, contentHash: source.contentHash }
}

/** Transcripts and records have no links. */
const unlinked: NoteLinks = { links: [], backlinks: [] }

function toPassage({ text, ...about }: Omit<Passage, keyof Span | 'lines'>, location: Location): Passage {
  const lines = splitLines(text)
  const span = toSpan(location, lines)
  return { ...about, ...span, text: sliceSpan(lines, span), lines: lines.length }
}

function lineLocation({ path, from = 1, lines = Infinity }: LineRange): Location {
  const location = { path, startLine: from, endLine: from + lines - 1, startColumn: null, endColumn: null }
  return checkSpan(location, `${path}, ${lines} lines from ${from}`)
}

/**
 * Reads `[root:]path[:from[-to]]`, where `from` and `to` are lines from 1, or `line:column` as in `12:5-14:80`; both ends are
 * included. `path:12` is one line.
 * @throws MemoryError `SPAN_INVALID`
 */
export function parseLocation(text: string): Location {
  const { path = text, line, column, endLine = line, endColumn } = withSpan.exec(text)?.groups ?? {}
  const lines = { startLine: toNumber(line), endLine: toNumber(endLine) }
  return checkSpan({ path, ...lines, startColumn: toNumber(column), endColumn: toNumber(endColumn) }, text)
}

function checkSpan(location: Location, text: string): Location {
  if (isValidSpan(location)) return location
  throw invalidSpan(`${text}: lines and columns count from 1, and a span must not end before it begins.`)
}

/**
 * Finds the document of a path: `root:path`, or a path that exists in one root only.
 * @throws MemoryError `PATH_OUTSIDE_ROOT`, `DOCUMENT_UNKNOWN`, `DOCUMENT_AMBIGUOUS`
 */
async function findDocument(store: Store, path: string): Promise<FoundDocument> {
  const found = await indexedAmong(documentsNamed(path, await store.listRoots()), store)
  const [document, another] = found
  if (!document) throw await unknownDocument(store, path)
  if (another) throw ambiguous(path, found)
  return document
}

/** Checks for a path out of the root only if no document matches, because a file name may look like one. */
export async function unknownDocument(store: Store, path: string): Promise<MemoryError> {
  if (leavesRoot(path)) {
    const message = `${path} is not a path inside a root. Write it as 'root:path', as search prints it.`
    return new MemoryError('PATH_OUTSIDE_ROOT', message)
  }
  const advice = await suggestPaths(path, store)
  return new MemoryError('DOCUMENT_UNKNOWN', `The index has no document ${path}. ${advice}`)
}

/** Whether `path` or `root:path` leads out of the root on any operating system. */
function leavesRoot(path: string): boolean {
  return (
    path.includes('\0') || /(^|:)([/\\~]|[A-Za-z]:[/\\])/u.test(path) || path.split(/[/\\:]/u).includes('..')
  )
}

function toSpan(location: Location, lines: readonly string[]): Span {
  assertExists(location, lines)
  const { startColumn, endColumn } = location
  const startLine = location.startLine ?? 1
  const endLine = Math.min(location.endLine ?? lines.length, lines.length)
  if (startColumn === null && endColumn === null) return { startLine, endLine, startColumn, endColumn }
  const lastLength = lines[endLine - 1]?.length ?? 0
  const lastColumn = Math.min(endColumn ?? lastLength, lastLength)
  return { startLine, endLine, startColumn: startColumn ?? 1, endColumn: lastColumn }
}

function assertExists({ path, startLine, startColumn }: Location, lines: readonly string[]): void {
  const line = lines[(startLine ?? 1) - 1]
  if (startLine !== null && startLine > Math.max(1, lines.length)) {
    throw invalidSpan(`${path} has ${lines.length} lines; line ${startLine} does not exist.`)
  }
  if (startColumn !== null && line !== undefined && startColumn > Math.max(1, line.length)) {
    const message = `Line ${startLine} of ${path} has ${line.length} columns; column ${startColumn} does not exist.`
    throw invalidSpan(message)
  }
}

function invalidSpan(message: string): MemoryError {
  return new MemoryError('SPAN_INVALID', message)
}

function toNumber(digits: string | undefined): number | null {
  return digits === undefined ? null : Number(digits)
}

function isValidSpan({ startLine, endLine, startColumn, endColumn }: Location): boolean {
  if (startLine === null || endLine === null) return true
  if (startLine < 1 || startColumn === 0 || endColumn === 0 || endLine < startLine) return false
  return endLine > startLine || endColumn === null || endColumn >= (startColumn ?? 1)
}

/** Options of `getAll`. */
export interface GetAllOptions {
  /** The base folder of relative file paths; without it, every path is a path in the index. */
  readonly folder?: string | undefined
}

/**
 * Reads the passages that each text names, in order: the id of a result; `[root:]path[:from[-to]]`; a file path, absolute or
 * relative to `folder`, with optional lines; or a glob, for all documents that match.
 * @throws MemoryError as `get` does; `OPTION_INVALID` for a glob that is too long
 */
export async function getAll(
  source: PassageSource,
  texts: readonly string[],
  { folder }: GetAllOptions = {},
): Promise<Passage[]> {
  const index = { ...source, roots: await source.store.listRoots(), folder }
  const passages: Passage[] = []
  for (const text of texts) {
    const location = parseLocation(text)
    const ofRecord = await readRecord(source, location)
    const ofChunk = ofRecord ? undefined : await readChunk(text, index)
    const passage = ofRecord ?? ofChunk
    const documents = passage ? [] : await findAll(location.path, index)
    if (passage) passages.push(passage)
    for (const document of documents) passages.push(await readPassage(document, location, source))
  }
  return passages
}

interface Index extends Pick<PassageSource, 'store' | 'links'> {
  readonly roots: readonly Root[]
  readonly folder: string | undefined
}

/** The document at the path relative to the folder; else all that match it as a glob; else the one in the index. */
async function findAll(path: string, index: Index): Promise<FoundDocument[]> {
  for (const document of fromFolder(path, index))
    if (await isIndexed(document, index.store)) return [document]
  const matching = await findMatching(path, index)
  return matching.length > 0 ? matching : [await findDocument(index.store, path)]
}

const chunkId = /^[\da-f]{20}$/u

async function readChunk(id: string, { store, roots, links }: Index): Promise<Passage | undefined> {
  if (!chunkId.test(id)) return undefined
  const { items } = await store.readItems([id])
  const locator = items[0]?.locator
  const root = roots.find(({ name }) => name === locator?.root)
  return locator && root && readPassage({ root, path: locator.path }, locator, { store, links })
}

function fromFolder(path: string, { roots, folder }: Index): FoundDocument[] {
  if (folder === undefined) return []
  return documentsAt(isAbsolute(path) ? path : join(folder, path), roots)
}

/** The documents that match a glob in the folder, else in the index; none if the glob is itself the path of a document. */
async function findMatching(glob: string, index: Index): Promise<FoundDocument[]> {
  const { store, roots } = index
  if (!/[*?[{]/u.test(glob)) return []
  const inIndex = documentsNamed(glob, roots)
  for (const document of inIndex) if (await isIndexed(document, store)) return []
  for (const candidates of [fromFolder(glob, index), inIndex]) {
    const found: FoundDocument[] = []
    for (const candidate of candidates) await addMatching(candidate, store, found)
    if (found.length > 0) return found
  }
  return []
}

async function addMatching({ root, path: glob }: FoundDocument, store: Store, found: FoundDocument[]) {
  const matches = createPathMatcher([pathGlob(glob)])
  for await (const page of versionsOf(root, store)) {
    for (const { path } of page) if (matches(path)) found.push({ root, path })
  }
}
