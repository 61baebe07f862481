import { closing, printable, renderJson, type Request } from '@recallite/command-line'
import { reasonOf } from '@recallite/core'
import { StoreError } from '@recallite/store'
import { failure, type Finding, type Outcome, recalliteCommand } from '../doctor/finding.js'
import { database, log, permissions } from '../doctor/probes/database.js'
import { embedding, reranker, spaces } from '../doctor/probes/embedding.js'
import { content, roots, sources } from '../doctor/probes/files.js'
import { hosts } from '../doctor/probes/hosts.js'
import { records } from '../doctor/probes/records.js'
import { keywordIndex, runtime, vectorSearch } from '../doctor/probes/search.js'
import { settings, sharing } from '../doctor/probes/settings.js'
import { repair } from '../doctor/repair.js'
import { openSubject, type Subject } from '../doctor/subject.js'
import { exitCodes } from '../failure.js'
import type { Flags } from '../flags/flags.js'
import { renderTable } from '../render/table.js'

/** `recallite doctor` */
export async function runDoctor(request: Request<Flags>): Promise<number> {
  const { flags, io } = request
  const repairs = await repair(flags, io)
  const { findings, ...examined } = await examineMemory(flags, io.interrupted)
  const all = [...findings, ...(repairs ?? [])]
  const count = (state: Finding['state']) => all.filter((finding) => finding.state === state).length
  const summary = { ok: count('ok'), warnings: count('warning'), failed: count('failed') }
  if (flags.json) {
    io.write(renderJson({ ...examined, ...(repairs && { repairs }), findings, summary }))
  } else {
    const { ok, warnings, failed } = summary
    const repaired = repairs?.length ? `${renderFindings(repairs, io)}\n` : ''
    const counts = `${ok} ok, ${warnings} ${warnings === 1 ? 'warning' : 'warnings'}, ${failed} failed`
    io.write(`${repaired}${renderFindings(findings, io)}\n${counts}\n`)
  }
  return summary.failed > 0 ? exitCodes.failed : exitCodes.done
}

/** Examines a memory; `isQuick` skips its models, and the search for changed files, which needs a copy of the database. */
export async function examineMemory(flags: Flags, signal: AbortSignal, { isQuick = false } = {}) {
  return closing(await openSubject(flags, signal, { mayCopy: !isQuick }), async (subject) => {
    const { connection, path, isDeep } = subject
    const chosen = Object.entries(probes).filter(([name]) => !(isQuick && slowProbes.has(name)))
    return { database: connection.server?.display ?? path, isDeep, findings: await examine(subject, chosen) }
  })
}

const marks: Readonly<Record<Finding['state'], string>> = { ok: 'ok', warning: 'WARNING', failed: 'FAILED' }

/** Findings with their causes and the commands that fix them, each on one line, for people. */
export function renderFindings(findings: readonly Finding[], { columns }: { readonly columns: number }) {
  const rows = findings.flatMap(({ name, state, detail, cause, fix }) => [
    [marks[state], name, printable(detail)],
    ...(cause === null ? [] : [['', '', `why: ${printable(cause)}`]]),
    ...(fix === null ? [] : [['', '', `fix: ${printable(fix)}`]]),
  ])
  return renderTable(rows, { columns })
}

/** Runs probes one after another. Rejects only if the subject's signal is aborted. */
async function examine(subject: Subject, chosen: readonly [string, Probe][]): Promise<readonly Finding[]> {
  const findings: Finding[] = []
  for (const [name, probe] of chosen) {
    subject.signal.throwIfAborted()
    const outcomes = await outcomesOf(probe, subject)
    findings.push(...outcomes.map((outcome) => ({ name, ...outcome })))
  }
  return findings
}

/** Checks one part of the program without changing anything. Returns an outcome for each thing of its kind. */
type Probe = (subject: Subject) => Promise<readonly Outcome[]> | readonly Outcome[]

async function outcomesOf(probe: Probe, subject: Subject): Promise<readonly Outcome[]> {
  try {
    return await probe(subject)
  } catch (error) {
    subject.signal.throwIfAborted()
    const isDamaged = StoreError.isInstance(error) && error.code === 'STORE_CORRUPT'
    const fix = recalliteCommand(isDamaged ? 'doctor --repair' : 'doctor --deep', subject.flags)
    return [failure('could not be checked', reasonOf(error), fix)]
  }
}

/** In the order of the report; `roots` is last, since it writes into the examined copy. */
const probes: Readonly<Record<string, Probe>> = {
  runtime,
  settings,
  database,
  permissions,
  sharing,
  log,
  records,
  'keyword index': keywordIndex,
  'vector search': vectorSearch,
  embedding,
  spaces,
  reranker,
  sources,
  content,
  hosts,
  roots,
}

const slowProbes: ReadonlySet<string> = new Set(['embedding', 'reranker', 'hosts', 'roots'])
