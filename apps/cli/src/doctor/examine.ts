import { reasonOf } from '@recallite/core'
import { StoreError } from '@recallite/store'
import { failure, type Finding } from './finding.js'
import { ownCommand } from './own-command.js'
import type { Probe } from './probe.js'
import type { Subject } from './subject.js'

/** How many findings there are of each state. */
export interface Summary {
  readonly ok: number
  readonly warnings: number
  readonly failed: number
}

/** A probe that fails itself is a finding as well. */
async function findingsOf({ name, look }: Probe, subject: Subject): Promise<Finding[]> {
  try {
    const outcomes = await look(subject)
    return outcomes.map((outcome) => ({ name, ...outcome }))
  } catch (error) {
    subject.signal.throwIfAborted()
    const isDamaged = StoreError.isInstance(error) && error.code === 'STORE_CORRUPT'
    const fix = ownCommand(isDamaged ? 'doctor --repair' : 'doctor --deep', subject.flags)
    return [{ name, ...failure({ detail: 'could not be looked at', cause: reasonOf(error), fix }) }]
  }
}

/** Runs probes one after another, in their order. Rejects only where the subject's signal is aborted. */
export async function examine(probes: readonly Probe[], subject: Subject): Promise<readonly Finding[]> {
  const findings: Finding[] = []
  for (const probe of probes) {
    subject.signal.throwIfAborted()
    findings.push(...(await findingsOf(probe, subject)))
  }
  return findings
}

/** Counts findings by state. */
export function summarise(findings: readonly Finding[]): Summary {
  const count = (state: Finding['state']) => findings.filter((finding) => finding.state === state).length
  return { ok: count('ok'), warnings: count('warning'), failed: count('failed') }
}
