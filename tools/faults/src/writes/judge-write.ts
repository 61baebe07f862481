import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { withDatabase } from '../database.ts'
import { judgeAllThere, mustWork } from '../judge.ts'
import { saidBy, type Run } from '../program.ts'
import type { CaseLog } from '../run-suite.ts'
import type { Stage, Task } from '../tasks.ts'
import { withProvider, type Hall } from '../world.ts'
import type { SmallDisk } from './disk.ts'

export interface Case {
  readonly hall: Hall
  readonly task: Task
  readonly stage: Stage
  readonly log: CaseLog
  /** The most kilobytes that a small disk has free; default 1200. */
  readonly room?: number
  /** What is judged once there is space; default: the same command completes, and all notes are there. */
  judge?(run: Run, disk: SmallDisk): Promise<void>
}

const completed = 'completed in spite of it'

/** An error has a code, and is no crash. */
export function judgeEnd(run: Run, log: CaseLog): void {
  log.outcome = run.exitCode === 0 ? completed : 'failed with a code, completed afterwards'
  const code = /\(([A-Z][A-Z_]{3,})\)|"code": ?"[A-Z_]+"|^FAILED/m
  if (run.exitCode !== 0 && !code.test(`${run.stderr}\n${run.stdout}`))
    log.deadEnds.push(`failed without a code: ${saidBy(run)}`)
}

/** SQLite itself finds a copy of the files whole. */
export function judgeWhole(folder: string, log: CaseLog): void {
  const copies = mkdtempSync(join(tmpdir(), 'recallite-whole-'))
  try {
    const names = readdirSync(folder).filter((name) => /^(?:memory|memory\.records|copy)\.sqlite/.test(name))
    for (const name of names) cpSync(join(folder, name), join(copies, name))
    for (const name of names.filter((each) => each.endsWith('.sqlite'))) {
      const verdict = withDatabase(join(copies, name), (database) =>
        database.pragma('integrity_check', { simple: true }),
      )
      if (verdict !== 'ok') log.lost.push(`${name} is damaged: ${verdict}`)
    }
  } catch (error) {
    log.lost.push(`a database is damaged: ${error}`)
  } finally {
    rmSync(copies, { recursive: true, force: true })
  }
}

/** With room, the same command completes, and all is there. */
export async function judgeAgain({ hall, task, stage, log }: Case): Promise<void> {
  const isDone = task.isOnce === true && log.outcome === completed
  const again = isDone ? [] : [task.again?.(stage) ?? task.args(stage)]
  await mustWork(hall, log, [...again, ['index', stage.world.notesFolder, ...withProvider]])
  await judgeAllThere(hall, log)
}
