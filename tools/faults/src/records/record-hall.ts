import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createRandom, type Random } from '@recallite/test-kit/random'
import { filesOf, readRegular } from '../fingerprint.ts'
import { judgeDoctor, mustWork } from '../judge.ts'
import { jsonOf, saidBy } from '../program.ts'
import type { CaseLog } from '../run-suite.ts'
import { makeHall, withProvider, type Hall, type HallSize } from '../world.ts'
import { Ledger, makeText, recordsIn, wordOf, type StoredRecord } from './ledger.ts'
import { judgeOperation, putting, writeImport } from './operations.ts'

/** A memory with notes and records, some of which were forgotten. */
export interface RecordHall extends Hall {
  readonly there: readonly StoredRecord[]
  readonly forgotten: readonly string[]
}

export async function makeRecordHall(
  folder: string,
  { records, ...more }: Partial<HallSize> & Pick<HallSize, 'seed'> & { records: number },
): Promise<RecordHall> {
  const random = createRandom(more.seed, 'records')
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'records.jsonl')
  const texts = Array.from({ length: records }, () => makeText(random))
  writeImport(file, texts)
  const hall = await makeHall(folder, { files: 4, sections: 2, ...more }, [['import', file, ...withProvider]])
  const { world, templates } = hall
  const all = recordsIn(await world.prepare(['export']))
  const [forgotten, there] = [all.slice(0, 5), all.slice(5)]
  await world.prepare(['forget', ...forgotten.map(({ id }) => id)])
  await world.prepare(['optimise'])
  world.saveAs(templates.indexed)
  world.restore(templates.indexed)
  return { ...hall, there, forgotten: forgotten.map(({ content }) => content) }
}

/** The promises at the start of a case. */
export function beginningOf({ there, forgotten }: RecordHall, more: readonly string[] = []): Ledger {
  return new Ledger([...there.map(({ content }) => content), ...more], forgotten)
}

export interface Judged {
  readonly hall: RecordHall
  readonly ledger: Ledger
  readonly log: CaseLog
  readonly random: Random
  /** All stored content by file name. Default: the files of the case's folder. */
  readonly stored?: () => Map<string, Buffer>
}

/**
 * The next command must work. Each promised record must exist once and be recalled. No forgotten record may return or leave a
 * byte. `doctor --deep` must find nothing.
 */
export async function judgeRecords(judged: Judged): Promise<void> {
  const { hall, ledger, log, random, stored = () => storedIn(hall) } = judged
  const text = makeText(random)
  const next = putting([text], 'remember', text)
  judgeOperation(next, await hall.world.run(log, next.args), judged)
  const exported = await hall.world.run(log, ['export'])
  if (exported.exitCode !== 0) log.lost.push(`export leaves records out: ${saidBy(exported)}`)
  const { missing, gone } = ledger.compare(recordsIn(exported), log)
  if (missing.length > 0)
    log.lost.push(`${missing.length} of ${ledger.promised.length} records are lost, such as ${missing[0]}`)
  const queried = random
    .some(10, () => random.pick(ledger.promised))
    .filter((each) => !missing.includes(each))
  const flags = '--mode keyword --limit 100 --threshold 0 --include-superseded --json'.split(' ')
  const run = await hall.world.run(log, ['recall', ...queried.map(wordOf), ...flags, ...withProvider])
  const recalled = new Set(jsonOf(run)?.results?.map(({ record }) => record?.content))
  const unheard = queried.filter((each) => !recalled.has(each))
  if (unheard.length > 0) log.lost.push(`${unheard.length} records are not recalled, such as ${unheard[0]}`)
  await mustWork(hall, log, [['optimise']])
  for (const [name, bytes] of stored()) {
    // An index stores the rest of a word after one with the same beginning.
    const left = gone.filter((each) => bytes.includes(wordOf(each).slice(5, -1)))
    if (left.length > 0) log.leaked.push(`${left.length} forgotten texts are in ${name}, such as ${left[0]}`)
  }
  await judgeDoctor(hall, log)
}

/** The program's files of a memory. */
export function storedIn({ world: { folder } }: RecordHall, see: (path: string) => string = String) {
  const paths = filesOf(folder, see)
  return new Map(paths.map((path) => [path, readRegular(see(join(folder, path))) ?? Buffer.alloc(0)]))
}
