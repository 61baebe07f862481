import { renderJson, type Request, printable } from '@recallite/command-line'
import type { MemoryStatus } from '@recallite/core'
import { lockHolder } from '../open/driver.js'
import type { Flags } from '../flags/flags.js'
import { findMemory, hasRecordIndex, recordsFileOf } from '../open/memory-location.js'
import { withMemoryAt, type OpenMemory } from '../open/open-memory.js'
import { describeResident, residentRows, type ResidentStatus } from '../serve/resident.js'
import { spacesToJson } from './upkeep.js'
import { describeRecords } from '../open/record-store.js'
import { type DescribedSource, describeSources, describeUnused } from '../open/sources.js'
import { count, describeBytes } from '../render/amounts.js'
import { renderTable } from '../render/table.js'

/** `recallite status` */
export async function runStatus({ flags, io }: Request<Flags>): Promise<void> {
  const use = { onlyReads: io }
  const location = await findMemory(flags, use)
  const whole = await withMemoryAt(location, { flags, use }, readWholeStatus)
  const status = { ...whole, resident: await describeResident(location, flags) }
  const unused = describeUnused(location.resolved, location)
  const about = unused === undefined ? '' : renderTable([['note', unused]], io)
  io.write(flags.json ? renderJson(statusToJson(status)) : renderStatus(status, io) + about)
}

/** The status as it is printed with `--json`. */
export function statusToJson(status: PrintedStatus): object {
  const { keywordIndex: fts, vectorSearch: vectorExtension, spaces, ...rest } = status
  return { ...rest, spaces: spacesToJson(spaces), fts, vectorExtension }
}

type PrintedStatus = WholeStatus & { readonly resident: ResidentStatus }

type WholeStatus = Awaited<ReturnType<typeof readWholeStatus>>

/** The status of a memory, with its scope, sources and records, and the process that is indexing. */
export async function readWholeStatus({ memory, scope, sources, path, connection }: OpenMemory) {
  return {
    ...(await memory.status()),
    scope: scope.kind,
    project: scope.kind === 'project' ? scope.folder : null,
    sources: describeSources(sources),
    records: await describeRecords({ path, connection }),
    recordLocation: hasRecordIndex({ connection })
      ? (connection.recordServer?.display ?? recordsFileOf(path))
      : null,
    indexing: path === ':memory:' ? null : (lockHolder(path) ?? null),
  }
}

/** What is indexed and which parts work, for people. */
export function renderStatus(status: PrintedStatus, { columns }: { readonly columns: number }): string {
  return renderTable(statusRows(status), { columns })
}

/** The rows of this table. */
export function statusRows(status: PrintedStatus): Row[] {
  const { project, roots, files, chunks, spaces, indexing, sources } = status
  const scripts = (status.unreadableScripts ?? []).join(', ')
  return [
    ['memory', project === null ? 'your own' : `of the project ${printable(project)}`],
    ['database', describeDatabase(status)],
    ['indexed', `${count(files, 'file')}, ${count(chunks, 'chunk')}`],
    ...roots.map((root): Row => [
      '  root',
      `${printable(root.name)}: ${printable(root.path)}, ${count(root.files, 'file')}`,
    ]),
    ...rootAdvice(status),
    ...sources.flatMap(sourceRows),
    ...recordRows(status),
    ['keyword index', capability(status.keywordIndex)],
    ['vector search', capability(status.vectorSearch)],
    ...embedding(status),
    ...spaces.map(spaceRow),
    ...(scripts === ''
      ? []
      : [['  cannot read', `${scripts}: only keyword search covers these scripts`] as const]),
    ...rerankerRows(status),
    ...(indexing === null ? [] : [['indexing', `process ${indexing}, now`] as const]),
    ...residentRows(status.resident),
    ...status.degraded.map(({ retriever, reason }): Row => ['note', `${retriever}: ${printable(reason)}`]),
  ]
}

function describeDatabase({ backend, database: { bytes, path } }: WholeStatus): string {
  if (bytes === 0) return `none yet, ${printable(path)}`
  return `${printable(backend)}, ${describeBytes(bytes)}, ${printable(path)}`
}

type Row = readonly [label: string, what: string]

function rootAdvice({ roots, project }: WholeStatus): Row[] {
  if (roots.length > 0)
    return [['  to drop one', 'recallite roots remove NAME (removing it from extraPaths is not enough)']]
  const advice =
    project === null ? 'recallite index FOLDER' : 'write notes to MEMORY.md or memory/, then: recallite index'
  return [['  to start', advice]]
}

function sourceRows({ kind, paths, missing, refused }: DescribedSource): Row[] {
  return [
    ['source', `${kind}: ${paths.map((path) => printable(path)).join(', ')}`],
    ...missing.map((path): Row => ['  missing', printable(path)]),
    ...refused.map(({ path, reason }): Row => ['  skipped', `${printable(path)}: ${printable(reason)}`]),
  ]
}

function recordRows({ records, recordLocation }: WholeStatus): Row[] {
  if (records === null)
    return recordLocation === null ? [] : [['remembered', `nothing yet, in ${printable(recordLocation)}`]]
  const apart = recordLocation === null ? '' : ', with their index: the database above has only files'
  const { path, count: all, collections, sessions, reason } = records
  const amount =
    reason === null
      ? `${count(all, 'record')} in ${count(collections, 'collection')}, ${count(sessions, 'session')}`
      : `cannot be read: ${printable(reason)}`
  return [
    ['remembered', amount],
    ['  stored in', `${printable(path)}${apart}`],
  ]
}

function capability({ available, version, reason }: MemoryStatus['vectorSearch']): string {
  return available ? `works (${version})` : `does not work: ${printable(reason ?? '')}`
}

function embedding({ provider, model, fallback, destinations }: WholeStatus): Row[] {
  const choice = provider === null ? 'none: keyword search only' : printable(`${provider}/${model}`)
  const instead = fallback && `${printable(fallback.to)}, because ${printable(fallback.reason)}`
  const hosts = destinations.map(({ name, host }) => printable(`${host} (${name})`)).join(', then ')
  const condition = destinations[0]?.name === `${provider}/${model}` ? '' : 'if it fails: '
  return [
    ['embedding', choice],
    ...(instead ? [['  in use now', instead] as const] : []),
    ...(hosts === '' ? [] : [['  texts go to', `${condition}${hosts}`] as const]),
  ]
}

function rerankerRows({ reranker }: WholeStatus): Row[] {
  if (reranker === null) return []
  const { provider, model, host, reason } = reranker
  const where = host === null ? '' : ` at ${host}`
  const fault = reason === null ? '' : `, does not work: ${reason}`
  return [['reranker', printable(`${provider}/${model}${where}${fault}`)]]
}

function spaceRow({ provider, model, dimensions, ...counts }: MemoryStatus['spaces'][number]): Row {
  const { vectors, pending, unusedVectors } = counts
  const unused = unusedVectors > 0 ? `, ${unusedVectors} from deleted texts` : ''
  const name = printable(`${provider}/${model}`)
  return ['  space', `${name}, ${dimensions} dimensions, ${vectors} vectors, ${pending} pending${unused}`]
}
