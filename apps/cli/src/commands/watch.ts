import { once } from 'node:events'
import { printable, renderJsonLine, type Io, type Request } from '@recallite/command-line'
import { type EmbedReport, type MemoryScope, reasonOf, type TextReport, type Upload } from '@recallite/core'
import type { Root } from '@recallite/store'
import { assertEnabled, type OpenMemory, withMemory } from '../open/open-memory.js'
import type { Flags } from '../flags/flags.js'
import { watchOptions } from '../open/open-memory.js'
import { withMending } from '../open/mend-index.js'
import { count } from '../render/amounts.js'
import {
  refusalPrinter,
  renderEmbed,
  renderSync,
  renderUpload,
  skippedToJson,
} from '../render/index-report.js'
import { printSharedFolders } from '../trust/folders.js'

/** `recallite watch`: ends when it is asked to, and that is no failure. */
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
  try {
    await onReady()
    if (!io.interrupted.aborted) await once(io.interrupted, 'abort')
  } finally {
    await watch.close()
  }
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
    async onReady() {
      const roots = await memory.listRoots()
      // The first sync may be about to add the roots of the sources; if it adds none, it says so.
      talk(renderWatched(roots))
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

/** Names the folders that are watched. */
function renderWatched(roots: readonly Root[]): string {
  if (roots.length === 0) return 'Watching; Ctrl-C ends it.\n'
  const folders = roots.map(({ name, path }) => `  ${printable(name)}: ${printable(path)}\n`)
  return `Watching ${count(roots.length, 'folder')}; Ctrl-C ends it.\n${folders.join('')}`
}

/** What to do in a memory without a folder. */
function adviceFor(scope: MemoryScope): string {
  return scope.kind === 'project'
    ? `There are no notes yet. Write some into MEMORY.md or memory/ in ${printable(scope.folder)}: they are indexed at once.`
    : 'There is no folder in this memory yet. In another terminal, index one: recallite index FOLDER. It is watched from then on.'
}
