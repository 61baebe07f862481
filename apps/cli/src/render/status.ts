import { printable } from '@recallite/command-line'
import type { MemoryStatus } from '@recallite/core'
import type { DescribedSource } from '../describe-sources.js'
import type { WholeStatus } from '../whole-status.js'
import { megabytes } from './megabytes.js'

function capability({ available, version, reason }: MemoryStatus['vectorSearch']): string {
  return available ? `works (${version})` : `does not work: ${printable(reason ?? '')}`
}

function embedding({ provider, model, fallback }: WholeStatus): string[] {
  const choice = provider === null ? 'none: words only' : printable(`${provider}/${model}`)
  const instead = fallback && `${printable(fallback.to)}, because ${printable(fallback.reason)}`
  return [`embedding      ${choice}`, ...(instead ? [`  answers now  ${instead}`] : [])]
}

function sourceLines({ kind, paths, missing, refused }: DescribedSource): string[] {
  return [
    `source         ${kind}: ${paths.map((path) => printable(path)).join(', ')}`,
    ...missing.map((path) => `  missing      ${printable(path)}`),
    ...refused.map(({ path, reason }) => `  left out     ${printable(path)}: ${printable(reason)}`),
  ]
}

function spaceLine({ provider, model, dimensions, ...counts }: MemoryStatus['spaces'][number]): string {
  const { vectors, pending, unusedVectors } = counts
  const unused = unusedVectors > 0 ? `, ${unusedVectors} kept of texts that are gone` : ''
  const name = printable(`${provider}/${model}`)
  return `  space        ${name}, ${dimensions} dimensions, ${vectors} vectors, ${pending} pending${unused}`
}

/** What is indexed and what of it works, for people. */
export function renderStatus(status: WholeStatus): string {
  const { project, backend, roots, files, chunks, spaces, database, indexing, sources } = status
  const lines = [
    `memory         ${project === null ? 'your own' : `of the project ${printable(project)}`}`,
    `database       ${printable(backend)}, ${printable(database.path)}, ${megabytes(database.bytes)}`,
    `indexed        ${files} files, ${chunks} chunks`,
    ...roots.map(
      ({ name, path, files: count }) =>
        `  root         ${printable(name)}: ${printable(path)}, ${count} files`,
    ),
    ...(roots.length > 0
      ? ['  to drop one  recallite roots remove NAME (taking it off extraPaths does not)']
      : []),
    ...sources.flatMap(sourceLines),
    `keyword index  ${capability(status.keywordIndex)}`,
    `vector search  ${capability(status.vectorSearch)}`,
    ...embedding(status),
    ...spaces.map(spaceLine),
    ...(indexing === null ? [] : [`indexing       process ${indexing}, now`]),
    ...status.degraded.map(({ retriever, reason }) => `note           ${retriever}: ${printable(reason)}`),
  ]
  return `${lines.join('\n')}\n`
}
