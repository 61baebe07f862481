import { renderJson, type Request } from '@recallite/command-line'
import { examine, summarise } from '../doctor/examine.js'
import { probes } from '../doctor/probe-table.js'
import { repair, type Repair } from '../doctor/repair.js'
import { openSubject } from '../doctor/subject.js'
import { exitCodes } from '../exit-codes.js'
import type { Flags } from '../flags/flags.js'
import { renderFindings, renderRepairs, renderSummary } from '../render/doctor.js'

async function examineMemory({ flags, io }: Request<Flags>) {
  const subject = await openSubject(flags, io.interrupted)
  try {
    return { database: subject.path, isDeep: subject.isDeep, findings: await examine(probes, subject) }
  } finally {
    await subject.close()
  }
}

/** `recallite doctor` */
export async function runDoctor(request: Request<Flags>): Promise<number> {
  const { flags, io } = request
  const repairs: readonly Repair[] | undefined = flags.repair ? await repair(flags, io) : undefined
  const { findings, ...examined } = await examineMemory(request)
  const summary = summarise([...findings, ...(repairs ?? [])])
  if (flags.json) {
    const about = repairs ? { repairs } : {}
    io.write(renderJson({ ...examined, ...about, findings, summary }))
  } else {
    const told = renderFindings(findings)
    io.write(`${repairs ? renderRepairs(repairs) : ''}${told}${renderSummary(summary)}`)
  }
  return summary.failed > 0 ? exitCodes.failed : exitCodes.done
}
