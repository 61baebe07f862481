import { closeSync, existsSync, mkdirSync, openSync, readSync } from 'node:fs'
import { dirname } from 'node:path'
import { writeWhole } from '@recallite/command-line'
import { ReportError } from './errors.js'
import { reportMarker } from './report-marker.js'

function startOf(file: string, length: number): string {
  const descriptor = openSync(file, 'r')
  try {
    const bytes = Buffer.alloc(length)
    return bytes.toString('utf8', 0, readSync(descriptor, bytes, 0, length, 0))
  } finally {
    closeSync(descriptor)
  }
}

function assertOurs(file: string): void {
  if (!existsSync(file) || startOf(file, reportMarker.length) === reportMarker) return
  const message = `${file} is there and is no report. Name another file with --out, or move that one away.`
  throw new ReportError('REPORT_FILE_TAKEN', message)
}

/**
 * Writes a report as a whole or not at all, with the folder it goes to; an earlier report there gives way.
 * @throws ReportError `REPORT_FILE_TAKEN` where the file is something else
 */
export function writeReport(file: string, report: string): void {
  assertOurs(file)
  mkdirSync(dirname(file), { recursive: true })
  writeWhole(file, [report])
}
