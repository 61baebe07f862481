import { printable } from '@recallite/command-line'
import type { EmbedReport, TextReport } from '@recallite/core'
import { count } from './count.js'

/** What a look at the files found, as JSON has it. */
export function syncToJson({ skipped, ...report }: TextReport) {
  const reasons = skipped
    .filter(({ isText }) => isText)
    .map(({ root, path, reason }) => ({ root, path, reason }))
  return { event: 'sync', ...report, skipped: reasons }
}

/** What embedding came to, as JSON has it. */
export function embedToJson({ embedded, unembedded, givenUp }: EmbedReport) {
  return { event: 'embed', embedded, unembedded: unembedded.length, failure: givenUp }
}

/** What a look at the files found, in one line; none where nothing has changed. */
export function renderSync({ files, added, changed, removed }: TextReport): string {
  if (added + changed + removed === 0) return ''
  return `${count(files, 'file')}: ${added} added, ${changed} changed, ${removed} removed\n`
}

/** What embedding came to, in one line; none where there was nothing to embed. */
export function renderEmbed({ embedded, unembedded, givenUp }: EmbedReport): string {
  if (givenUp !== null) return `Not all texts have vectors: ${printable(givenUp)}\n`
  if (embedded === 0) return ''
  const left = unembedded.length > 0 ? `, ${count(unembedded.length, 'text')} refused` : ''
  return `${count(embedded, 'text')} embedded${left}\n`
}
