import { printable, type Io } from '@recallite/command-line'
import { count } from './count.js'
import { tellRefused } from './refused.js'
import type { IndexReport, SkippedDocument, UnembeddedText, Upload } from '@recallite/core'

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

/** That folders named inside a project are not part of its memory. */
export function renderUsersFolders(project: string): string {
  return `These folders are part of your own memory. Inside ${printable(project)}, which has a memory of its own, --scope user searches yours; --scope project makes folders part of the project's.\n`
}

/** What is about to leave this machine, and where to. */
export function renderUpload({ name, host, files, texts, tokens }: Upload): string {
  const amount = `${count(texts, 'text')} of ${count(files, 'file')}, about ${count(tokens, 'token')}`
  return `Sending ${amount}, to ${printable(host)} to be embedded by ${printable(name)}.\n`
}

function tellSkipped(skipped: readonly SkippedDocument[], io: Io): void {
  const texts = skipped.filter(({ isText }) => isText)
  for (const { root, path, reason } of texts.slice(0, shownAtMost)) {
    io.talk(`skipped ${printable(`${root}:${path}`)}: ${printable(reason)}\n`)
  }
  if (texts.length > shownAtMost) io.talk(`… and ${texts.length - shownAtMost} more (--json names all)\n`)
  const others = skipped.length - texts.length
  if (others > 0) io.talk(`${others} files are no texts by their names (--json names them)\n`)
}

function tellUnembedded(unembedded: readonly UnembeddedText[], io: Io): void {
  for (const { document, startLine, reason } of unembedded.slice(0, shownAtMost)) {
    io.talk(
      `no vector for ${printable(`${document.root}:${document.path}:${startLine}`)}: ${printable(reason)}\n`,
    )
  }
  if (unembedded.length > shownAtMost) io.talk(`… and ${unembedded.length - shownAtMost} more\n`)
}

function tellWithheld(withheld: IndexReport['withheld'], io: Io): void {
  for (const { root, path } of withheld.slice(0, shownAtMost)) {
    io.talk(`not sent, as it looks like secrets: ${printable(`${root}:${path}`)}\n`)
  }
  if (withheld.length > shownAtMost) io.talk(`… and ${withheld.length - shownAtMost} more\n`)
}

/** What was left out, and why. */
export function tellIndexTroubles(
  {
    repaired,
    missing,
    refused,
    skipped,
    unembedded,
    withheld,
    embedFailure,
  }: Pick<
    IndexReport,
    'repaired' | 'missing' | 'refused' | 'skipped' | 'unembedded' | 'withheld' | 'embedFailure'
  >,
  io: Io,
): void {
  for (const sentence of repaired) io.talk(`${printable(sentence)}\n`)
  for (const path of missing) io.talk(`${printable(path)} is not there; left out\n`)
  tellRefused(refused, io)
  tellSkipped(skipped, io)
  tellUnembedded(unembedded, io)
  tellWithheld(withheld, io)
  if (embedFailure !== null) {
    io.talk(`Texts are searchable by their words; not all have vectors: ${printable(embedFailure)}\n`)
  }
}
