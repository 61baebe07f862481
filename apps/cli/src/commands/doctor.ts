import { renderJson, type Request, printable } from '@recallite/command-line'
import { examine } from '../doctor/examine.js'
import { repair } from '../doctor/repair.js'
import { openSubject } from '../doctor/subject.js'
import { exitCodes } from '../failure.js'
import type { Flags } from '../flags/flags.js'
import type { Finding } from '../doctor/finding.js'
import { renderTable } from '../render/table.js'

/** `recallite doctor` */
export async function runDoctor(request: Request<Flags>): Promise<number> {
  const { flags, io } = request
  const repairs = flags.repair ? await repair(flags, io) : undefined
  const { findings, ...examined } = await examineMemory(request)
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

async function examineMemory({ flags, io }: Request<Flags>) {
  const subject = await openSubject(flags, io.interrupted)
  try {
    const database = subject.connection.server?.shown ?? subject.path
    return { database, isDeep: subject.isDeep, findings: await examine(subject) }
  } finally {
    await subject.close()
  }
}

const marks: Readonly<Record<Finding['state'], string>> = {
  ok: 'ok',
  warning: 'WARNING',
  failed: 'FAILED',
}

/** Findings with their causes and the commands that fix them, for people; a command stands on one line. */
export function renderFindings(
  findings: readonly Finding[],
  { columns }: { readonly columns: number },
): string {
  const rows = findings.flatMap(({ name, state, detail, cause, fix }) => [
    [marks[state], name, printable(detail)],
    ...(cause === null ? [] : [['', '', `why: ${printable(cause)}`]]),
    ...(fix === null ? [] : [['', '', `fix: ${printable(fix)}`]]),
  ])
  return renderTable(rows, { columns })
}
