import { once } from 'node:events'
import {
  closing,
  type Io,
  printable,
  renderJson,
  renderJsonLine,
  type Request,
  shellWord,
  UsageError,
} from '@recallite/command-line'
import { createProgressBar } from '@recallite/command-line/progress-bar'
import {
  type EmbedReport,
  type IndexOptions,
  type IndexReport,
  type MemoryScope,
  reasonOf,
  type SyncProgress,
  type TextReport,
  type Upload,
} from '@recallite/core'
import { recalliteCommand } from '../doctor/finding.js'
import { exitCodes } from '../failure.js'
import type { Flags } from '../flags/flags.js'
import { assertEnabled, type OpenMemory, watchOptions, withMemory, withMending } from '../open/open-memory.js'
import { describeUnused } from '../open/sources.js'
import { count, describeEstimate } from '../render/amounts.js'
import {
  printIndexNotes,
  printRefusals,
  refusalPrinter,
  renderEmbed,
  renderIndexPlan,
  renderIndexReport,
  renderSync,
  renderUpload,
  renderUsersFolders,
  waitOptions,
  skippedToJson,
} from '../render/index-report.js'
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
  for (const { root, to } of outcome.moved) {
    const command = recalliteCommand(`roots remove ${shellWord(root)}`, flags)
    io.talk(
      `${printable(root)} has moved: its notes are in ${printable(to)}. To remove the old root: ${printable(command)}\n`,
    )
  }
  return exitCodeOf(outcome, flags)
}

/** Indexes folders into a memory, or updates all of it if none is named. */
export async function indexInto(open: OpenMemory, request: Request<Flags>) {
  const { memory, resolved, backends } = open
  const { words, io } = request
  assertEnabled(resolved)
  printSharedFolders(open, io)
  const batch = batchOptions(request, open)
  if (backends.length === 0 && resolved.chain.length > 0) await printMissingModel(open, request)
  const report = await runWithBar(io, (options) => memory.index(words, { ...options, batch }))
  const providerUnavailable = report.embedFailure !== null && resolved.chain[0]?.provider !== 'auto'
  const about = { leftProject: open.leftProject, unused: describeUnused(resolved, open) }
  return { outcome: { ...report, providerUnavailable }, ...about }
}

async function runPlan({ words, flags, io }: Request<Flags>): Promise<number> {
  const use = { fills: true, isScratch: true, namesFolders: words.length > 0 }
  const plan = await withMemory(flags, use, (open) => planInto(open, { words, io }))
  const { changes: _, ...counted } = plan
  io.write(
    flags.json ? renderJson({ ...counted, skipped: skippedToJson(plan.skipped) }) : renderIndexPlan(plan),
  )
  printRefusals(plan.refused, io)
  return exitCodes.done
}

/** Computes what indexing folders would do, in a temporary copy of the memory. */
export async function planInto(
  { memory, resolved }: OpenMemory,
  { words, io }: Pick<Request<Flags>, 'words' | 'io'>,
) {
  assertEnabled(resolved)
  return runWithBar(io, (options) => memory.plan(words, options))
}

const phaseLabels: Readonly<Record<SyncProgress['phase'], string>> = {
  scan: 'Looking',
  read: 'Reading files',
  embed: 'Embedding texts',
}

async function runWithBar<Result>(io: Io, run: (options: IndexOptions) => Promise<Result>): Promise<Result> {
  const bar = await createProgressBar(io)
  const talk = (text: string) => {
    bar.stop()
    io.talk(text)
  }
  return run({
    onProgress: ({ phase, done, total }) => bar.show({ label: phaseLabels[phase], done, total }),
    onUpload: (upload) => talk(renderUpload(upload)),
    onEstimate: (estimate) => talk(`${describeEstimate(estimate)}\n`),
    ...waitOptions({ ...io, talk }),
  }).finally(() => bar.stop())
}

/** Options for batch jobs, which are used if the flag is set, or if the setting is and the provider has them. */
export function batchOptions(
  { flags }: Pick<Request<Flags>, 'flags'>,
  { backends, resolved }: Pick<OpenMemory, 'backends' | 'resolved'>,
): IndexOptions['batch'] {
  const { enabled, concurrency } = resolved.settings.batch
  const [backend] = backends
  if (flags.batch && !backend?.openBatches) {
    throw new UsageError('--batch needs a provider with batch jobs: --provider openai or --provider gemini.')
  }
  return flags.batch || (enabled && backend?.openBatches) ? { concurrency } : undefined
}

/** Reports a missing model; warns if the memory has vectors, because then only new texts lack them. */
async function printMissingModel({ memory, noModelReason = '' }: OpenMemory, { flags, io }: Request<Flags>) {
  const { spaces } = await memory.status()
  if (spaces.length === 0) return io.talk(`Only keyword search works: ${noModelReason}.\n`)
  const why = flags.offline ? '--offline leaves no embedding model' : 'No embedding model'
  io.talk(`${why}: new texts get no vectors. Choose one: --model FILE.gguf\n`)
}

type Outcome = IndexReport & { readonly providerUnavailable: boolean }

/** Omits the list of changed documents, since the first run of a large memory would list every document. */
function toJson({ changes: _, ...report }: Outcome) {
  return {
    ...report,
    skipped: skippedToJson(report.skipped),
    unembedded: report.unembedded.map(({ document, ...text }) => ({ ...document, ...text })),
  }
}

/** The exit status of a run that indexed. */
export function exitCodeOf(outcome: Outcome, { strict }: Flags): number {
  const { providerUnavailable, skipped, unembedded, withheld, embedFailure } = outcome
  if (providerUnavailable) return exitCodes.providerUnavailable
  const isEmbedded = unembedded.length === 0 && withheld.length === 0 && embedFailure === null
  const isComplete = isEmbedded && skipped.every(({ isText }) => !isText)
  return strict && !isComplete ? exitCodes.incomplete : exitCodes.done
}

/** `recallite watch`: runs until it is interrupted, then returns without an error. */
export async function runWatch({ flags, io }: Request<Flags>): Promise<void> {
  const use = { fills: true, livesLong: true }
  const watch = () => withMemory(flags, use, (open) => watchMemory(open, { flags, io }))
  await withMending({ flags, io }, use, watch)
}

async function watchMemory(open: OpenMemory, { flags, io }: Pick<Request<Flags>, 'flags' | 'io'>) {
  const { memory, resolved } = open
  assertEnabled(resolved)
  printSharedFolders(open, io)
  const { onReady, ...listener } = flags.json ? jsonListener(io) : textListener(io, open)
  const onUpload = (upload: Upload) => io.talk(renderUpload(upload))
  const watch = await memory.watch({ ...watchOptions(resolved.settings), ...listener, onUpload })
  await closing(watch, async () => {
    await onReady()
    if (!io.interrupted.aborted) await once(io.interrupted, 'abort')
  })
}

function jsonListener({ write }: Io) {
  const tell = (event: object) => write(`${renderJsonLine(event)}\n`)
  return {
    onReady: async () => tell({ event: 'watching' }),
    onSync({ skipped, ...report }: TextReport) {
      const texts = skipped.filter(({ isText }) => isText)
      tell({ event: 'sync', ...report, skipped: skippedToJson(texts) })
    },
    onEmbed: ({ embedded, unembedded, fallback, givenUp }: EmbedReport) =>
      tell({ event: 'embed', embedded, unembedded: unembedded.length, fallback, failure: givenUp }),
    onFailure: (message: string) => tell({ event: 'trouble', message }),
  }
}

function textListener({ talk }: Io, { memory, scope }: Pick<OpenMemory, 'memory' | 'scope'>) {
  const printNewRefusals = refusalPrinter({ talk })
  const onFailure = (message: string) => talk(`${printable(message)}\n`)
  let isSynced = false
  return {
    // There may be no roots yet: the first sync adds those of the sources, or reports that there are none.
    async onReady() {
      const roots = await memory.listRoots()
      const folders = roots.map(({ name, path }) => `  ${printable(name)}: ${printable(path)}\n`)
      const what = roots.length === 0 ? '' : ` ${count(roots.length, 'folder')}`
      talk(`Watching${what}; Ctrl-C stops it.\n${folders.join('')}`)
    },
    onSync(report: TextReport) {
      printNewRefusals(report.refused)
      talk(renderSync(report))
      if (isSynced) return
      isSynced = true
      if (report.files > 0) return
      memory
        .listRoots()
        .then((roots) => roots.length === 0 && talk(`${adviceFor(scope)}\n`))
        .catch((error: unknown) => onFailure(reasonOf(error)))
    },
    onEmbed: (report: EmbedReport) => talk(renderEmbed(report)),
    onFailure,
  }
}

function adviceFor(scope: MemoryScope): string {
  return scope.kind === 'project'
    ? `There are no notes yet. Write some to MEMORY.md or memory/ in ${printable(scope.folder)}; they are indexed at once.`
    : 'This memory has no folder yet. Index one in another terminal: recallite index FOLDER. This command then watches it too.'
}
