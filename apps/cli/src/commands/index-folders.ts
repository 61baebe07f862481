import { renderJson, UsageError, type Io, type Request } from '@recallite/command-line'
import { createProgressBar } from '@recallite/command-line/progress-bar'
import type { IndexOptions, IndexReport, SyncProgress } from '@recallite/core'
import { assertEnabled, lockWait, withMemory, type OpenMemory } from '../open/open-memory.js'
import { isNamed } from '../open/choose-backends.js'
import { exitCodes } from '../failure.js'
import type { Flags } from '../flags/flags.js'
import { withMending } from '../open/mend-index.js'
import {
  renderIndexPlan,
  renderIndexReport,
  renderUpload,
  renderUsersFolders,
  printIndexNotes,
  printRefusals,
  skippedToJson,
} from '../render/index-report.js'
import { describeUnused } from '../open/sources.js'
import { printSharedFolders } from '../trust/folders.js'

/** `recallite index [folder…]` */
export async function runIndex(request: Request<Flags>): Promise<number> {
  const { words, flags, io } = request
  if (flags.dryRun) return runPlan(request)
  const use = { fills: true, namesFolders: words.length > 0 }
  const index = () => withMemory(flags, use, (open) => indexInto(open, request))
  const { outcome, leftProject, unused } = await withMending(request, use, index)
  io.write(flags.json ? renderJson(toJson(outcome)) : renderIndexReport(outcome))
  if (leftProject !== undefined) io.talk(renderUsersFolders(leftProject))
  if (unused !== undefined) io.talk(`${unused}.\n`)
  printIndexNotes(outcome, io)
  return exitCodeOf(outcome, flags)
}

async function indexInto(open: OpenMemory, request: Request<Flags>) {
  const { memory, resolved, backends } = open
  const { words, io } = request
  assertEnabled(resolved)
  printSharedFolders(open, io)
  const batch = batchOptions(request, open)
  if (backends.length === 0 && resolved.settings.provider !== 'none') await printMissingModel(open, request)
  const report = await runWithBar(io, (options) => memory.index(words, { ...options, batch, wait: lockWait }))
  const providerUnavailable = report.embedFailure !== null && isNamed(resolved)
  const about = { leftProject: open.leftProject, unused: describeUnused(resolved, open) }
  return { outcome: { ...report, providerUnavailable }, ...about }
}

async function runPlan({ words, flags, io }: Request<Flags>): Promise<number> {
  const use = { fills: true, isScratch: true, namesFolders: words.length > 0 }
  const plan = await withMemory(flags, use, async ({ memory, resolved }) => {
    assertEnabled(resolved)
    return runWithBar(io, (options) => memory.plan(words, options))
  })
  const { changes: _, ...counted } = plan
  io.write(
    flags.json ? renderJson({ ...counted, skipped: skippedToJson(plan.skipped) }) : renderIndexPlan(plan),
  )
  printRefusals(plan.refused, io)
  return exitCodes.done
}

const phaseLabels: Readonly<Record<SyncProgress['phase'], string>> = {
  scan: 'Looking',
  read: 'Reading files',
  embed: 'Embedding texts',
}

async function runWithBar<Result>(
  io: Io,
  run: (options: Pick<IndexOptions, 'onProgress' | 'onUpload' | 'signal'>) => Promise<Result>,
): Promise<Result> {
  const bar = await createProgressBar(io)
  try {
    return await run({
      onProgress: ({ phase, done, total }) => bar.show({ label: phaseLabels[phase], done, total }),
      onUpload(upload) {
        bar.stop()
        io.talk(renderUpload(upload))
      },
      signal: io.interrupted,
    })
  } finally {
    bar.stop()
  }
}

/** Batch jobs are used where the flag asks for them, or where the setting does and the provider has them. */
function batchOptions({ flags }: Request<Flags>, { backends, resolved }: OpenMemory): IndexOptions['batch'] {
  const { enabled, concurrency } = resolved.settings.batch
  const [backend] = backends
  if (flags.batch && !backend?.openBatches) {
    throw new UsageError('--batch needs a provider with batch jobs: --provider openai or --provider gemini.')
  }
  return flags.batch || (enabled && backend?.openBatches) ? { concurrency } : undefined
}

/** In a memory that has vectors, new texts would be the only ones without. */
async function printMissingModel(
  { memory, noModelReason = '' }: OpenMemory,
  { flags, io }: Request<Flags>,
): Promise<void> {
  const { spaces } = await memory.status()
  if (spaces.length === 0) return io.talk(`For search by words alone: ${noModelReason}.\n`)
  const why = flags.offline ? '--offline leaves no embedding model' : 'No embedding model'
  io.talk(`${why}: new texts get no vectors. Name it: --model FILE.gguf\n`)
}

type Outcome = IndexReport & { readonly providerUnavailable: boolean }

/** Without the documents that changed: the first run of a large memory would name them all. */
function toJson({ changes: _, ...report }: Outcome) {
  return {
    ...report,
    skipped: skippedToJson(report.skipped),
    unembedded: report.unembedded.map(({ document, ...text }) => ({ ...document, ...text })),
  }
}

function exitCodeOf(outcome: Outcome, { strict }: Flags): number {
  const { providerUnavailable, skipped, unembedded, withheld, embedFailure } = outcome
  if (providerUnavailable) return exitCodes.providerUnavailable
  const isEmbedded = unembedded.length === 0 && withheld.length === 0 && embedFailure === null
  const isComplete = isEmbedded && skipped.every(({ isText }) => !isText)
  return strict && !isComplete ? exitCodes.incomplete : exitCodes.done
}
