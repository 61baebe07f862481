import { text as readText } from 'node:stream/consumers'
import { printable, renderJson, UsageError, type Io, type Request } from '@recallite/command-line'
import type { RecallOptions, RecordMemory, Remembered } from '@recallite/core/records'
import { flagSyntax, hasColour } from '@recallite/settings'
import { exitCodes } from '../failure.js'
import type { Flags } from '../flags/flags.js'
import { withRecords } from '../open/open-records.js'
import { count } from '../render/amounts.js'
import { percentOf } from '../render/amounts.js'
import { printRecallNotes, printFailures } from '../render/answer-notes.js'
import { aboutRecord, renderRecall } from '../render/recall.js'
import { createPalette } from '../render/styled-lines.js'

/** `recallite remember <content…>` */
export async function runRemember({ words, flags, io }: Request<Flags>): Promise<void> {
  const content = await contentOf(words, io)
  const { remembered, noModelReason } = await withRecords(flags, {}, async (open) => ({
    remembered: await store(open.records, content, flags),
    noModelReason: open.noModelReason,
  }))
  const { record, duplicate, degraded } = remembered
  const text = printable(record.content, { keepLines: true })
  io.write(flags.json ? renderJson(remembered) : `${aboutRecord(record)}\n${text}\n`)
  if (duplicate) io.talk(describeDuplicate(record.id, duplicate))
  printFailures(degraded, io, noModelReason)
}

async function contentOf(words: readonly string[], { input }: Pick<Io, 'input'>): Promise<string> {
  if (words.length !== 1 || words[0] !== '-') return words.join(' ')
  return (await readText(input)).trim()
}

function store(records: RecordMemory, content: string, flags: Flags): Promise<Remembered> {
  const { collection, session, confidence, context, summary, tag: tags, occurredAt, supersedes } = flags
  const { scopeFile: scopeFiles, entity: scopeEntities, allowDuplicate } = flags
  const about = { summary, scopeFiles, scopeEntities, tags, context, occurredAt }
  const fields = { ...about, collection, session, confidence }
  if (supersedes !== undefined) return records.supersede(supersedes, content, fields)
  return records.remember(content, { ...fields, allowDuplicate })
}

function describeDuplicate(id: string, { by, similarity }: NonNullable<Remembered['duplicate']>): string {
  const alike = by === 'content' ? 'word for word' : `by its ${by}, ${percentOf(similarity)}`
  return `Not stored: this record says it already (${alike}). To store it all the same: --allow-duplicate. To put it in its place: --supersedes ${printable(id)}\n`
}

/** `recallite recall [query…]` */
export async function runRecall({ words, flags, io }: Request<Flags>): Promise<void> {
  const query = words.join(' ')
  if (query.trim() === '' && flags.session === undefined) {
    throw new UsageError(
      "Say what to recall: 'recallite recall QUERY'. --session ID alone replays a session.",
    )
  }
  const asked = { ...recallOptions(flags), signal: io.interrupted }
  const { answer, noModelReason } = await withRecords(
    flags,
    { isTold: true, onlyReads: io },
    async (open) => ({
      answer: await open.records.recall(query, {
        ...asked,
        fusion: flags.fusion,
      }),
      noModelReason: open.noModelReason,
    }),
  )
  const { explanation, results, ...rest } = answer
  if (flags.json) io.write(renderJson({ ...rest, ...(flags.explain && { explanation }), results }))
  else {
    const { explain: isExplained = false } = flags
    io.write(
      await renderRecall(answer, { palette: createPalette(hasColour(io)), columns: io.columns, isExplained }),
    )
  }
  printRecallNotes(answer, io, noModelReason)
}

/**
 * The options of a recall, from flags.
 * @throws UsageError if a flag says how to do what no flag asks for
 */
export function recallOptions(flags: Flags): RecallOptions {
  const { limit, collection, session, minConfidence, filter, includeSuperseded, mode, threshold } = flags
  const {
    near: position,
    maxDistance,
    frame,
    nearField: field,
    boost,
    boostFactor: factor = 1.5,
    halfLife,
  } = flags
  assertTogether(flags, 'maxDistance', 'near')
  assertTogether(flags, 'frame', 'near')
  assertTogether(flags, 'nearField', 'near')
  assertTogether(flags, 'boostFactor', 'boost')
  return {
    limit,
    collection,
    session,
    minConfidence,
    filter,
    includeSuperseded,
    mode,
    threshold,
    spatial: position && { position, maxDistance, frame, field },
    boost: boost && { filter: boost, factor },
    decay: halfLife === undefined ? undefined : { halfLife },
  }
}

function assertTogether(flags: Flags, flag: keyof Flags, needed: keyof Flags): void {
  if (flags[flag] === undefined || flags[needed] !== undefined) return
  throw new UsageError(`${flagSyntax(flag)} goes with ${flagSyntax(needed)}. Give both, or neither.`)
}

/** `recallite forget <id…>` */
export async function runForget({ words, flags, io }: Request<Flags>): Promise<number> {
  const [forgotten, unknown]: [string[], string[]] = [[], []]
  await withRecords(flags, { isTold: true }, async ({ records }) => {
    for (const id of new Set(words)) ((await records.forget(id)) ? forgotten : unknown).push(id)
  })
  if (flags.json) io.write(renderJson({ forgotten, unknown }))
  if (!flags.json && forgotten.length > 0) io.talk(`Forgot ${count(forgotten.length, 'record')}.\n`)
  for (const id of unknown) io.talk(`There is no record ${printable(id)}.\n`)
  return unknown.length === 0 ? exitCodes.done : exitCodes.failed
}
