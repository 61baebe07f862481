import { printable, type Io } from '@recallite/command-line'
import type {
  IndexReport,
  SkippedDocument,
  UnembeddedText,
  Upload,
  IndexPlan,
  EmbedReport,
  TextReport,
  RefusedPath,
} from '@recallite/core'
import { count } from './amounts.js'

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
    io.talk(`The keyword search finds all texts; not all have vectors: ${printable(embedFailure)}\n`)
  }
}

const shownAtMost = 10

function tellSkipped(skipped: readonly SkippedDocument[], io: Io): void {
  const texts = skipped.filter(({ isText }) => isText)
  for (const { root, path, reason } of texts.slice(0, shownAtMost)) {
    io.talk(`skipped ${printable(`${root}:${path}`)}: ${printable(reason)}\n`)
  }
  if (texts.length > shownAtMost) io.talk(`… and ${texts.length - shownAtMost} more (--json names all)\n`)
  const others = skipped.length - texts.length
  if (others > 0)
    io.talk(`${count(others, 'file')} skipped, as not named like text files (--json names all)\n`)
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
    io.talk(`not sent, as it seems to contain secrets: ${printable(`${root}:${path}`)}\n`)
  }
  if (withheld.length > shownAtMost) io.talk(`… and ${withheld.length - shownAtMost} more\n`)
}

/** What an index run would do, in a few lines. */
export function renderIndexPlan(plan: IndexPlan): string {
  const { files, added, changed, removed, unchanged, skipped } = plan
  return [
    `${files} files: ${added} would be added, ${changed} changed, ${removed} removed, ${unchanged} unchanged, ${skipped.length} skipped`,
    embeddingLine(plan),
    ...secretLines(plan),
    'nothing was written or sent',
    '',
  ].join('\n')
}

function embeddingLine({ embedding }: IndexPlan): string {
  if (embedding === null) return 'nothing would be embedded: there is no embedding model'
  const { provider, model, host, files, texts, tokens } = embedding
  const where = host === null ? 'on this machine' : `by sending them to ${printable(host)}`
  const amount = `${count(texts, 'text')} of ${count(files, 'file')}, about ${count(tokens, 'token')}`
  return `would be embedded: ${amount}, with ${printable(`${provider}/${model}`)} ${where}`
}

function secretLines({ embedding }: IndexPlan): string[] {
  const documents = embedding?.secretDocuments ?? []
  return documents.map(
    ({ root, path }) => `would not be sent, as it seems to contain secrets: ${printable(`${root}:${path}`)}`,
  )
}

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

/** What of the sources is left out as it leads to where it must not, a line each. */
export function tellRefused(refused: readonly RefusedPath[], io: Pick<Io, 'talk'>): void {
  for (const { path, reason } of refused) io.talk(`${printable(path)} is left out: ${printable(reason)}\n`)
}

/** Tells each once, for programs that look again and again. */
export function tellRefusedOnce(io: Pick<Io, 'talk'>): (refused: readonly RefusedPath[]) => void {
  const told = new Set<string>()
  return (refused) => {
    tellRefused(
      refused.filter(({ path }) => !told.has(path)),
      io,
    )
    for (const { path } of refused) told.add(path)
  }
}
