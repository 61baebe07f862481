import { printable } from '@recallite/command-line'
import type { MemoryStatus } from '@recallite/core'
import { megabytes } from './megabytes.js'

function capability({ available, version, reason }: MemoryStatus['vectorSearch']): string {
  return available ? `works (${version})` : `does not work: ${reason}`
}

/** What is indexed and what of it works, for people. */
export function renderStatus(status: MemoryStatus): string {
  const { roots, files, chunks, spaces, database } = status
  const lines = [
    `database       ${printable(database.path)}, ${megabytes(database.bytes)}`,
    `indexed        ${files} files, ${chunks} chunks`,
    ...roots.map(
      ({ name, path, files: count }) =>
        `  root         ${printable(name)}: ${printable(path)}, ${count} files`,
    ),
    `keyword index  ${capability(status.keywordIndex)}`,
    `vector search  ${capability(status.vectorSearch)}`,
    ...spaces.map(
      ({ provider, model, dimensions, vectors, pending }) =>
        `  space        ${provider}/${printable(model)}, ${dimensions} dimensions, ${vectors} vectors, ${pending} pending`,
    ),
    ...status.degraded.map(({ retriever, reason }) => `note           ${retriever}: ${printable(reason)}`),
  ]
  return `${lines.join('\n')}\n`
}
