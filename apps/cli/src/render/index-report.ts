import { printable, type Io } from '@recallite/command-line'
import type { IndexReport, Upload, IndexPlan, EmbedReport, TextReport, RefusedPath } from '@recallite/core'
import { proxyNotice } from '@recallite/settings/environment'
import { lockWait } from '../open/open-memory.js'
import { count } from './amounts.js'

/** The result of an index run, in two lines. */
export function renderIndexReport(report: IndexReport): string {
  const { files, added, changed, removed, unchanged, chunks, embedded, embedRequests, seconds } = report
  const vectors =
    embedded > 0 ? `, ${count(embedded, 'text')} embedded in ${count(embedRequests, 'request')}` : ''
  return [
    `${count(files, 'file')}: ${added} added, ${changed} changed, ${removed} removed, ${unchanged} unchanged`,
    `${count(chunks, 'chunk')} in the index${vectors}, ${seconds.toFixed(1)} s`,
    '',
  ].join('\n')
}

/** Says that folders indexed inside a project are not part of the project's memory. */
export function renderUsersFolders(project: string): string {
  return `These folders are now in your own memory, not in the memory of the project ${printable(project)}. To search them here: --scope user. To add them to the project: --scope project.\n`
}

/** Announces which texts will be sent to another machine. */
export function renderUpload({ name, host, files, texts, tokens, constantTexts }: Upload): string {
  const what = `${count(texts, 'text')} of ${count(files, 'file')}`
  const others = `, and ${count(constantTexts, 'constant sentence')} to verify and measure the model`
  return `Sending ${what}, about ${count(tokens, 'token')}, to ${printable(host)} for embedding with ${printable(name)}${constantTexts > 0 ? others : ''}.\n${proxyNotice()}`
}

/** How a command waits for the process that is indexing. */
export function waitOptions({ interrupted, talk }: Pick<Io, 'interrupted' | 'talk'>) {
  const onWait = (holder: string) =>
    talk(`${printable(holder)} This command waits up to ${lockWait / 1000} s for it.\n`)
  return { wait: lockWait, signal: interrupted, onWait }
}

/** Prints which paths and texts were skipped and why. */
export function printIndexNotes(
  report: Pick<TextReport, 'refused' | 'skipped' | 'unread' | 'leftOutCharacters'> &
    Pick<IndexReport, 'missing' | 'unembedded' | 'withheld' | 'fallback' | 'embedFailure'>,
  io: Io,
): void {
  const { skipped, leftOutCharacters: left, embedFailure } = report
  for (const path of report.missing) io.talk(`${printable(path)} does not exist; skipped\n`)
  printRefusals(report.refused, io)
  const unread = unreadLines(skipped)
  printSome(unread, io, ' (--json lists all)')
  const links = skipped.filter(({ isText, reason }) => !isText && reason.startsWith('a link to a folder'))
  printSome(links.map(describeSkipped), io)
  const others = skipped.length - unread.length - links.length
  if (others > 0) io.talk(`${count(others, 'file')} skipped: not a text file extension (--json lists all)\n`)
  const data = 'data such as pictures in base64, minified code or empty list items'
  if (left > 0) io.talk(`${count(left, 'character')} left out: ${data}\n`)
  for (const line of misreadLines(report.unread)) io.talk(`${printable(line)}\n`)
  const { vectorless, secret } = vectorlessLines(report)
  printSome(vectorless, io)
  printSome(secret, io)
  io.talk(renderFallback(report.fallback))
  if (embedFailure === null) return
  const what = `Keyword search finds all texts, but not all have vectors: ${printable(embedFailure)}`
  io.talk(`${what}\n${proxyNotice()}`)
}

/** A line with the reason for each text that could not be read. */
export function unreadLines(skipped: TextReport['skipped']): string[] {
  return skipped.filter(({ isText }) => isText).map(describeSkipped)
}

function describeSkipped({ root, path, reason }: TextReport['skipped'][number]): string {
  return `skipped ${root}:${path}: ${reason}`
}

/** A line for each kind of what was not understood, with an example. */
function misreadLines(unread: TextReport['unread']): string[] {
  return [...new Set(unread.map(({ reason }) => reason))].map((reason) => {
    const files = unread.filter((part) => part.reason === reason).map(({ root, path }) => `${root}:${path}`)
    return `${reason}: ${count(files.length, 'file')}, such as ${files[0]}`
  })
}

/** A line with the reason for each text that a model refused, and each document that was not sent. */
export function vectorlessLines({ unembedded, withheld }: Pick<EmbedReport, 'unembedded' | 'withheld'>) {
  return {
    vectorless: unembedded.map(
      ({ document: { root, path }, startLine, reason }) =>
        `no vector for ${root}:${path}:${startLine}: ${reason}`,
    ),
    secret: withheld.map(({ root, path }) => `not sent because it seems to contain secrets: ${root}:${path}`),
  }
}

const maxListed = 10

function printSome(lines: readonly string[], io: Io, hint = ''): void {
  for (const line of lines.slice(0, maxListed)) io.talk(`${printable(line)}\n`)
  if (lines.length > maxListed) io.talk(`… and ${lines.length - maxListed} more${hint}\n`)
}

/** The plan of an index run, in a few lines. */
export function renderIndexPlan(plan: IndexPlan): string {
  const { files, added, changed, removed, unchanged, skipped } = plan
  const secret = plan.embedding?.secretDocuments ?? []
  return [
    `${count(files, 'file')}: ${added} would be added, ${changed} changed, ${removed} removed, ${unchanged} unchanged, ${skipped.length} skipped`,
    embeddingLine(plan),
    ...secret.map(({ root, path }) =>
      printable(`would not be sent because it seems to contain secrets: ${root}:${path}`),
    ),
    'nothing was written or sent',
    '',
  ].join('\n')
}

function embeddingLine({ embedding }: IndexPlan): string {
  if (embedding === null) return 'nothing would be embedded: there is no embedding model'
  const { provider, model, host, files, texts, tokens } = embedding
  const where = host === null ? 'on this machine' : `by sending them to ${printable(host)}`
  const name = printable(`${provider}/${model}`)
  const amount = `${count(texts, 'text')} of ${count(files, 'file')}, about ${count(tokens, 'token')}`
  return `would be embedded: ${amount}, with ${name} ${where}`
}

/** Skipped files as JSON. */
export function skippedToJson(skipped: TextReport['skipped']) {
  return skipped.map(({ root, path, reason }) => ({ root, path, reason }))
}

const marks = { added: '+', changed: '~', removed: '-' } as const

/** The changes of a sync, a line for each document, and the total number of files; empty without changes. */
export function renderSync({ files, changes }: Pick<TextReport, 'files' | 'changes'>): string {
  if (changes.length === 0) return ''
  const named = changes.slice(0, maxListed).map(({ kind, root, path }) => {
    return `${marks[kind]} ${printable(`${root}:${path}`)}\n`
  })
  const more = changes.length - named.length
  const rest = more > 0 ? [`  and ${more} more\n`] : []
  const amounts = (['added', 'changed', 'removed'] as const).flatMap((kind) => {
    const { length } = changes.filter((change) => change.kind === kind)
    return length === 0 ? [] : [`${length} ${kind}`]
  })
  return [...named, ...rest, `${amounts.join(', ')}; ${count(files, 'file')} in the index\n`].join('')
}

/** The result of embedding in one line; empty if there was nothing to embed. */
export function renderEmbed({ embedded, unembedded, fallback, givenUp }: EmbedReport): string {
  if (givenUp !== null) return `Not all texts have vectors: ${printable(givenUp)}\n`
  if (embedded === 0) return renderFallback(fallback)
  const left = unembedded.length > 0 ? `, ${count(unembedded.length, 'text')} refused` : ''
  return `${renderFallback(fallback)}${count(embedded, 'text')} embedded${left}\n`
}

function renderFallback(fallback: EmbedReport['fallback']): string {
  return fallback === null
    ? ''
    : `${printable(fallback.to)} is used instead of the first choice: ${printable(fallback.reason)}\n`
}

/** Prints a line for each path of the sources that must not be followed. */
export function printRefusals(refused: readonly RefusedPath[], io: Pick<Io, 'talk'>): void {
  for (const { path, reason } of refused) io.talk(`${printable(path)} is skipped: ${printable(reason)}\n`)
}

/** Returns a function that prints each refused path once, for programs that sync repeatedly. */
export function refusalPrinter(io: Pick<Io, 'talk'>): (refused: readonly RefusedPath[]) => void {
  const printed = new Set<string>()
  return (refused) => {
    const fresh = refused.filter(({ path }) => !printed.has(path))
    printRefusals(fresh, io)
    for (const { path } of fresh) printed.add(path)
  }
}
