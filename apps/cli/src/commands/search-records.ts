import { existsSync } from 'node:fs'
import { renderJson, UsageError, type Io, type Request } from '@recallite/command-line'
import { searchDefaults, type SearchResult } from '@recallite/core'
import type { RecallAnswer, RecallResult } from '@recallite/core/records'
import { StoreError } from '@recallite/store'
import { flagSyntax, hasColour, hasLinks } from '@recallite/settings'
import { searchMemory, type MemorySearch } from '../ask-memory.js'
import type { Flags } from '../flags/flags.js'
import { findMemory } from '../memory-location.js'
import { withRecords } from '../open-records.js'
import { hasRecords } from '../record-files.js'
import { printAnswerNotes } from '../render/answer-notes.js'
import { renderResult } from '../render/answer.js'
import { printRecallNotes } from '../render/recall-notes.js'
import { renderRecordResult } from '../render/recall.js'
import { createPalette } from '../render/palette.js'
import { runRecall } from './records.js'

/** `recallite search --kind record`, `recallite search --kind all` */
export async function runSearchOfRecords(request: Request<Flags>): Promise<void> {
  assertApplies(request.flags)
  await (request.flags.kind === 'record' ? runRecall(request) : searchAll(request))
}

/** The flags of a search that mean the same for records. */
const applicable: ReadonlySet<string> = new Set([
  'kind',
  'limit',
  'threshold',
  'explain',
  'json',
  'inProcess',
  'scope',
  'db',
  'agent',
  'config',
  'model',
  'provider',
  'offline',
])

function assertApplies({ format, ...flags }: Flags): void {
  const given = Object.keys(flags).find((name) => !applicable.has(name))
  const isOther = format !== undefined && format !== 'text' && format !== 'json'
  if (given === undefined && !isOther) return
  const name = flagSyntax((given ?? 'format') as keyof Flags)
  throw new UsageError(
    `${name}${isOther && given === undefined ? ` ${format}` : ''} is for files, not for --kind ${flags.kind}. Leave one out; 'recallite recall' has flags of its own.`,
  )
}

type Found =
  | { readonly kind: 'file'; readonly result: SearchResult }
  | { readonly kind: 'record'; readonly result: RecallResult }

/** Both answers; one is undefined where there is nothing of the kind. */
interface Both {
  readonly query: string
  readonly files: MemorySearch | undefined
  readonly records: RecallAnswer | undefined
  readonly noModelReason: string | undefined
}

/** Each kind is searched as by itself, with counts and a calibration of its own: only confidences are compared. */
async function searchAll({ words, flags, io }: Request<Flags>): Promise<void> {
  const query = words.join(' ')
  const both = { query, ...(await askBoth(query, flags, io)) }
  const found = merge(both).slice(0, flags.limit ?? searchDefaults.limit)
  const isJson = flags.json ?? flags.format === 'json'
  io.write(isJson ? renderJson(toJson(both, found, flags)) : await render(both, found, { flags, io }))
  const { files, records, noModelReason } = both
  if (found.length > 0) return
  if (files) printAnswerNotes(files.report, io, { noModelReason: files.noModelReason })
  if (records) printRecallNotes(records, io, noModelReason)
}

async function askBoth(query: string, flags: Flags, io: Io): Promise<Omit<Both, 'query'>> {
  const { path, connection } = await findMemory(flags, {})
  const isOnServer = connection.server !== undefined
  const isTold = hasRecords({ path, connection })
  const files = await searchMemory(query, flags, io).catch((error: unknown) => {
    const isMissing = StoreError.isInstance(error) && !isOnServer && !existsSync(path)
    if (isMissing && isTold) return undefined
    throw error
  })
  if (!isTold) return { files, records: undefined, noModelReason: undefined }
  const { limit, threshold } = flags
  const options = { limit, threshold, signal: io.interrupted }
  return withRecords(flags, { isTold: true, onlyReads: io }, async (open) => ({
    files,
    records: await open.records.recall(query, options),
    noModelReason: open.noModelReason,
  }))
}

/** By confidence, in the order of each answer; of equal ones files come first. */
function merge({ files, records }: Both): Found[] {
  const all: Found[] = [
    ...(files?.report.answer.results ?? []).map((result) => ({ kind: 'file', result }) as const),
    ...(records?.results ?? []).map((result) => ({ kind: 'record', result }) as const),
  ]
  return all.toSorted((a, b) => b.result.confidence - a.result.confidence)
}

function toJson({ query, files, records }: Both, found: readonly Found[], { explain }: Flags): object {
  const about = <Answer extends { results: unknown; explanation: unknown }>(answer: Answer | undefined) => {
    if (answer === undefined) return null
    const { results: _, explanation, ...rest } = answer
    return { ...rest, ...(explain && { explanation }) }
  }
  return { query, results: found, files: about(files?.report.answer), records: about(records) }
}

async function render(
  { files }: Both,
  found: readonly Found[],
  { flags, io }: { readonly flags: Flags; readonly io: Io },
): Promise<string> {
  const explained = flags.explain ? await import('../render/explanation.js') : undefined
  const { columns } = io
  const style = { palette: createPalette(hasColour(io)), columns, isExplained: explained !== undefined }
  const indent = ' '.repeat(String(found.length).length + 2)
  const blocks = found.map(({ kind, result }, index) => {
    const layout = { columns, indent, first: `${index + 1}.`.padEnd(indent.length) }
    if (kind === 'record')
      return renderRecordResult(result, { ...style, ...layout, explained, isReplay: false })
    const ofFiles = { ...style, roots: files?.roots ?? [], hasLinks: hasLinks(io) }
    return renderResult(result, ofFiles, { layout, explanation: explained })
  })
  return blocks.map((lines) => `${lines.join('\n')}\n`).join('\n')
}
