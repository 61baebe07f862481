import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { PageCode } from './render-report.js'

/** By our own name, as this file may be a source or a part of the build. */
const packageFolder = dirname(createRequire(import.meta.url).resolve('@recallite/eval/package.json'))

function read(name: string): string {
  return readFileSync(join(packageFolder, 'dist/page', name), 'utf8').trim()
}

/** The page's script and style sheet, as built. */
export function readPageCode(): PageCode {
  return { script: read('page.global.js'), style: read('page.css') }
}
