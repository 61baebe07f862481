import { hash } from 'node:crypto'
import { indexWords, type Language, languageOf, loadLanguages, pathWords } from '@recallite/keyword'
import { type Chunk, chunkSource, cutPieces, type Piece, withoutNoise } from '@recallite/chunker'
import { encodeTermList } from '@recallite/keyword/ranking'
import type { EmbeddingInput, IndexWord, NewChunk } from '@recallite/store'
import { dayWord, headingDays } from '../read-days.js'
import type { SourceDocument } from '../readers/source-document.js'
import { statedDate } from './document-date.js'
import type { Chunking } from './fingerprint.js'
import { hasSecretKey, isSecretProperty, looksSecret } from './looks-secret.js'
import { noteMetadata, withAbbreviations } from './note-metadata.js'
import { replyContexts } from './reply-context.js'

interface SourceText extends Pick<SourceDocument, 'text' | 'format' | 'facts' | 'turns'> {
  readonly root: string
  readonly path: string
  /** Text whose words are indexed like those of a path; default: the path. */
  readonly place?: string | undefined
  /** Further words to index; default: those of the front matter. */
  readonly words?: string | undefined
  /** The root's description, whose words find each chunk with a lower weight. */
  readonly description?: string | undefined
  /** The text that it replies to; default: `replyTo` of its front matter. */
  readonly replyTo?: string | undefined
}

/**
 * How often the title counts in the words of every chunk. On twelve English collections, three gains .005 nDCG@10 of keyword
 * ranking over one, and more than a separate weighted column.
 */
const titleWeight = 3

interface ChunkContext {
  readonly source: SourceText
  readonly title: string
  /** The title, repeated `titleWeight` times, and its number of words. */
  readonly titles: string
  readonly titleLength: number
  readonly language: Language
  readonly place: readonly IndexWord[]
  readonly described: readonly IndexWord[]
  readonly replyTo: string | undefined
  /** The number of the chunk among equal texts of the document, which makes its id unique. */
  readonly occurrence: number
  readonly extraWords: string
  readonly hasPieces: boolean
}

/** Cuts a document into chunks with their words and the texts to embed. Pure, but loads the data of the language. */
export async function cutDocument(source: SourceText, chunking: Chunking) {
  const { format, facts } = source
  const { target, overlap, pieces } = chunking
  const hasPieces = pieces !== false
  const cutting = { target, overlap, format, starts: source.turns, isWithheld: isSecretProperty }
  const { chunks: cuts, leftOut, hasUnreadFrontMatter, ...note } = chunkSource(source.text, cutting)
  const { metadata } = facts ?? note
  const title = facts?.title ?? note.title ?? fileStem(source.path)
  const ofNote = facts ? metadata : noteMetadata(metadata, note)
  const language = languageOf(source.text, metadata)
  await loadLanguages([language])
  const place = pathWords(source.place ?? source.path)
  const titles = `${title}\n`.repeat(titleWeight)
  const titleLength = indexWords(titles, language).text.length
  const dated = { path: source.path, metadata, language, hasUnreadFrontMatter }
  const stated = facts ? { day: undefined, unread: [] } : statedDate(dated)
  const described = indexWords(`${source.description ?? ''}\n${dayWord(stated.day)}`, language).text
  const shared = { source, title, titles, titleLength, language, place, described, hasPieces }
  const occurrences = new Map<string, number>()
  const { turns, replyTo = statedReply(note.metadata) } = source
  const contexts = replyContexts(cuts, { turns, replyTo })
  const further = withoutNoise(furtherWords(source, metadata))
  const chunks = cuts.map((cut, position) => {
    const occurrence = occurrences.get(cut.text) ?? 0
    occurrences.set(cut.text, occurrence + 1)
    const extraWords = position === 0 && further !== '' ? `${further}\n` : ''
    return toNewChunk(cut, { ...shared, occurrence, extraWords, replyTo: contexts[position] })
  })
  const isSecret = isSecretNote(source, title, note.metadata)
  const document = { title, metadata: withAbbreviations(ofNote, title, source.text), language, isSecret }
  return { ...document, chunks, leftOut, stated }
}

function isSecretNote(
  { path, replyTo, text }: SourceText,
  title: string,
  metadata: Readonly<Record<string, unknown>>,
): boolean {
  return hasSecretKey(metadata) || looksSecret(path, [title, replyTo, text].join('\n'))
}

function fileStem(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1)
  // Notion adds an id.
  return name.replace(/(?: [\da-f]{32})?\.[^.]+$/u, '') || name
}

/** The key of front matter for the text that a note replies to. */
const replyField = 'replyTo'

function statedReply({ [replyField]: stated }: Readonly<Record<string, unknown>>): string | undefined {
  return typeof stated === 'string' ? stated : undefined
}

/** The words of a document besides its text, without `replyTo`, which its first chunk has if it needs it. */
function furtherWords(
  { words, facts }: SourceText,
  { [replyField]: _, ...metadata }: Readonly<Record<string, unknown>>,
): string {
  // Metadata from readers is for filters only.
  const stated = facts ? [] : publicEntries(metadata)
  return words ?? stated.map(([, value]) => valueWords(value)).join('\n')
}

function publicEntries(metadata: object): (readonly [string, unknown])[] {
  return Object.entries(metadata).filter(([key, value]) => !isSecretProperty(key, String(value)))
}

/** Nested keys count as words too. */
function valueWords(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return JSON.stringify(value)
  return publicEntries(value)
    .map(([key, item]) => `${key}: ${valueWords(item)}`)
    .join('\n')
}

function toNewChunk({ tables, ...cut }: Chunk, context: ChunkContext): NewChunk {
  const { source, titles, language, place, described, replyTo, occurrence, extraWords } = context
  const { text } = cut
  const days = headingDays(cut.heading, text, `${context.title} ${source.path}`)
  const dayWords = days.length > 0 ? indexWords(days.map(dayWord).join('\n'), language).text : []
  const clean = withoutNoise(text)
  const above = tables.filter(({ rows }) => rows === 0).map(({ columns }) => columns)
  const around = [...above, replyTo ?? ''].join('\n')
  const { parts, ...ofText } = indexWords(`${titles}${extraWords}${clean}\n${around}`, language)
  const words = { ...ofText, parts: [...parts, ...described, ...dayWords], place }
  const firstHeading = extraWords === '' ? /^#.*/u.exec(text)?.[0] : undefined
  const titleLength = context.titleLength + indexWords(firstHeading ?? '', language).text.length
  const key = JSON.stringify([source.root, source.path, occurrence])
  return {
    ...cut,
    heading: [...cut.heading, ...above],
    id: hash('sha256', `${key}\0${text}`).slice(0, 20),
    words,
    termList: encodeTermList({ ...words, titleLength }),
    inputs: inputsOf({ text, tables, clean }, context),
  }
}

/**
 * The text of the chunk or, if it is long, its pieces, each after the title and the column names of its table; and the first of these
 * again, after the text it replies to. A part with noise is in the prefix without it, because the text between the offsets has it.
 */
function inputsOf(
  { text, tables, clean }: Pick<Chunk, 'text' | 'tables'> & { readonly clean: string },
  { title, hasPieces, replyTo }: ChunkContext,
): EmbeddingInput[] {
  const pieces = hasPieces ? cutPieces(clean) : []
  const inputs = (pieces.length > 0 ? pieces : [{ from: 0, to: text.length }]).flatMap((piece) => {
    const part = clean.slice(piece.from, piece.to)
    const isTitled = part.replace(/^[#\s]+/u, '').startsWith(title)
    const { header, from } = belowHeader(text, tables, piece)
    const prefix = `${isTitled ? '' : `${title}\n\n`}${header}`
    if (part === text.slice(piece.from, piece.to)) return [{ prefix, from, to: piece.to }]
    const plain = clean.slice(from, piece.to).replaceAll('\uFEFF', '').trim()
    return plain === '' ? [] : [{ prefix: prefix + plain, from, to: from }]
  })
  if (replyTo === undefined) return inputs
  return [
    ...inputs,
    ...inputs.slice(0, 1).map((input) => ({ ...input, prefix: `${input.prefix}${replyTo}\n` })),
  ]
}

/** Where a piece begins below the header of its table, and the text before it, without padding; nothing before it outside of tables. */
function belowHeader(text: string, tables: Chunk['tables'], { from, to }: Piece) {
  const table = tables.find((part) => from < part.to && to > part.rows)
  if (table && from >= table.rows) return { header: `${table.columns}\n`, from }
  const header = text.slice(from, table?.rows ?? from)
  // A model would read each dash of a wide separator.
  return /-{20}/u.test(header)
    ? { header: header.replace(/^.*-{20}.*\n|[^\S\n]{2,}/gmu, ''), from: table?.rows ?? from }
    : { header: '', from }
}
