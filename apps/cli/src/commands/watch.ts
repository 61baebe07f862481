import { once } from 'node:events'
import { printable, renderJsonLine, type Io, type Request } from '@recallite/command-line'
import type { EmbedReport, TextReport, Upload } from '@recallite/core'
import { assertEnabled, withMemory } from '../open-memory.js'
import type { Flags } from '../flags/flags.js'
import { watchOptions } from '../memory-options.js'
import {
  refusalPrinter,
  renderEmbed,
  renderSync,
  renderUpload,
  skippedToJson,
} from '../render/index-report.js'
import { printSharedFolders } from '../trust/shared-folders.js'

/** `recallite watch`: ends when it is asked to, and that is no failure. */
export async function runWatch({ flags, io }: Request<Flags>): Promise<void> {
  const { onReady, ...listener } = flags.json ? jsonListener(io) : textListener(io)
  const onUpload = (upload: Upload) => io.talk(renderUpload(upload))
  await withMemory(flags, { fills: true, livesLong: true }, async (open) => {
    const { memory, resolved } = open
    assertEnabled(resolved)
    printSharedFolders(open, io)
    const watch = await memory.watch({ ...watchOptions(resolved.settings), ...listener, onUpload })
    try {
      onReady()
      if (!io.interrupted.aborted) await once(io.interrupted, 'abort')
    } finally {
      await watch.close()
    }
  })
}

function jsonListener({ write }: Io) {
  const tell = (event: object) => write(`${renderJsonLine(event)}\n`)
  return {
    onReady: () => tell({ event: 'watching' }),
    onSync({ skipped, ...report }: TextReport) {
      const texts = skipped.filter(({ isText }) => isText)
      tell({ event: 'sync', ...report, skipped: skippedToJson(texts) })
    },
    onEmbed: ({ embedded, unembedded, givenUp }: EmbedReport) =>
      tell({ event: 'embed', embedded, unembedded: unembedded.length, failure: givenUp }),
    onFailure: (message: string) => tell({ event: 'trouble', message }),
  }
}

function textListener({ talk }: Io) {
  const printNewRefusals = refusalPrinter({ talk })
  return {
    onReady: () => talk('Watching. Ctrl-C ends it.\n'),
    onSync: (report: TextReport) => {
      printNewRefusals(report.refused)
      talk(renderSync(report))
    },
    onEmbed: (report: EmbedReport) => talk(renderEmbed(report)),
    onFailure: (message: string) => talk(`${printable(message)}\n`),
  }
}
