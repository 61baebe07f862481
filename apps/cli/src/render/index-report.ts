import { printable, type Io } from '@recallite/command-line'
import type { IndexReport, SkippedDocument, UnembeddedText } from '@recallite/core'

const shownAtMost = 10

/** What an index run did, in two lines. */
export function renderIndexReport(report: IndexReport): string {
  const { files, added, changed, removed, unchanged, chunks, embedded, embedRequests, seconds } = report
  const vectors = embedded > 0 ? `, ${embedded} texts embedded in ${embedRequests} requests` : ''
  return [
    `${files} files: ${added} added, ${changed} changed, ${removed} removed, ${unchanged} unchanged`,
    `${chunks} chunks in the index${vectors}, ${seconds.toFixed(1)} s`,
    '',
  ].join('\n')
}

function tellSkipped(skipped: readonly SkippedDocument[], io: Io): void {
  const texts = skipped.filter(({ isText }) => isText)
  for (const { root, path, reason } of texts.slice(0, shownAtMost)) {
    io.talk(`skipped ${printable(`${root}:${path}`)}: ${printable(reason)}\n`)
  }
  if (texts.length > shownAtMost) io.talk(`… and ${texts.length - shownAtMost} more (--json names all)\n`)
  const others = skipped.length - texts.length
  if (others > 0) io.talk(`${others} files are not Markdown, text or code (--json names them)\n`)
}

function tellUnembedded(unembedded: readonly UnembeddedText[], io: Io): void {
  for (const { document, startLine, reason } of unembedded.slice(0, shownAtMost)) {
    io.talk(
      `no vector for ${printable(`${document.root}:${document.path}:${startLine}`)}: ${printable(reason)}\n`,
    )
  }
  if (unembedded.length > shownAtMost) io.talk(`… and ${unembedded.length - shownAtMost} more\n`)
}

/** What was left out, and why. */
export function tellIndexTroubles(
  { skipped, unembedded, embedFailure }: Pick<IndexReport, 'skipped' | 'unembedded' | 'embedFailure'>,
  io: Io,
): void {
  tellSkipped(skipped, io)
  tellUnembedded(unembedded, io)
  if (embedFailure !== null) {
    io.talk(`Texts are searchable by their words; not all have vectors: ${printable(embedFailure)}\n`)
  }
}
