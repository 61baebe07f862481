import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Random } from '@recallite/test-kit/random'
import { saidBy, type Run } from '../program.ts'
import type { CaseLog } from '../run-suite.ts'
import { changeNote } from '../tasks.ts'
import { withProvider, type World } from '../world.ts'
import { isAcknowledged, makeText, type Ledger, type Operation, type StoredRecord } from './ledger.ts'

export interface Scene {
  readonly world: World
  readonly random: Random
  /** Records that no other process forgets or supersedes. Each is used once. */
  readonly records: StoredRecord[]
  /** A text that several processes store. */
  readonly shared: string
}

type Make = (scene: Scene) => Operation

/** A command that stores texts. */
export const putting = (adds: readonly string[], ...args: readonly string[]): Operation => ({
  args: [...args, ...withProvider, '--json'],
  adds,
})

/** All ways to change records. None needs more than ten existing records. */
export const operations = {
  remember: ({ random }) => {
    const text = makeText(random)
    return putting([text], 'remember', text)
  },
  'remember what others do': ({ shared }) => putting([shared], 'remember', shared),
  import: ({ world, random }) => {
    const texts = Array.from({ length: 20 + random.below(60) }, () => makeText(random))
    const file = join(world.folder, `import-${random.below(1e9)}.jsonl`)
    writeImport(file, texts)
    return putting(texts, 'import', file)
  },
  supersede: ({ records, random }) => {
    const [supersedes, text] = [records.pop(), makeText(random)]
    return { ...putting([text], 'remember', text, '--supersedes', supersedes?.id ?? ''), supersedes }
  },
  forget: ({ records }) => {
    const forgets = records.pop()
    return { args: ['forget', forgets?.id ?? '', '--json'], adds: [], forgets }
  },
  index: ({ world, random }) => {
    changeNote(world, 'folder-0/note-0.md', random)
    return { args: ['index', ...withProvider, '--json'], adds: [] }
  },
  optimise: () => ({ args: ['optimise', '--json'], adds: [] }),
} as const satisfies Readonly<Record<string, Make>>

/** Draws the next command of a process. */
export const drawOperation = (scene: Scene): Operation =>
  scene.random.pick<Make>(Object.values(operations))(scene)

/** Records the answer of a command, which must succeed. */
export function judgeOperation(
  operation: Operation,
  run: Run,
  { ledger, log }: { readonly ledger: Ledger; readonly log: CaseLog },
): void {
  ledger.note(operation, isAcknowledged(run))
  // The exit status 3 of `optimise` means that another program was reading.
  const isExpected = run.exitCode === 0 || (run.exitCode === 3 && operation.args[0] === 'optimise')
  if (!isExpected) log.deadEnds.push(`${run.command} fails: ${saidBy(run)}`)
}

export function writeImport(file: string, texts: readonly string[]): void {
  const expiresAt = '2100-01-01'
  writeFileSync(file, texts.map((content) => `${JSON.stringify({ content, expiresAt })}\n`).join(''))
}
