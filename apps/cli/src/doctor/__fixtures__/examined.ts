import { cpSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@recallite/test-kit'
import { recordingIo } from '@recallite/command-line/testing'
import { indexedWorkspace } from '../../__fixtures__/run-cli.js'
import { main } from '../../main.js'
import type { Finding } from '../finding.js'

/** What `recallite doctor --json` prints. */
export interface DoctorJson {
  readonly database: string
  readonly isDeep: boolean
  readonly repairs?: readonly Finding[]
  readonly findings: readonly Finding[]
  readonly summary: { readonly ok: number; readonly warnings: number; readonly failed: number }
}

/** Notes whose texts fill several pages of a database. */
const notes: Readonly<Record<string, string>> = {
  'auth.md': '# Auth\n\n## Tokens\n\nWe keep JWT_EXPIRY at 900 seconds.\n',
  'people/lena.md': '# Lena\n\nLena designs the onboarding.\n',
  ...Object.fromEntries(
    Array.from({ length: 20 }, (_, number) => [
      `log/${number}.md`,
      `# Day ${number}\n\n${`The harbour had ${number} ships at noon. `.repeat(40)}\n`,
    ]),
  ),
}

/** A workspace with these notes, indexed for keyword search. */
export const examinedWorkspace = () => indexedWorkspace(notes)

/** A copy of a database in a separate folder. */
export function copyOf(database: string): string {
  const folder = join(temporaryFolder(), 'copy')
  mkdirSync(folder)
  const copy = join(folder, 'index.sqlite')
  cpSync(database, copy)
  return copy
}

/** Runs the doctor in this process on a database. */
export async function examined(database: string, ...flags: readonly string[]) {
  const { io, written, talked } = recordingIo()
  const exitCode = await main(['doctor', '--json', '--provider', 'none', '--db', database, ...flags], io)
  const report = JSON.parse(written()) as DoctorJson
  const failed = report.findings.filter(({ state }) => state === 'failed')
  return { exitCode, report, failed, talked: talked() }
}

/** The content of a folder: names, permissions, bytes and modification times. */
export function snapshot(folder: string) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .toSorted()
    .map((name) => {
      const path = join(folder, name)
      const stats = statSync(path)
      if (!stats.isFile()) return [name, stats.mode]
      return [name, stats.mode, stats.mtimeMs, readFileSync(path).toString('base64')]
    })
}
