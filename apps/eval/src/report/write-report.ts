import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { writeWhole } from '@recallite/command-line'
import { EvaluationError } from '../errors.js'
import { reportMarker, type PageCode } from './render-report.js'

/** Resolved by the package's own name, as this file may be a source or a part of the build. */
const packageFolder = dirname(createRequire(import.meta.url).resolve('@recallite/eval/package.json'))

/** Writes a whole report over an earlier one; throws an EvaluationError if the file is something else. */
export function writeReport(file: string, report: string): void {
  if (existsSync(file) && readFileSync(file).toString('latin1', 0, reportMarker.length) !== reportMarker) {
    const message = `${file} exists and is not a report. Name another file with --out, or move that one away.`
    throw new EvaluationError('REPORT_FILE_TAKEN', message)
  }
  mkdirSync(dirname(file), { recursive: true })
  writeWhole(file, [report])
}

/** The page's script and style sheet, as built. */
export function readPageCode(): PageCode {
  return { script: readBuilt('page.global.js'), style: readBuilt('page.css') }
}

function readBuilt(name: string): string {
  return readFileSync(join(packageFolder, 'dist/page', name), 'utf8').trim()
}
