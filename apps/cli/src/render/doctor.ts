import { printable } from '@recallite/command-line'
import type { Summary } from '../doctor/examine.js'
import type { Finding } from '../doctor/finding.js'
import type { Repair } from '../doctor/repair.js'

const nameWidth = 15
const marks: Readonly<Record<Finding['state'], string>> = {
  ok: 'ok      ',
  warning: 'WARNING ',
  failed: 'FAILED  ',
}

function renderFinding({ name, state, detail, cause, fix }: Finding): string {
  const margin = ' '.repeat(marks.ok.length + nameWidth)
  const lines = [
    `${marks[state]}${name.padEnd(nameWidth)}${printable(detail)}`,
    ...(cause === null ? [] : [`${margin}why: ${printable(cause)}`]),
    ...(fix === null ? [] : [`${margin}fix: ${printable(fix)}`]),
  ]
  return lines.map((line) => `${line}\n`).join('')
}

/** Findings with their causes and what mends them, for people. */
export function renderFindings(findings: readonly Finding[]): string {
  return findings.map(renderFinding).join('')
}

/** What was mended before. */
export function renderRepairs(repairs: readonly Repair[]): string {
  return repairs.length === 0 ? '' : `${renderFindings(repairs)}\n`
}

/** How many of each. */
export function renderSummary({ ok, warnings, failed }: Summary): string {
  return `\n${ok} ok, ${warnings} ${warnings === 1 ? 'warning' : 'warnings'}, ${failed} failed\n`
}
