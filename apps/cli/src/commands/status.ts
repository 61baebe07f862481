import { renderJson, type Request, printable } from '@recallite/command-line'
import type { MemoryStatus } from '@recallite/core'
import { lockHolder } from '../driver.js'
import type { Flags } from '../flags/flags.js'
import { findMemory } from '../memory-location.js'
import { withMemoryAt, type OpenMemory } from '../open-memory.js'
import { describeResident, residentLines } from '../serve/describe-resident.js'
import { spacesToJson } from './spaces.js'
import { type DescribedSource, describeSources } from '../describe-sources.js'
import { megabytes } from '../render/amounts.js'

/** `recallite status` */
export async function runStatus({ flags, io }: Request<Flags>): Promise<void> {
  const use = { onlyReads: io }
  const location = await findMemory(flags, use)
  const status = await withMemoryAt(location, { flags, use }, readWholeStatus)
  const resident = await describeResident(location, flags)
  const text = () => renderStatus(status) + residentLines(resident)
  io.write(flags.json ? renderJson({ ...statusToJson(status), resident }) : text())
}

/** The status as programs read it. */
export function statusToJson(status: WholeStatus): object {
  const { keywordIndex: fts, vectorSearch: vectorExtension, spaces, ...rest } = status
  return { ...rest, spaces: spacesToJson(spaces), fts, vectorExtension }
}

type WholeStatus = Awaited<ReturnType<typeof readWholeStatus>>

/** What a memory tells of itself, and what the program knows besides. */
export async function readWholeStatus({ memory, scope, sources, path }: OpenMemory) {
  return {
    ...(await memory.status()),
    scope: scope.kind,
    /** The folder of the project; null for the user's own memory. */
    project: scope.kind === 'project' ? scope.folder : null,
    sources: describeSources(sources),
    /** The number of the process that is indexing now; null if none is. */
    indexing: path === ':memory:' ? null : (lockHolder(path) ?? null),
  }
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
    ...scriptLines(status),
    ...rerankerLines(status),
    ...(indexing === null ? [] : [`indexing       process ${indexing}, now`]),
    ...status.degraded.map(({ retriever, reason }) => `note           ${retriever}: ${printable(reason)}`),
  ]
  return `${lines.join('\n')}\n`
}

function sourceLines({ kind, paths, missing, refused }: DescribedSource): string[] {
  return [
    `source         ${kind}: ${paths.map((path) => printable(path)).join(', ')}`,
    ...missing.map((path) => `  missing      ${printable(path)}`),
    ...refused.map(({ path, reason }) => `  left out     ${printable(path)}: ${printable(reason)}`),
  ]
}

function capability({ available, version, reason }: MemoryStatus['vectorSearch']): string {
  return available ? `works (${version})` : `does not work: ${printable(reason ?? '')}`
}

function embedding({ provider, model, fallback }: WholeStatus): string[] {
  const choice = provider === null ? 'none: words only' : printable(`${provider}/${model}`)
  const instead = fallback && `${printable(fallback.to)}, because ${printable(fallback.reason)}`
  return [`embedding      ${choice}`, ...(instead ? [`  answers now  ${instead}`] : [])]
}

function scriptLines({ unreadableScripts }: WholeStatus): string[] {
  if (!unreadableScripts?.length) return []
  return [`  cannot read  ${unreadableScripts.join(', ')}: words alone answer questions in these scripts`]
}

function rerankerLines({ reranker }: WholeStatus): string[] {
  if (reranker === null) return []
  const { provider, model, host, reason } = reranker
  const where = host === null ? '' : ` at ${host}`
  const fault = reason === null ? '' : `, does not work: ${reason}`
  return [`reranker       ${printable(`${provider}/${model}${where}${fault}`)}`]
}

function spaceLine({ provider, model, dimensions, ...counts }: MemoryStatus['spaces'][number]): string {
  const { vectors, pending, unusedVectors } = counts
  const unused = unusedVectors > 0 ? `, ${unusedVectors} kept of texts that are gone` : ''
  const name = printable(`${provider}/${model}`)
  return `  space        ${name}, ${dimensions} dimensions, ${vectors} vectors, ${pending} pending${unused}`
}
