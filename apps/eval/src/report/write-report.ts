import { closeSync, existsSync, mkdirSync, openSync, readFileSync, readSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { writeWhole } from '@recallite/command-line'
import { EvaluationError } from '../errors.js'
import type { PageCode } from './render-report.js'

/** How every report begins; a file that does not is not ours to replace. */
export const reportMarker = '<!doctype html><!-- recallite-eval report -->'

/** By our own name, as this file may be a source or a part of the build. */
const packageFolder = dirname(createRequire(import.meta.url).resolve('@recallite/eval/package.json'))

/**
 * Writes a report as a whole or not at all, with the folder it goes to; an earlier report there gives way.
 * @throws EvaluationError `REPORT_FILE_TAKEN` where the file is something else
 */
export function writeReport(file: string, report: string): void {
  assertOurs(file)
  mkdirSync(dirname(file), { recursive: true })
  writeWhole(file, [report])
}

/** The page's script and style sheet, as built. */
export function readPageCode(): PageCode {
  return { script: read('page.global.js'), style: read('page.css') }
}

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
  throw new EvaluationError('REPORT_FILE_TAKEN', message)
}

function read(name: string): string {
  return readFileSync(join(packageFolder, 'dist/page', name), 'utf8').trim()
}
