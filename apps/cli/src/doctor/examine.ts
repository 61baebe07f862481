import { reasonOf } from '@recallite/core'
import { StoreError } from '@recallite/store'
import { failure, type Finding, type Outcome } from './finding.js'
import { ownCommand } from './finding.js'
import type { Subject } from './subject.js'
import { content, roots, sources } from './probes/files.js'
import { embedding, reranker, spaces } from './probes/embedding.js'
import { database, disk, log, lock, permissions } from './probes/database.js'
import { records } from './probes/records.js'
import { keywordIndex, runtime, vectorSearch } from './probes/search.js'
import { settings, sharing } from './probes/settings.js'

/** Runs all probes, one after another. Rejects only if the subject's signal is aborted. */
export async function examine(subject: Subject): Promise<readonly Finding[]> {
  const findings: Finding[] = []
  for (const [name, probe] of Object.entries(probes)) {
    subject.signal.throwIfAborted()
    const outcomes = await outcomesOf(probe, subject)
    findings.push(...outcomes.map((outcome) => ({ name, ...outcome })))
  }
  return findings
}

/** Examines one part of the program, and changes nothing. Gives one outcome for each thing of its kind. */
type Probe = (subject: Subject) => Promise<readonly Outcome[]> | readonly Outcome[]

async function outcomesOf(probe: Probe, subject: Subject): Promise<readonly Outcome[]> {
  try {
    return await probe(subject)
  } catch (error) {
    subject.signal.throwIfAborted()
    const isDamaged = StoreError.isInstance(error) && error.code === 'STORE_CORRUPT'
    const fix = ownCommand(isDamaged ? 'doctor --repair' : 'doctor --deep', subject.flags)
    return [failure('could not be examined', reasonOf(error), fix)]
  }
}

/** In the order of the report; `roots` is the last, since it writes into the copy that is examined. */
const probes: Readonly<Record<string, Probe>> = {
  runtime,
  settings,
  database,
  permissions,
  sharing,
  disk,
  log,
  lock,
  records,
  'keyword index': keywordIndex,
  'vector search': vectorSearch,
  embedding,
  spaces,
  reranker,
  sources,
  content,
  roots,
}
