import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openSqliteRecords } from '@recallite/store-sqlite/records'
import type { OpenPage } from '@recallite/test-kit/chromium'
import { cliWorkspace } from '../../__fixtures__/run-cli.js'
import { recordsFileOf } from '../../open/memory-location.js'
import { openPageOf } from './open-page.js'

const evil =
  '<img src=http://192.0.2.1/x.png onerror=alert(1)><script>alert(2)</script> [x](javascript:alert(3)) \u001B[31mred\u0007 \u202Ereversed'

const lines = Array.from(
  { length: 90 },
  (_, line) => `- line ${line} describes the harbour 港口 and its keepers.`,
)

const notes: Readonly<Record<string, string>> = {
  'long.md': `---\ntags: [tea]\naliases: [Pier]\n---\n# Long\n\n## Part\n\n${lines.join('\n')}\n\nSee [[other]] and [[evil]].\n`,
  'other.md': `# Other\n\n${'A long line of words without an end. '.repeat(60)}\n\n[[Pier]]\n`,
  'evil.md': `---\ntags: ['${evil.replaceAll("'", '')}']\n---\n# Evil ${evil}\n\nHarbour ${evil}\n`,
  'rtl.md': '# שלום עולם\n\nמרחבא harbour באמצע.\n\n這是關於港口的文本。\n',
}

const records: readonly object[] = [
  {
    id: 'lamp-1',
    content: 'The corridor lamp is red.',
    collection: 'house',
    session: 'morning',
    tags: ['light'],
  },
  { id: 'lamp-2', content: 'The kitchen lamp is blue.', context: { watts: 9 }, expiresAt: '2199-01-01' },
  { id: 'evil', content: `The evil lamp ${evil}`, summary: `Evil ${evil}` },
  { id: 'rtl', content: 'המנורה lamp ירוקה' },
]

interface Given {
  readonly notes: Readonly<Record<string, string>>
  readonly records: readonly object[]
}

/** The page of a memory with these notes and records, in a browser; without any, the memory is empty. */
export async function notesPage(openPage: OpenPage, given: Given = { notes, records }) {
  const workspace = cliWorkspace(given.notes)
  const { database, folder: cwd, env, run, notes: folder } = workspace
  const file = join(cwd, 'records.jsonl')
  writeFileSync(file, given.records.map((record) => `${JSON.stringify(record)}\n`).join(''))
  mkdirSync(folder, { recursive: true })
  for (const command of [['index', folder], ['import', file]]) {
    const { exitCode, stderr } = await run(...command, '--provider', 'none')
    if (exitCode !== 0) throw new Error(stderr)
  }
  const program = { cwd, env, args: ['--db', database, '--provider', 'none'] }
  const opened = await openPageOf(program, openPage, { viewport: { width: 1024, height: 900 } })
  const openRecords = () => openSqliteRecords({ path: recordsFileOf(database), isReadOnly: true, create: false })
  return { ...opened, openRecords, folder }
}

type Page = Awaited<ReturnType<OpenPage>>['page']

/** The rows of a table that are in the page. */
export const rowsOf = (page: Page, label: string) => page.getByRole('region', { name: label }).locator('tbody tr[data-row]')
