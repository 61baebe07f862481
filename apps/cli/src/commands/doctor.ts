import { renderJson, type Request, printable } from '@recallite/command-line'
import { examine, summarise, probes, type Summary } from '../doctor/examine.js'
import { repair, type Repair } from '../doctor/repair.js'
import { openSubject } from '../doctor/subject.js'
import { exitCodes } from '../failure.js'
import type { Flags } from '../flags/flags.js'
import type { Finding } from '../doctor/finding.js'

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

async function examineMemory({ flags, io }: Request<Flags>) {
  const subject = await openSubject(flags, io.interrupted)
  try {
    return { database: subject.path, isDeep: subject.isDeep, findings: await examine(probes, subject) }
  } finally {
    await subject.close()
  }
}

function renderRepairs(repairs: readonly Repair[]): string {
  return repairs.length === 0 ? '' : `${renderFindings(repairs)}\n`
}

function renderSummary({ ok, warnings, failed }: Summary): string {
  return `\n${ok} ok, ${warnings} ${warnings === 1 ? 'warning' : 'warnings'}, ${failed} failed\n`
}

/** Findings with their causes and what mends them, for people. */
export function renderFindings(findings: readonly Finding[]): string {
  return findings.map(renderFinding).join('')
}

const marks: Readonly<Record<Finding['state'], string>> = {
  ok: 'ok      ',
  warning: 'WARNING ',
  failed: 'FAILED  ',
}

const nameWidth = 15

function renderFinding({ name, state, detail, cause, fix }: Finding): string {
  const margin = ' '.repeat(marks.ok.length + nameWidth)
  const lines = [
    `${marks[state]}${name.padEnd(nameWidth)}${printable(detail)}`,
    ...(cause === null ? [] : [`${margin}why: ${printable(cause)}`]),
    ...(fix === null ? [] : [`${margin}fix: ${printable(fix)}`]),
  ]
  return lines.map((line) => `${line}\n`).join('')
}
