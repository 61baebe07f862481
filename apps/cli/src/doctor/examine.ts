import { reasonOf } from '@recallite/core'
import { StoreError } from '@recallite/store'
import { failure, type Finding } from './finding.js'
import { ownCommand } from './fix-commands.js'
import type { Probe, Subject } from './subject.js'
import { content, roots, sources, watching } from './probes/files.js'
import { database, disk, log, lock, permissions } from './probes/database.js'
import { embedding, spaces } from './probes/embedding.js'
import { keywordIndex, runtime, vectorSearch } from './probes/search.js'
import { settings, sharing } from './probes/settings.js'

/** Runs all probes, one after another. Rejects only if the subject's signal is aborted. */
export async function examine(subject: Subject): Promise<readonly Finding[]> {
  const findings: Finding[] = []
  for (const probe of probes) {
    subject.signal.throwIfAborted()
    findings.push(...(await findingsOf(probe, subject)))
  }
  return findings
}

async function findingsOf({ name, look }: Probe, subject: Subject): Promise<Finding[]> {
  try {
    const outcomes = await look(subject)
    return outcomes.map((outcome) => ({ name, ...outcome }))
  } catch (error) {
    subject.signal.throwIfAborted()
    const isDamaged = StoreError.isInstance(error) && error.code === 'STORE_CORRUPT'
    const fix = ownCommand(isDamaged ? 'doctor --repair' : 'doctor --deep', subject.flags)
    return [{ name, ...failure('could not be examined', reasonOf(error), fix) }]
  }
}

/** In the order of the report; `roots` is the last, since it writes into the copy that is examined. */
const probes: readonly Probe[] = [
  runtime,
  settings,
  database,
  permissions,
  sharing,
  disk,
  log,
  lock,
  keywordIndex,
  vectorSearch,
  embedding,
  spaces,
  sources,
  watching,
  content,
  roots,
]
