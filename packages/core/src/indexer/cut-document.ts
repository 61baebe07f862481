import { hash } from 'node:crypto'
import { indexWords, type Language, languageOf, loadLanguages, placeWords } from '@recallite/analysis'
import { chunk, type Chunk, describeSource } from '@recallite/chunker'
import { type ChunkWords, type IndexWord, type NewChunk, readFieldValue } from '@recallite/store'
import { localDay } from '../local-day.js'
import type { SourceDocument } from '../readers/source-document.js'
import type { Chunking } from './fingerprint.js'

/** Where a source stands, and what was read of it. */
interface SourceText extends Pick<SourceDocument, 'text' | 'format' | 'facts'> {
  readonly root: string
  readonly path: string
}

/** A source cut into what a store keeps of it. */
export interface CutDocument {
  readonly title: string
  readonly metadata: Readonly<Record<string, unknown>>
  readonly language: Language
  readonly chunks: readonly NewChunk[]
}

/**
 * The title counts this often in every chunk's words: measured on twelve English collections, three times is worth
 * .005 nDCG@10 to the keyword leg over once, and more than a weighted column of its own.
 */
const titleWeight = 3

interface ChunkPlace {
  readonly source: SourceText
  readonly title: string
  readonly language: Language
  readonly place: readonly IndexWord[]
  readonly occurrence: number
  readonly extraWords: string
}

/** What a document's date is told from. */
interface DatedSource {
  readonly path: string
  readonly metadata: Readonly<Record<string, unknown>>
  /** When its file was last changed, in milliseconds since the epoch. */
  readonly modifiedAt: number
}

const dateKeys = ['date', 'updated', 'modified', 'created']

const lengthOfDay = '2026-02-11'.length

/** Four, two and two digits, not part of a longer number but for the time of day behind them (202602111430). */
const dayInPath = /(?<!\d)((?:19|20|21)\d\d)([-_./]?)(\d\d)\2(\d\d)(?=\D|$|\d{4}(?:\d\d)?(?!\d))/gu

/** Cuts a source into chunks, with the words to index and the texts to embed. Loads its language if need be; else pure. */
export async function cutDocument(source: SourceText, chunking: Chunking): Promise<CutDocument> {
  const { format, facts } = source
  const { title: ownTitle, metadata } = facts ?? describeSource(source.text, format)
  const title = ownTitle ?? fileStem(source.path)
  const language = languageOf(source.text, metadata)
  await loadLanguages([language])
  const place = placeWords(source.path)
  const occurrences = new Map<string, number>()
  const chunks = chunk(source.text, { ...chunking, format }).map((piece, position) => {
    const occurrence = occurrences.get(piece.text) ?? 0
    occurrences.set(piece.text, occurrence + 1)
    // What a reader counts and names is for filters; nobody searches for how many bytes there were.
    const extraWords = position === 0 && !facts ? `${metadataWords(metadata)}\n` : ''
    return toNewChunk(piece, { source, title, language, place, occurrence, extraWords })
  })
  return { title, metadata, language, chunks }
}

/**
 * The day a document is of, as `2026-02-11`: what its front matter says as `date`, `updated`, `modified` or `created`,
 * the first of these that is an ISO date (a month or a year: its first day); else the last day in its path
 * (`2026-02-11.md`, `2026/02/11/notes.md`, `20260211-notes.md`); else the day its file was last changed.
 */
export function documentDate({ path, metadata, modifiedAt }: DatedSource): string {
  return dayOfMetadata(metadata) ?? dayOfPath(path) ?? localDay(modifiedAt)
}

function fileStem(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1)
  return name.replace(/\.[^.]+$/u, '') || name
}

/** What front matter says (tags, names), as words; its punctuation tells them apart. */
function metadataWords(metadata: Readonly<Record<string, unknown>>): string {
  return Object.values(metadata)
    .map((value) => (typeof value === 'string' ? value : JSON.stringify(value)))
    .join('\n')
}

function toNewChunk(piece: Chunk, place: ChunkPlace): NewChunk {
  const { source, title, occurrence } = place
  const prefix = opensWith(piece.text, title) ? '' : `${title}\n\n`
  return {
    ...piece,
    id: chunkId(source, piece.text, occurrence),
    words: wordsOfChunk(piece.text, place),
    inputs: [{ prefix, from: 0, to: piece.text.length }],
  }
}

/** Whether a chunk opens with its document's title, so that putting the title before it would only repeat it. */
function opensWith(text: string, title: string): boolean {
  return text.replace(/^[#\s]+/u, '').startsWith(title)
}

/** Content and place: root, path, text, and which of the equal texts of its document it is. */
function chunkId(source: SourceText, text: string, occurrence: number): string {
  const place = JSON.stringify([source.root, source.path, occurrence])
  return hash('sha256', `${place}\0${text}`).slice(0, 20)
}

function wordsOfChunk(text: string, { title, language, place, extraWords }: ChunkPlace): ChunkWords {
  const titles = `${title}\n`.repeat(titleWeight)
  return { ...indexWords(`${titles}${extraWords}${text}`, language), place }
}

function dayOfMetadata(metadata: DatedSource['metadata']): string | undefined {
  const values = new Map(Object.entries(metadata).map(([key, value]) => [key.toLowerCase(), value]))
  return dateKeys.map((key) => dayOf(String(values.get(key) ?? ''))).find((day) => day !== undefined)
}

function dayOf(text: string): string | undefined {
  return readFieldValue(text).first?.slice(0, lengthOfDay)
}

function dayOfPath(path: string): string | undefined {
  return Array.from(path.matchAll(dayInPath), ([, year, , month, day]) =>
    dayOf(`${year}-${month}-${day}`),
  ).findLast((day) => day !== undefined)
}
